package dev.motif.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds and reads the files of the project. */
public final class ProjectFiles {
    private ProjectFiles() {}

    /** The sources of the jar. */
    public static List<Path> sources() {
        return Stream.of("src/main/java", "src/research/java")
                .map(Path::of)
                .filter(Files::exists)
                .flatMap(ProjectFiles::sourcesUnder)
                .toList();
    }

    /** The Java sources below a folder. */
    public static Stream<Path> sourcesUnder(Path folder) {
        return under(folder).stream().filter(file -> file.toString().endsWith(".java"));
    }

    /** The sources of kernels, with the files that they include. */
    public static Stream<Path> kernels() {
        return Stream.of("cuda", "src/research/cuda")
                .map(Path::of)
                .filter(Files::exists)
                .flatMap(folder -> under(folder).stream())
                .filter(file -> file.toString().matches(".*\\.(?:cuh?|h)"));
    }

    /** The folder, and all files and folders below it. */
    static List<Path> under(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The pages of documentation below a folder, without those of packages that were installed there. */
    static List<Path> pagesUnder(Path folder) {
        return under(folder).stream()
                .filter(file ->
                        file.toString().endsWith(".md") && !file.toString().contains("node_modules"))
                .toList();
    }

    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
