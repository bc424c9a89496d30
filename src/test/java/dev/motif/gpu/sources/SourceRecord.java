package dev.motif.gpu.sources;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The record of the sources that run on a GPU: the kernels, the runtime, and the classes of algorithms and samples whose names end
 * in Gpu. It has a line for each file: the hash of its code, and its name without a folder, so that neither a move nor
 * a comment changes the record.
 */
public final class SourceRecord {
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) (\\S+)");

    private SourceRecord() {}

    /** The lines of the record, sorted by name. Files of one name have a line each. */
    public static List<String> lines(Path project) throws IOException {
        Path java = project.resolve("src/main/java/dev/motif");
        SortedMap<String, List<String>> hashes = new TreeMap<>();
        addAll(project.resolve("cuda"), "\\.(cu|cuh|h)", hashes);
        addAll(java.resolve("gpu"), "\\.java", hashes);
        addAll(java.resolve("algorithm"), "Gpu\\.java", hashes);
        addAll(java.resolve("research"), "Gpu\\.java", hashes);
        addAll(java.resolve("backend"), "Gpu\\.java", hashes);
        List<String> lines = new ArrayList<>();
        hashes.forEach((name, all) -> all.stream().sorted().forEach(hash -> lines.add(hash + " " + name)));
        return lines;
    }

    private static void addAll(Path folder, String ending, SortedMap<String, List<String>> hashes) throws IOException {
        Pattern wanted = Pattern.compile(".+" + ending);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                String hash =
                        wanted.matcher(name).matches() ? SourceCode.read(file).hash() : null;
                if (hash != null) {
                    hashes.computeIfAbsent(name, key -> new ArrayList<>()).add(hash);
                }
            }
        }
    }

    /**
     * The differences of the sources from a record, as "changed NAME", "new NAME" or "missing NAME"; it may have other
     * lines.
     */
    public static List<String> differences(List<String> record, List<String> sources) {
        SortedMap<String, SortedSet<String>> before = byName(record);
        SortedMap<String, SortedSet<String>> now = byName(sources);
        SortedSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            if (!now.containsKey(name)) {
                differences.add("missing " + name);
            } else if (!before.containsKey(name)) {
                differences.add("new " + name);
            } else if (!before.get(name).equals(now.get(name))) {
                differences.add("changed " + name);
            }
        }
        return differences;
    }

    private static SortedMap<String, SortedSet<String>> byName(List<String> lines) {
        SortedMap<String, SortedSet<String>> hashes = new TreeMap<>();
        for (String line : lines) {
            Matcher hash = LINE.matcher(line);
            if (hash.matches()) {
                hashes.computeIfAbsent(hash.group(2), key -> new TreeSet<>()).add(hash.group(1));
            }
        }
        return hashes;
    }
}
