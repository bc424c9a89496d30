package dev.motif.spark;

import dev.motif.graph.file.Crc;
import dev.motif.graph.file.GraphFileWriter;
import dev.motif.graph.file.Section;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Makes a graph file: tasks write pieces of its arrays, in any order, and one task puts these behind each other. Each of them
 * needs the same little memory for a graph of any size. Repeating a task does no harm: its files have names of their own, and
 * the one that the driver takes gets the name of the graph file last. A task that goes on after all is done makes no file.
 *
 * @param target the path of the file
 * @param folder where the pieces are until then
 */
record GraphAssembly(String target, String folder, SerializableConfiguration hadoop) implements Serializable {
    /**
     * The rows of consecutive vertices.
     *
     * @param first the first vertex that has a row in it
     * @param count the vertices from that one to the last one with a row in it
     * @param offsets for each vertex the neighbors in the piece before its own
     */
    record Rows(long first, long count, Piece offsets, Piece neighbors) implements Serializable {}

    /**
     * A side of the graph.
     *
     * @param part its name in the file
     * @param ids pieces in their order
     * @param rows pieces in their order
     */
    record SideOfFile(String part, long vertices, List<Piece> ids, List<Rows> rows) implements Serializable {
        long slots() {
            return rows.stream().mapToLong(piece -> piece.neighbors.bytes()).sum() / Integer.BYTES;
        }

        /** Adds the pieces' offsets up, and fills in those of vertices without neighbors. */
        void offsets(FileSystem files, Piece.Sink sink) throws IOException {
            try (Piece.Writer all = new Piece.Writer(sink)) {
                long next = 0;
                long before = 0;
                for (Rows piece : rows) {
                    for (; next < piece.first; next++) {
                        all.putLong(before);
                    }
                    long base = before;
                    piece.offsets.read(files, buffer -> {
                        while (buffer.hasRemaining()) {
                            all.putLong(base + buffer.getLong());
                        }
                    });
                    next += piece.count;
                    before += piece.neighbors.bytes() / Integer.BYTES;
                }
                for (; next <= vertices; next++) {
                    all.putLong(before);
                }
                all.end();
            }
        }
    }

    /** Makes the folder, without which tasks fail. */
    void begin() throws IOException {
        if (!files().mkdirs(new Path(folder))) {
            throw new IOException("'" + folder + "' could not be made");
        }
    }

    private FileSystem files() throws IOException {
        return new Path(target).getFileSystem(hadoop.value());
    }

    private Piece.Writer piece(FileSystem files, String name) throws IOException {
        return new Piece.Writer(
                files, folder + "/" + name + "-" + TaskContext.get().taskAttemptId());
    }

    /** Writes a partition of a side's ids; gives one piece. */
    Iterator<Piece> ids(Iterator<Row> ids) throws IOException {
        try (Piece.Writer piece = piece(files(), "ids")) {
            while (ids.hasNext()) {
                piece.putLong(ids.next().getLong(0));
            }
            return List.of(piece.end()).iterator();
        }
    }

    /**
     * Writes a partition of a side's rows; gives one piece, or none for a partition without edges.
     *
     * @param edges a vertex, as the upper 32 bits, and its neighbor, sorted; edges that are the same count once
     */
    Iterator<Rows> rows(Iterator<Long> edges) throws IOException {
        if (!edges.hasNext()) {
            return List.<Rows>of().iterator();
        }
        FileSystem files = files();
        try (Piece.Writer offsets = piece(files, "offsets");
                Piece.Writer neighbors = piece(files, "neighbors")) {
            long first = -1;
            long u = -1;
            long before = -1;
            long slots = 0;
            while (edges.hasNext()) {
                long edge = edges.next();
                if (edge == before) {
                    continue;
                }
                long nextU = edge >>> Integer.SIZE;
                for (long row = first < 0 ? nextU : u + 1; row <= nextU; row++) {
                    offsets.putLong(slots);
                }
                first = first < 0 ? nextU : first;
                neighbors.putInt((int) edge);
                slots++;
                u = nextU;
                before = edge;
            }
            return List.of(new Rows(first, u + 1 - first, offsets.end(), neighbors.end()))
                    .iterator();
        }
    }

    /** Puts the pieces behind each other; gives the path of the whole. */
    String join(List<SideOfFile> sides) throws IOException {
        FileSystem files = files();
        String whole = folder + "/graph-" + TaskContext.get().taskAttemptId();
        try (FSDataOutputStream out = Piece.create(files, whole)) {
            write(files, sides, out);
        }
        return whole;
    }

    /**
     * Gives the whole its name.
     *
     * @throws IllegalArgumentException when another file has it
     */
    void commit(String whole) throws IOException {
        FileSystem files = files();
        Path named = new Path(target);
        // Where renaming replaces files, a new one of that name comes first.
        boolean reserves = "file".equals(files.getScheme());
        if (reserves) {
            reserve(named);
        }
        if (!files.rename(new Path(whole), named)) {
            if (reserves) {
                files.delete(named, false);
            }
            throw new IOException("'" + whole + "' could not be renamed to '" + target + "'");
        }
    }

    private static void reserve(Path local) throws IOException {
        try {
            Files.createFile(new File(local.toUri().getPath()).toPath());
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException("`path` must not exist, got '" + local + "'", e);
        }
    }

    /** Deletes the pieces, and what attempts that were ended left. */
    void clean() throws IOException {
        files().delete(new Path(folder), true);
    }

    /** A section and its bytes. */
    private record Part(Section section, Content content) {}

    @FunctionalInterface
    private interface Content {
        void write(Piece.Sink to) throws IOException;
    }

    private static void write(FileSystem files, List<SideOfFile> sides, FSDataOutputStream out) throws IOException {
        List<Part> parts = new ArrayList<>();
        for (SideOfFile side : sides) {
            try (Piece.Writer offsets = new Piece.Writer(bytes -> {})) {
                side.offsets(files, bytes -> {
                    while (bytes.hasRemaining()) {
                        offsets.putLong(bytes.getLong());
                    }
                });
                parts.add(new Part(
                        section(side.part + ".offsets", Section.Type.INT64, List.of(offsets.end())),
                        to -> side.offsets(files, to)));
            }
            List<Piece> neighbors = side.rows.stream().map(Rows::neighbors).toList();
            parts.add(concatenated(side.part + ".neighbors", Section.Type.INT32, neighbors, files));
        }
        for (SideOfFile side : sides) {
            parts.add(concatenated(side.part + ".ids", Section.Type.INT64, side.ids, files));
        }
        List<Section> placed =
                GraphFileWriter.placed(parts.stream().map(Part::section).toList());
        out.write(GraphFileWriter.header(placed));
        for (int i = 0; i < placed.size(); i++) {
            out.write(new byte[(int) (placed.get(i).offset() - out.getPos())]);
            parts.get(i).content.write(bytes -> out.write(bytes.array(), 0, bytes.limit()));
        }
    }

    private static Part concatenated(String name, Section.Type type, List<Piece> pieces, FileSystem files) {
        return new Part(section(name, type, pieces), to -> {
            for (Piece piece : pieces) {
                piece.read(files, to);
            }
        });
    }

    /** The section of some pieces, without its place. */
    private static Section section(String name, Section.Type type, List<Piece> pieces) {
        int checksum = 0;
        long bytes = 0;
        for (Piece piece : pieces) {
            checksum = Crc.joined(checksum, piece.checksum(), piece.bytes());
            bytes += piece.bytes();
        }
        return new Section(name, type, 0, bytes / type.bytes(), checksum);
    }
}
