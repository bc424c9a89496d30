package dev.motif.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tukaani.xz.XZInputStream;

/**
 * A bipartite edge list: a first line {@code # bip LEFT RIGHT EDGES}, then an edge {@code u v} a line, both ids from 0.
 *
 * @param leftCount vertices on the left
 * @param rightCount vertices on the right
 * @param edgeCount edges in the file
 * @param rows for each left vertex its right vertices, in the order of the file
 */
record EdgeList(int leftCount, int rightCount, long edgeCount, List<List<Long>> rows) {
    private static final String HEADER = "a first line `# bip LEFT RIGHT EDGES`";
    private static final String XZ = ".xz";

    /** @throws IllegalArgumentException when the file is not such a list */
    static EdgeList read(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("there is no file " + file);
        }
        try (InputStream raw = Files.newInputStream(file);
                InputStream data = file.toString().endsWith(XZ) ? new XZInputStream(raw) : raw;
                BufferedReader lines = new BufferedReader(new InputStreamReader(data, StandardCharsets.UTF_8))) {
            return read(file, lines);
        }
    }

    private static EdgeList read(Path file, BufferedReader lines) throws IOException {
        String first = lines.readLine();
        String[] header = first == null ? new String[0] : first.split(" ");
        if (header.length != 5 || !header[0].equals("#") || !header[1].equals("bip")) {
            throw new IllegalArgumentException(file + " must have " + HEADER + ", got '" + first + "'");
        }
        int leftCount = Integer.parseInt(header[2]);
        int rightCount = Integer.parseInt(header[3]);
        List<List<Long>> rows = new ArrayList<>();
        for (int left = 0; left < leftCount; left++) {
            rows.add(new ArrayList<>());
        }
        long edges = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int space = line.indexOf(' ');
            long right = Long.parseLong(line.substring(space + 1));
            if (right >= rightCount) {
                throw new IllegalArgumentException(
                        file + " has " + rightCount + " right vertices, but the edge " + line);
            }
            rows.get(Integer.parseInt(line.substring(0, space))).add(right);
            edges++;
        }
        if (edges != Long.parseLong(header[4])) {
            throw new IllegalArgumentException(file + " should have " + header[4] + " edges, but has " + edges);
        }
        return new EdgeList(leftCount, rightCount, edges, rows);
    }
}
