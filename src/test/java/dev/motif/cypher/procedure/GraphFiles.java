package dev.motif.cypher.procedure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Makes graph files that nobody has saved. */
final class GraphFiles {
    private GraphFiles() {}

    /** Replaces a text in the header, and its checksum; the header is padded, so that the sections stay where they are. */
    static void alterHeader(Path file, String text, String by) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String header = new String(bytes, StandardCharsets.ISO_8859_1);
        header = header.substring(0, header.indexOf("\nend ") + 1);
        byte[] altered = header.replaceFirst(text, by).getBytes(StandardCharsets.ISO_8859_1);
        CRC32 checksum = new CRC32();
        checksum.update(altered);
        byte[] end = String.format("end %08x%n", checksum.getValue()).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(altered, 0, bytes, 0, altered.length);
        System.arraycopy(end, 0, bytes, altered.length, end.length);
        Arrays.fill(bytes, altered.length + end.length, altered.length + end.length + 1, (byte) 0);
        Files.write(file, bytes);
    }
}
