package dev.motif.gpu.driver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import jcuda.LibUtilsCuda;

/**
 * Loads native libraries out of the jar. Each is extracted into a temporary folder that only this process's user can
 * write and that is deleted right after loading.
 */
public final class NativeLibrary {
    private static final String DRIVER = "libcuda.so.1";

    private NativeLibrary() {}

    /**
     * Loads a library.
     *
     * @param resource the library's path in the jar
     * @throws UnsatisfiedLinkError when it cannot be written to the temporary folder, or the system cannot load it, for
     *     example because libcuda is missing
     */
    public static void load(String resource) {
        Path parent = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        try (InputStream in = NativeLibrary.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new UnsatisfiedLinkError(resource + " is not in the jar");
            }
            // The folder has a random name and only its owner can read it, which is safe on a shared host. Every class
            // loader that loads the plugin gets a file of its own, as the JVM demands.
            Path folder = Files.createTempDirectory(parent, "motif-native-");
            Path file = folder.resolve(Path.of(resource).getFileName().toString());
            try {
                Files.copy(in, file);
                System.load(file.toString());
            } catch (UnsatisfiedLinkError e) {
                throw String.valueOf(e.getMessage()).contains("failed to map segment")
                        ? unusable(parent, "it allows no executable files (noexec)")
                        : e;
            } finally {
                // The loaded library stays mapped; its file is no longer needed.
                Files.deleteIfExists(file);
                Files.deleteIfExists(folder);
            }
        } catch (NoSuchFileException e) {
            throw unusable(parent, "it does not exist");
        } catch (AccessDeniedException e) {
            throw unusable(parent, "this user may not write there");
        } catch (IOException e) {
            String reason = e instanceof FileSystemException other ? other.getReason() : e.getMessage();
            throw unusable(parent, reason == null ? e.toString() : reason);
        }
    }

    private static UnsatisfiedLinkError unusable(Path folder, String reason) {
        return new UnsatisfiedLinkError("the native library cannot be loaded from the folder " + folder + ": " + reason
                + ". The JVM option -Djava.io.tmpdir names the folder");
    }

    /** Why JCuda and its native library cannot be loaded, in one line. */
    public static String reasonOf(LinkageError error) {
        Throwable cause =
                error instanceof ExceptionInInitializerError && error.getCause() != null ? error.getCause() : error;
        // JCuda's own loader puts stack traces into its message.
        String reason = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        if (reason.contains(DRIVER + ":")) {
            return DRIVER + ", the library of the NVIDIA driver, cannot be loaded: "
                    + reason.substring(reason.indexOf(DRIVER) + DRIVER.length() + 2)
                    + ". A container has it when it is started with --gpus all and the host has the NVIDIA Container Toolkit";
        }
        String jar = sourceOf(LibUtilsCuda.class);
        return "JCuda cannot be loaded: " + reason
                + (jar.equals(sourceOf(NativeLibrary.class))
                        ? ""
                        : ". It is not Motif's own but comes from " + jar + ", which has to be removed");
    }

    private static String sourceOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().getPath();
    }
}
