package dev.motif.gpu.driver;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads native libraries out of the jar. Each is extracted into a temporary folder that only this process's user can
 * write and that is deleted right after loading.
 */
public final class NativeLibrary {
    private NativeLibrary() {}

    /**
     * Loads a library.
     *
     * @param resource the library's path in the jar
     * @throws UnsatisfiedLinkError when the system cannot load it, for example because libcuda is missing
     */
    public static void load(String resource) {
        try (InputStream in = NativeLibrary.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new FileNotFoundException(resource + " is not in the jar");
            }
            // The folder has a random name and only its owner can read it, which is safe on a shared host. Every class
            // loader that loads the plugin gets a file of its own, as the JVM demands.
            Path folder = Files.createTempDirectory("motif-native-");
            Path file = folder.resolve(Path.of(resource).getFileName().toString());
            try {
                Files.copy(in, file);
                System.load(file.toString());
            } finally {
                // The loaded library stays mapped; its file is no longer needed.
                Files.deleteIfExists(file);
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the native library " + resource + " cannot be extracted", e);
        }
    }
}
