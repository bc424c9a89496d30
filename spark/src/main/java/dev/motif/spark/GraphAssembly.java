package dev.motif.spark;

import dev.motif.catalog.SavedColumns;
import dev.motif.graph.file.Crc;
import dev.motif.graph.file.FileArray;
import dev.motif.graph.file.GraphFileWriter;
import dev.motif.projection.value.ValueType;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * @param columns those of its edges
 */
record GraphAssembly(String target, String folder, SerializableConfiguration hadoop, List<EdgeColumn> columns)
        implements Serializable {
    /**
     * The rows of consecutive vertices.
     *
     * @param first the first vertex that has a row in it
     * @param count the vertices from that one to the last one with a row in it
     * @param offsets for each vertex the neighbors in the piece before its own
     * @param values those of the edges that are numbered by these rows, of each column
     */
    record Rows(long first, long count, Piece offsets, Piece neighbors, List<Piece> values) implements Serializable {}

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
     * @param edges a vertex, as the upper 32 bits, and its neighbor, sorted, and the bits of the values that are kept; edges
     *     that are the same count once
     * @param symmetric whether each edge is in two rows, of which that of the smaller vertex has its values
     * @throws IllegalArgumentException when values of the same edge differ
     */
    Iterator<Rows> rows(Iterator<Row> edges, boolean symmetric) throws IOException {
        if (!edges.hasNext()) {
            return List.<Rows>of().iterator();
        }
        FileSystem files = files();
        List<Piece.Writer> values = new ArrayList<>();
        try (Piece.Writer offsets = piece(files, "offsets");
                Piece.Writer neighbors = piece(files, "neighbors")) {
            long first = -1;
            long u = -1;
            Row before = null;
            long slots = 0;
            while (edges.hasNext()) {
                Row row = edges.next();
                long edge = row.getLong(0);
                if (before == null) {
                    for (int i = 1; i < row.size(); i++) {
                        values.add(piece(files, "values" + i));
                    }
                } else if (edge == before.getLong(0)) {
                    checkSame(before, row);
                    continue;
                }
                long nextU = edge >>> Integer.SIZE;
                for (long each = first < 0 ? nextU : u + 1; each <= nextU; each++) {
                    offsets.putLong(slots);
                }
                first = first < 0 ? nextU : first;
                neighbors.putInt((int) edge);
                if (!symmetric || nextU < (int) edge) {
                    for (int i = 1; i < row.size(); i++) {
                        values.get(i - 1).putLong(row.getLong(i));
                    }
                }
                slots++;
                u = nextU;
                before = row;
            }
            List<Piece> ended = new ArrayList<>();
            for (Piece.Writer each : values) {
                ended.add(each.end());
            }
            return List.of(new Rows(first, u + 1 - first, offsets.end(), neighbors.end(), ended))
                    .iterator();
        } finally {
            for (Piece.Writer each : values) {
                each.close();
            }
        }
    }

    private void checkSame(Row one, Row other) {
        for (int i = 1; i < one.size(); i++) {
            if (one.getLong(i) != other.getLong(i)) {
                throw new IllegalArgumentException("edges between the same two nodes must have the same `"
                        + columns.get(i - 1).name() + "`; aggregate them before, such as by groupBy");
            }
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
    private record Part(FileArray section, Content content) {}

    @FunctionalInterface
    private interface Content {
        void write(Piece.Sink to) throws IOException;
    }

    private void write(FileSystem files, List<SideOfFile> sides, FSDataOutputStream out) throws IOException {
        List<Part> parts = new ArrayList<>();
        for (SideOfFile side : sides) {
            try (Piece.Writer offsets = new Piece.Writer(bytes -> {})) {
                side.offsets(files, bytes -> {
                    while (bytes.hasRemaining()) {
                        offsets.putLong(bytes.getLong());
                    }
                });
                parts.add(new Part(
                        section(side.part + ".offsets", FileArray.Type.INT64, List.of(offsets.end())),
                        to -> side.offsets(files, to)));
            }
            List<Piece> neighbors = side.rows.stream().map(Rows::neighbors).toList();
            parts.add(concatenated(side.part + ".neighbors", FileArray.Type.INT32, neighbors, files));
        }
        for (SideOfFile side : sides) {
            parts.add(concatenated(side.part + ".ids", FileArray.Type.INT64, side.ids, files));
        }
        Map<String, ValueType> types = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            EdgeColumn column = columns.get(i);
            types.put(column.name(), column.type());
            int place = i;
            FileArray section = SavedColumns.ofRelationships(column.name(), column.type());
            parts.add(concatenated(
                    section.name(),
                    section.type(),
                    sides.get(0).rows.stream()
                            .map(rows -> rows.values.get(place))
                            .toList(),
                    files));
        }
        Map<String, List<String>> facts = SavedColumns.facts(types);
        List<FileArray> placed =
                GraphFileWriter.placed(facts, parts.stream().map(Part::section).toList());
        out.write(GraphFileWriter.header(facts, placed));
        for (int i = 0; i < placed.size(); i++) {
            out.write(new byte[(int) (placed.get(i).offset() - out.getPos())]);
            parts.get(i).content.write(bytes -> out.write(bytes.array(), 0, bytes.limit()));
        }
    }

    private static Part concatenated(String name, FileArray.Type type, List<Piece> pieces, FileSystem files) {
        return new Part(section(name, type, pieces), to -> {
            for (Piece piece : pieces) {
                piece.read(files, to);
            }
        });
    }

    /** The section of some pieces, without its place. */
    private static FileArray section(String name, FileArray.Type type, List<Piece> pieces) {
        int checksum = 0;
        long bytes = 0;
        for (Piece piece : pieces) {
            checksum = Crc.joined(checksum, piece.checksum(), piece.bytes());
            bytes += piece.bytes();
        }
        return new FileArray(name, type, 0, bytes / type.bytes(), checksum);
    }
}
