package dev.motif.graph.file;

import dev.motif.graph.file.FileArray.Type;
import dev.motif.text.UserText;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The beginning of a graph file: lines of words, each word encoded as in a URL. The first line is {@code motif-graph} and
 * the version. A line {@code section} has a name, a type, an offset, a count and a CRC-32, the line {@code bytes} the length
 * of the file. Other lines say what the graph is: a key and what belongs to it. The last line is {@code end} and the CRC-32
 * of all bytes before it.
 */
final class Header {
    static final int MOST_BYTES = 1 << 24;

    private static final String MAGIC = "motif-graph";
    private static final String BYTES = "bytes";
    private static final String SECTION = "section";
    private static final String END = "end";
    private static final int WORDS_OF_A_SECTION = 6;

    private final Map<String, List<String>> facts;
    private final Map<String, FileArray> sections;
    private final long bytes;
    private final long ownBytes;

    private Header(Map<String, List<String>> facts, Map<String, FileArray> sections, long bytes, long ownBytes) {
        this.facts = facts;
        this.sections = sections;
        this.bytes = bytes;
        this.ownBytes = ownBytes;
    }

    List<String> words(String key) {
        return facts.getOrDefault(key, List.of());
    }

    List<FileArray> sections() {
        return List.copyOf(sections.values());
    }

    FileArray section(String name) {
        return sections.get(name);
    }

    /** The bytes of the whole file. */
    long bytes() {
        return bytes;
    }

    static String hex(int checksum) {
        return String.format("%08x", checksum);
    }

    /** The sections at their places behind a header with these facts. */
    static List<FileArray> placed(Map<String, List<String>> facts, List<FileArray> sections) {
        for (long size = GraphFile.ALIGNMENT; ; ) {
            List<FileArray> placed = new ArrayList<>();
            long end = size;
            for (FileArray section : sections) {
                placed.add(section.at(aligned(end)));
                end = placed.get(placed.size() - 1).end();
            }
            long needed = aligned(text(facts, placed).length);
            if (needed <= size) {
                return placed;
            }
            size = needed;
        }
    }

    private static long aligned(long position) {
        return (position + GraphFile.ALIGNMENT - 1) / GraphFile.ALIGNMENT * GraphFile.ALIGNMENT;
    }

    static byte[] text(Map<String, List<String>> facts, List<FileArray> sections) {
        StringBuilder text = new StringBuilder();
        line(text, List.of(MAGIC, String.valueOf(GraphFile.VERSION)));
        line(
                text,
                List.of(BYTES, String.valueOf(sections.get(sections.size() - 1).end())));
        facts.forEach((key, words) -> {
            List<String> line = new ArrayList<>(List.of(key));
            line.addAll(words);
            line(text, line);
        });
        for (FileArray section : sections) {
            line(
                    text,
                    List.of(
                            SECTION,
                            section.name(),
                            section.type().code(),
                            String.valueOf(section.offset()),
                            String.valueOf(section.count()),
                            hex(section.checksum())));
        }
        String before = text.toString();
        line(text, List.of(END, hex(checksum(before.getBytes(StandardCharsets.US_ASCII)))));
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void line(StringBuilder text, List<String> words) {
        text.append(words.get(0));
        for (String word : words.subList(1, words.size())) {
            text.append(' ').append(URLEncoder.encode(word, StandardCharsets.UTF_8));
        }
        text.append('\n');
    }

    private static int checksum(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }

    /**
     * Reads the header at the beginning of {@code start}; null when its end is not there.
     *
     * @param path the file, for errors
     */
    static Header read(Path path, byte[] start) {
        String text = new String(start, StandardCharsets.ISO_8859_1);
        if (!text.startsWith(MAGIC + " ")) {
            throw new GraphFileException(path, "it does not begin with '" + MAGIC + "'");
        }
        int end = text.indexOf("\n" + END + " ") + 1;
        int afterEnd = text.indexOf('\n', end);
        if (end == 0 || afterEnd < 0) {
            return null;
        }
        List<String> lines = text.substring(0, end).lines().toList();
        String version = lines.get(0).substring(MAGIC.length() + 1);
        if (!version.equals(String.valueOf(GraphFile.VERSION))) {
            throw new GraphFileException(
                    path,
                    "its format has the version '" + version + "', but this Motif reads version " + GraphFile.VERSION);
        }
        if (!text.substring(end, afterEnd).equals(END + " " + hex(checksum(Arrays.copyOf(start, end))))) {
            throw new GraphFileException(path, "its header, bytes 0 to " + end + ", was altered");
        }
        return parsed(path, lines, afterEnd + 1L);
    }

    private static Header parsed(Path path, List<String> lines, long ownBytes) {
        Map<String, List<String>> facts = new LinkedHashMap<>();
        Map<String, FileArray> sections = new LinkedHashMap<>();
        long bytes = -1;
        for (String line : lines.subList(1, lines.size())) {
            boolean repeated;
            try {
                List<String> words = Arrays.stream(line.split(" ", -1))
                        .map(word -> URLDecoder.decode(word, StandardCharsets.UTF_8))
                        .toList();
                if (words.get(0).equals(SECTION)) {
                    FileArray section = section(words);
                    repeated = sections.put(section.name(), section) != null;
                } else if (words.get(0).equals(BYTES)) {
                    repeated = bytes >= 0;
                    bytes = Long.parseLong(words.get(1));
                } else {
                    repeated = facts.put(words.get(0), words.subList(1, words.size())) != null;
                }
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                throw new GraphFileException(
                        path, "its header has the line '" + UserText.name(line) + "', which is none of this format");
            }
            if (repeated) {
                throw new GraphFileException(path, "its header says twice '" + UserText.name(line) + "'");
            }
        }
        return new Header(facts, sections, bytes, ownBytes);
    }

    private static FileArray section(List<String> words) {
        Type type = Arrays.stream(Type.values())
                .filter(known -> known.code().equals(words.get(2)))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
        if (words.size() != WORDS_OF_A_SECTION) {
            throw new IllegalArgumentException();
        }
        return new FileArray(
                words.get(1),
                type,
                Long.parseLong(words.get(3)),
                Long.parseLong(words.get(4)),
                Integer.parseUnsignedInt(words.get(5), 16));
    }

    /** @throws GraphFileException when the file has another length, or sections are not aligned one after the other */
    void check(Path path, long length) {
        if (length != bytes) {
            throw new GraphFileException(path, "it has " + length + " bytes in place of " + bytes);
        }
        long end = ownBytes;
        for (FileArray section : sections.values()) {
            boolean fits = section.offset() >= end
                    && section.offset() % GraphFile.ALIGNMENT == 0
                    && section.offset() <= bytes
                    && section.count() >= 0
                    && section.count()
                            <= (bytes - section.offset()) / section.type().bytes();
            if (!fits) {
                throw new GraphFileException(
                        path,
                        "section " + UserText.name(section.name()) + " at byte " + section.offset() + " with "
                                + section.count() + " elements is not where a section can be");
            }
            end = section.end();
        }
    }
}
