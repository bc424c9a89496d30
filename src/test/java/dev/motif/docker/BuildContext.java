package dev.motif.docker;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.stream.Stream;

/** The files of a folder that a .dockerignore file lets through to a build. */
final class BuildContext {
    /**
     * A line of a .dockerignore file.
     *
     * @param included whether a file that matches is let through; otherwise it is left out
     */
    private record Rule(PathMatcher matcher, boolean included) {
        /** Whether the rule matches the file itself, or a folder that it is in. */
        boolean matches(Path file) {
            for (Path path = file; path != null; path = path.getParent()) {
                if (matcher.matches(path)) {
                    return true;
                }
            }
            return false;
        }
    }

    private final Path folder;
    private final List<Rule> rules;

    private BuildContext(Path folder, List<Rule> rules) {
        this.folder = folder;
        this.rules = rules;
    }

    static BuildContext of(Path folder, Path ignoreFile) throws IOException {
        return new BuildContext(
                folder,
                Files.readAllLines(ignoreFile).stream()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(BuildContext::rule)
                        .toList());
    }

    private static Rule rule(String line) {
        boolean included = line.startsWith("!");
        String glob = included ? line.substring(1) : line;
        return new Rule(FileSystems.getDefault().getPathMatcher("glob:" + glob), included);
    }

    /** Whether the file is let through: the last rule that matches it decides. */
    private boolean contains(Path file) {
        return rules.stream()
                .filter(rule -> rule.matches(file))
                .reduce((first, last) -> last)
                .map(Rule::included)
                .orElse(true);
    }

    /**
     * The files at or below a path that are let through, sorted, relative to the folder.
     *
     * @param path also relative to the folder
     */
    List<Path> files(String path) throws IOException {
        Path root = folder.resolve(path);
        if (!Files.exists(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(folder::relativize)
                    .filter(this::contains)
                    .sorted()
                    .toList();
        }
    }
}
