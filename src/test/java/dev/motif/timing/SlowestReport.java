package dev.motif.timing;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The slowest tests of a build and its slowest classes, in a file that all JVMs of the build add to.
 *
 * @param build names the build; what the file holds of another one is dropped
 */
record SlowestReport(Path file, String build) {
    static final int MOST = 40;

    private static final String BUILD = "Build of ";
    private static final String TESTS = "Slowest tests, in seconds:";
    private static final String CLASSES = "Slowest classes, in seconds, with what they set up:";

    private record Content(List<Timed> tests, List<Timed> classes) {
        private static final Content NOTHING = new Content(List.of(), List.of());

        Content and(List<Timed> moreTests, List<Timed> moreClasses) {
            return new Content(slowest(tests, moreTests), slowest(classes, moreClasses));
        }

        private static List<Timed> slowest(List<Timed> some, List<Timed> others) {
            return Stream.concat(some.stream(), others.stream())
                    .sorted()
                    .limit(MOST)
                    .toList();
        }
    }

    void add(List<Timed> tests, List<Timed> classes) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw");
                FileLock alone = open.getChannel().lock()) {
            byte[] before = new byte[(int) open.length()];
            open.readFully(before);
            byte[] after = text(read(new String(before, StandardCharsets.UTF_8)).and(tests, classes));
            open.seek(0);
            open.write(after);
            open.setLength(after.length);
        }
    }

    private Content read(String text) {
        List<String> lines = text.lines().toList();
        if (!lines.contains(BUILD + build)) {
            return Content.NOTHING;
        }
        return new Content(section(lines, TESTS), section(lines, CLASSES));
    }

    private static List<Timed> section(List<String> lines, String head) {
        return lines.stream()
                .skip(lines.indexOf(head) + 1)
                .takeWhile(line -> !line.isEmpty())
                .map(Timed::parse)
                .toList();
    }

    private byte[] text(Content content) {
        List<String> lines = new ArrayList<>(List.of(BUILD + build, "", TESTS));
        content.tests.forEach(timed -> lines.add(timed.toString()));
        lines.addAll(List.of("", CLASSES));
        content.classes.forEach(timed -> lines.add(timed.toString()));
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
