package dev.motif.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Motif on a session of Spark: writes graph files of edges, and opens them for algorithms.
 *
 * <pre>{@code
 * try (MotifSpark motif = MotifSpark.on(session)) {
 *     GraphRef graph = motif.write(edges, "hdfs:///graphs/purchases", GraphKind.BIPARTITE);
 *     System.out.println(graph.butterflies().total());
 *     graph.butterfliesPerEdge().write().parquet("hdfs:///counts");
 * }
 * }</pre>
 */
public final class MotifSpark implements AutoCloseable {
    private static final Set<DataType> ID_TYPES =
            Set.of(DataTypes.LongType, DataTypes.IntegerType, DataTypes.ShortType, DataTypes.ByteType);

    private final SparkSession session;
    private final Options options;

    private MotifSpark(SparkSession session, Options options) {
        this.session = session;
        this.options = options;
    }

    public static MotifSpark on(SparkSession session) {
        return new MotifSpark(session, Options.DEFAULT);
    }

    /** The same session with other options. */
    public MotifSpark with(Options other) {
        return new MotifSpark(session, other);
    }

    /**
     * Writes the graph of some edges to a file that does not exist, and opens it. Spark finds the ids and sorts them; one
     * task puts the file together, which takes about twice the memory of the graph there. Parallel edges count once; in a
     * unipartite graph self-loops are dropped, but not their nodes.
     *
     * @param edges the first two columns are the ids of source and target, integers without null
     * @param path on any file system that Hadoop knows
     * @throws IllegalArgumentException when the columns are others, or the file exists
     * @throws IllegalStateException when an id is null, or the job fails
     */
    public GraphRef write(Dataset<Row> edges, String path, GraphKind kind) {
        StructField[] columns = edges.schema().fields();
        if (columns.length < 2) {
            throw new IllegalArgumentException("`edges` must have two columns or more, got " + columns.length);
        }
        for (StructField column : List.of(columns[0], columns[1])) {
            if (!ID_TYPES.contains(column.dataType())) {
                throw new IllegalArgumentException("`" + column.name() + "` must be integers of at most 64 bits, got "
                        + column.dataType().simpleString());
            }
        }
        checkIsNew(path);
        JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
        context.setCallSite("Motif: writing " + path);
        try {
            writeFile(longs(edges), path, kind);
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (Exception e) {
            // Spark's methods do not declare what they throw.
            throw Jobs.failure("Motif: writing " + path, e);
        } finally {
            context.clearCallSite();
        }
        return open(path);
    }

    private static Dataset<Row> longs(Dataset<Row> edges) {
        String source = edges.columns()[0];
        String target = edges.columns()[1];
        return edges.select(id(edges, source).as("source"), id(edges, target).as("target"));
    }

    /** The ids of a column, where null is an error. */
    private static org.apache.spark.sql.Column id(Dataset<Row> edges, String name) {
        org.apache.spark.sql.Column column = edges.col("`" + name.replace("`", "``") + "`");
        return functions
                .when(
                        column.isNull(),
                        functions
                                .raise_error(functions.lit("`" + name + "` must not be null"))
                                .cast("long"))
                .otherwise(column.cast("long"));
    }

    private void writeFile(Dataset<Row> edges, String path, GraphKind kind) {
        Dataset<Row> sources = edges.select("source");
        Dataset<Row> targets = edges.select("target");
        List<Dataset<Row>> sides =
                kind == GraphKind.BIPARTITE ? List.of(sources, targets) : List.of(sources.union(targets));
        long[] counts = new long[sides.size()];
        List<JavaRDD<IdChunk>> ids = new ArrayList<>();
        try {
            for (int side = 0; side < counts.length; side++) {
                ids.add(ids(side, sides.get(side)));
                counts[side] =
                        ids.get(side).map(chunk -> (long) chunk.ids().length).fold(0L, Long::sum);
                if (counts[side] >= Integer.MAX_VALUE) {
                    throw new IllegalArgumentException(
                            "`edges` must have fewer than 2^31 - 1 ids a side, got " + counts[side]);
                }
            }
            JavaRDD<IdChunk> all = ids.stream().reduce(JavaRDD::union).orElseThrow();
            JavaRDD<EdgeChunk> chunks = edges.toJavaRDD().mapPartitions(EdgeChunk::pack);
            GraphFileTask task = new GraphFileTask(path, kind, counts, edges.count(), options.memoryLimit(), hadoop());
            all.repartition(1).zipPartitions(chunks.repartition(1), task).collect();
        } finally {
            ids.forEach(JavaRDD::unpersist);
        }
    }

    private static JavaRDD<IdChunk> ids(int side, Dataset<Row> column) {
        return column.distinct()
                .orderBy(column.columns()[0])
                .toJavaRDD()
                .map(row -> row.getLong(0))
                .zipWithIndex()
                .mapPartitions(numbered -> IdChunk.pack(side, numbered))
                .cache();
    }

    /**
     * Opens a graph file, such as {@code motif.graph.export} or {@link #write} writes.
     *
     * @throws IllegalArgumentException when there is no such file
     * @throws IllegalStateException when it is no graph file, or was altered
     */
    public GraphRef open(String path) {
        try {
            FileStatus status = files(path).getFileStatus(new Path(path));
            GraphSource source = new GraphSource(
                    status.getPath().toString(), status.getLen(), status.getModificationTime(), hadoop());
            return GraphRef.open(session, source, options);
        } catch (FileNotFoundException e) {
            throw new IllegalArgumentException("`path` must be a file, got '" + path + "'", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void checkIsNew(String path) {
        try {
            if (files(path).exists(new Path(path))) {
                throw new IllegalArgumentException("`path` must not exist, got '" + path + "'");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FileSystem files(String path) throws IOException {
        return new Path(path).getFileSystem(hadoop().value());
    }

    private SerializableConfiguration hadoop() {
        return new SerializableConfiguration(session.sparkContext().hadoopConfiguration());
    }

    /** Frees the graphs that this JVM holds, where it is also the executor. Those of other executors end with them. */
    @Override
    public void close() {
        LoadedGraph.freeAll();
    }
}
