package dev.motif.cypher.procedure;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * A graph file taken apart: lines of its header and arrays, which can be altered, and are written with right places and
 * checksums.
 */
final class GraphFiles {
    private static final int ALIGNMENT = 4096;

    /** The words of the lines of the header, without its first and last one and that of the length. */
    final List<List<String>> lines = new ArrayList<>();

    /** The bytes of the section of each line, null for a line that is of none. */
    final List<ByteBuffer> sections = new ArrayList<>();

    private GraphFiles() {}

    static GraphFiles read(Path file) throws IOException {
        GraphFiles parts = new GraphFiles();
        byte[] bytes = Files.readAllBytes(file);
        for (String line : header(bytes).lines().skip(2).toList()) {
            List<String> words = Arrays.stream(line.split(" ", -1))
                    .map(word -> URLDecoder.decode(word, StandardCharsets.UTF_8))
                    .collect(Collectors.toCollection(ArrayList::new));
            parts.lines.add(words);
            parts.sections.add(
                    words.get(0).equals("section")
                            ? ByteBuffer.allocate((words.get(2).equals("<i4") ? 4 : 8) * Integer.parseInt(words.get(4)))
                                    .order(ByteOrder.LITTLE_ENDIAN)
                                    .put(0, bytes, Integer.parseInt(words.get(3)), length(words))
                            : null);
        }
        return parts;
    }

    private static int length(List<String> words) {
        return (words.get(2).equals("<i4") ? 4 : 8) * Integer.parseInt(words.get(4));
    }

    private static String header(byte[] bytes) {
        String header = new String(bytes, StandardCharsets.ISO_8859_1);
        return header.substring(0, header.indexOf("\nend ") + 1);
    }

    /**
     * Writes the file.
     *
     * @param placed whether lines of sections are given the places and checksums that their bytes have; otherwise they are
     *     written as they are
     */
    void write(Path file, boolean placed) throws IOException {
        long size = ALIGNMENT;
        for (List<String> line : lines) {
            size += line.stream().mapToLong(word -> encoded(word).length() + 40).sum();
        }
        long end = size / ALIGNMENT * ALIGNMENT;
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int i = 0; i < lines.size(); i++) {
            if (sections.get(i) != null) {
                byte[] section = sections.get(i).array();
                if (placed) {
                    lines.get(i).set(3, String.valueOf(end + body.size()));
                    lines.get(i).set(5, String.format("%08x", checksum(section)));
                }
                body.writeBytes(section);
                if (i < lines.size() - 1) {
                    body.writeBytes(new byte[(ALIGNMENT - section.length % ALIGNMENT) % ALIGNMENT]);
                }
            }
        }
        String header = "motif-graph 1\nbytes " + (end + body.size()) + "\n"
                + lines.stream()
                        .map(line -> line.get(0)
                                + line.stream()
                                        .skip(1)
                                        .map(word -> " " + encoded(word))
                                        .collect(Collectors.joining()))
                        .collect(Collectors.joining("\n"))
                + "\n";
        byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer all = ByteBuffer.allocate((int) end + body.size());
        all.put(text).put(String.format("end %08x\n", checksum(text)).getBytes(StandardCharsets.US_ASCII));
        all.put((int) end, body.toByteArray());
        Files.write(file, all.array());
    }

    private static String encoded(String word) {
        return URLEncoder.encode(word, StandardCharsets.UTF_8);
    }

    private static int checksum(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }

    /** The index of the line that begins with these words. */
    int line(String... start) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).subList(0, start.length).equals(List.of(start))) {
                return i;
            }
        }
        throw new IllegalArgumentException("no line " + List.of(start));
    }

    /** Replaces a text in the header, and its checksum; the header is padded, so that the sections stay where they are. */
    static void alterHeader(Path file, String text, String by) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        byte[] altered = header(bytes).replaceFirst(text, by).getBytes(StandardCharsets.ISO_8859_1);
        byte[] end = String.format("end %08x%n", checksum(altered)).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(altered, 0, bytes, 0, altered.length);
        System.arraycopy(end, 0, bytes, altered.length, end.length);
        Arrays.fill(bytes, altered.length + end.length, altered.length + end.length + 1, (byte) 0);
        Files.write(file, bytes);
    }
}
