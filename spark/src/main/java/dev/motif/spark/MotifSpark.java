package dev.motif.spark;

import dev.motif.catalog.Columns;
import dev.motif.graph.file.GraphFile;
import dev.motif.projection.value.Property;
import dev.motif.spark.GraphAssembly.SideOfFile;
import dev.motif.spark.Neo4jEdges.NamedGraph;
import dev.motif.spark.parts.GraphSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Motif on a session of Spark: writes graph files of edges, opens them for algorithms, and exchanges data with Neo4j.
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
    static final Set<DataType> ID_TYPES =
            Set.of(DataTypes.LongType, DataTypes.IntegerType, DataTypes.ShortType, DataTypes.ByteType);

    /** The name of the property that has the directions of edges. */
    public static final String DIRECTION = Property.DIRECTION_COLUMN;

    private static final String IDS = "integers of at most 64 bits";
    static final Set<DataType> FLOAT_TYPES = Set.of(DataTypes.DoubleType, DataTypes.FloatType);
    private static final Set<DataType> VALUE_TYPES = Stream.of(
                    ID_TYPES, FLOAT_TYPES, Set.of(DataTypes.BooleanType, DataTypes.StringType))
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private static final String SOURCE = "source";
    private static final String TARGET = "target";
    private static final String PAIR = "pair";
    /** How the names of columns of values begin. */
    private static final String VALUE = "value";

    /** Sessions that write at a time: a server has one log of transactions. */
    private static final int WRITERS = 4;

    private final SparkSession session;
    private final Options options;

    private MotifSpark(SparkSession session, Options options) {
        this.session = session;
        this.options = options;
    }

    /** Whose graphs in this JVM are freed when the session ends, or before by {@link #close}. */
    public static MotifSpark on(SparkSession session) {
        given("session", session).sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onApplicationEnd(SparkListenerApplicationEnd end) {
                LoadedGraph.freeAll();
            }
        });
        return new MotifSpark(session, Options.DEFAULT);
    }

    /** The same session with other options. */
    public MotifSpark with(Options other) {
        return new MotifSpark(session, given("options", other));
    }

    static <T> T given(String parameter, T value) {
        if (value == null) {
            throw new IllegalArgumentException("`" + parameter + "` must be given, got null");
        }
        return value;
    }

    /**
     * Writes the graph of some edges to a file that does not exist, and opens it. Spark finds the ids, and sorts
     * them and the edges; tasks write pieces beside the file, and one puts them together, whose memory does not depend on the
     * graph. Parallel edges count once; in a unipartite graph self-loops are dropped, but not their nodes.
     *
     * @param edges the first two columns are the ids of source and target, integers without null
     * @param path on any file system that Hadoop knows
     * @param properties names of columns that become those of relationships, such as times and weights: integers, floats,
     *     booleans, dates or timestamps, or null; parallel edges must have the same values
     * @throws IllegalArgumentException when the columns are others, or the file exists
     * @throws IllegalStateException when an id is null, a value is beyond 64 bits, those of parallel edges differ, or the job
     *     fails
     */
    public GraphRef write(Dataset<Row> edges, String path, GraphKind kind, String... properties) {
        given("kind", kind);
        StructField[] columns = columns("edges", edges);
        checkType(columns[0], ID_TYPES, IDS);
        checkType(columns[1], ID_TYPES, IDS);
        List<EdgeColumn> values = edgeColumns(columns, given("properties", properties));
        checkIsNew(path);
        List<Column> read = new ArrayList<>();
        read.add(notNull(edges, columns[0], DataTypes.LongType).as(SOURCE));
        read.add(notNull(edges, columns[1], DataTypes.LongType).as(TARGET));
        for (EdgeColumn each : values) {
            read.add(each.bits(column(edges, each.name())).as(VALUE + read.size()));
        }
        Dataset<Row> rows = edges.select(read.toArray(Column[]::new));
        run("Motif: writing " + path, () -> {
            writeFile(rows, path, kind, values);
            return null;
        });
        return open(path);
    }

    /**
     * Combines the edges between two nodes into one, with their directions. {@code write} keeps these in a graph that is {@link
     * GraphKind#UNIPARTITE}, if it gets {@link #DIRECTION}: for triads and cycles.
     *
     * @param edges the first two columns are the ids of source and target, integers without null
     * @return {@code source}, the smaller id; {@code target}; {@code direction}: 1 for edges from the smaller id to the larger
     *     one, 2 for edges back, and 3 for both
     */
    public static Dataset<Row> directed(Dataset<Row> edges) {
        StructField[] columns = columns("edges", edges);
        checkType(columns[0], ID_TYPES, IDS);
        checkType(columns[1], ID_TYPES, IDS);
        return edges.select(
                        notNull(edges, columns[0], DataTypes.LongType).as("u"),
                        notNull(edges, columns[1], DataTypes.LongType).as("v"))
                .groupBy(
                        functions.expr("least(u, v)").as(SOURCE),
                        functions.expr("greatest(u, v)").as(TARGET))
                .agg(functions.expr("bit_or(if(u < v, 1, 2))").as(DIRECTION));
    }

    private static List<EdgeColumn> edgeColumns(StructField[] columns, String[] properties) {
        List<String> names = Stream.of(columns).map(StructField::name).toList();
        List<EdgeColumn> found = new ArrayList<>();
        for (String property : properties) {
            int at = names.indexOf(property);
            if (at < 0) {
                throw new IllegalArgumentException(
                        "`properties` must be columns of `edges`, " + names + ", got '" + property + "'");
            }
            found.add(EdgeColumn.of(columns[at]));
        }
        if (Set.copyOf(found).size() < found.size() || found.size() > Columns.MAX_COLUMNS) {
            throw new IllegalArgumentException("`properties` must be at most " + Columns.MAX_COLUMNS
                    + " different columns, got " + List.of(properties));
        }
        return found;
    }

    private static StructField[] columns(String name, Dataset<Row> rows) {
        StructField[] columns = given(name, rows).schema().fields();
        if (columns.length < 2) {
            throw new IllegalArgumentException("`" + name + "` must have two columns or more, got " + columns.length);
        }
        return columns;
    }

    private static void checkType(StructField column, Set<DataType> types, String inWords) {
        if (!types.contains(column.dataType())) {
            throw new IllegalArgumentException("`" + column.name() + "` must be " + inWords + ", got "
                    + column.dataType().simpleString());
        }
    }

    /** The values of a column, where null is an error. */
    private static Column notNull(Dataset<Row> rows, StructField field, DataType type) {
        return orError(column(rows, field.name()), "`" + field.name() + "` must not be null", type);
    }

    private static Column column(Dataset<Row> rows, String name) {
        return rows.col("`" + name.replace("`", "``") + "`");
    }

    private static Column orError(Column column, String error, DataType type) {
        return functions
                .when(
                        column.isNull(),
                        functions.raise_error(functions.lit(error)).cast(type))
                .otherwise(column.cast(type));
    }

    /** Runs jobs of Spark, whose methods do not declare what they throw. */
    private <T> T run(String name, Callable<T> jobs) {
        JavaSparkContext context = context();
        context.setCallSite(name);
        try {
            return jobs.call();
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (Exception e) {
            throw Jobs.failure(name, e);
        } finally {
            context.clearCallSite();
        }
    }

    private JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(session.sparkContext());
    }

    private void writeFile(Dataset<Row> edges, String path, GraphKind kind, List<EdgeColumn> columns)
            throws IOException {
        Path target = new Path(path);
        GraphAssembly assembly = new GraphAssembly(
                path, target.suffix(".pieces-" + UUID.randomUUID()).toString(), hadoop(), columns);
        Dataset<Row> sources = edges.select(SOURCE);
        Dataset<Row> targets = edges.select(TARGET);
        List<Dataset<Row>> kept = new ArrayList<>();
        try {
            assembly.begin();
            List<SideOfFile> sides = new ArrayList<>();
            if (kind == GraphKind.BIPARTITE) {
                Dataset<Row> left = kept(numbered(sources), kept);
                Dataset<Row> right = kept(numbered(targets), kept);
                Dataset<Row> pairs = kept(packed(pairs(edges, left, right)), kept);
                sides.add(side(assembly, GraphFile.LEFT, left, pairs));
                sides.add(side(assembly, GraphFile.RIGHT, right, turned(pairs.select(PAIR))));
            } else {
                Dataset<Row> nodes = kept(numbered(sources.union(targets)), kept);
                Dataset<Row> pairs = kept(packed(pairs(edges, nodes, nodes).where("u <> v")), kept);
                sides.add(side(assembly, GraphFile.NODES, nodes, pairs.union(turned(pairs))));
            }
            String whole = context()
                    .parallelize(List.of(sides), 1)
                    .map(assembly::join)
                    .collect()
                    .get(0);
            checkIsNew(path);
            assembly.commit(whole);
        } finally {
            kept.forEach(Dataset::unpersist);
            assembly.clean();
        }
    }

    private static Dataset<Row> kept(Dataset<Row> rows, List<Dataset<Row>> kept) {
        kept.add(rows.persist(StorageLevel.MEMORY_AND_DISK()));
        return rows;
    }

    /** The different ids of a column, ascending, and their numbers from 0 on. */
    private Dataset<Row> numbered(Dataset<Row> column) {
        JavaRDD<Row> ids = column.distinct()
                .orderBy(column.columns()[0])
                .toJavaRDD()
                .zipWithIndex()
                .map(numbered -> RowFactory.create(numbered._1().getLong(0), numbered._2()));
        return session.createDataFrame(
                ids, new StructType().add("id", DataTypes.LongType, false).add("number", DataTypes.LongType, false));
    }

    /** The numbers {@code u} and {@code v} of the ends of each edge, and its values. */
    private static Dataset<Row> pairs(Dataset<Row> edges, Dataset<Row> left, Dataset<Row> right) {
        Dataset<Row> pairs = edges.join(
                        left.toDF("sourceId", "u"),
                        functions.col(SOURCE).equalTo(functions.col("sourceId")),
                        "left_outer")
                .join(
                        right.toDF("targetId", "v"),
                        functions.col(TARGET).equalTo(functions.col("targetId")),
                        "left_outer");
        String changed = "the edges changed while they were read: there is a new id";
        return withValues(
                pairs,
                orError(pairs.col("u"), changed, DataTypes.LongType).as("u"),
                orError(pairs.col("v"), changed, DataTypes.LongType).as("v"));
    }

    /** Some columns, and those of values behind them. */
    private static Dataset<Row> withValues(Dataset<Row> rows, Column... some) {
        Stream<Column> values =
                Stream.of(rows.columns()).filter(name -> name.startsWith(VALUE)).map(rows::col);
        return rows.select(Stream.concat(Stream.of(some), values).toArray(Column[]::new));
    }

    /** {@code u} and {@code v} in one number, by which Spark sorts and moves them in half of the time. */
    private static Dataset<Row> packed(Dataset<Row> pairs) {
        return withValues(
                pairs,
                functions
                        .shiftleft(functions.col("u"), Integer.SIZE)
                        .bitwiseOR(functions.col("v"))
                        .as(PAIR));
    }

    private static Dataset<Row> turned(Dataset<Row> packed) {
        return withValues(
                packed,
                functions
                        .shiftleft(packed.col(PAIR), Integer.SIZE)
                        .bitwiseOR(functions.shiftright(packed.col(PAIR), Integer.SIZE))
                        .as(PAIR));
    }

    /**
     * Writes the pieces of a side.
     *
     * @param pairs its vertices and their neighbors, packed, and values
     */
    private static SideOfFile side(GraphAssembly assembly, String part, Dataset<Row> ids, Dataset<Row> pairs) {
        long count = ids.count();
        if (count >= Integer.MAX_VALUE) {
            throw new IllegalArgumentException("`edges` must have fewer than 2^31 - 1 ids a side, got " + count);
        }
        boolean symmetric = part.equals(GraphFile.NODES);
        List<GraphAssembly.Rows> rows = pairs.repartitionByRange(functions.shiftright(pairs.col(PAIR), Integer.SIZE))
                .sortWithinPartitions(PAIR)
                .toJavaRDD()
                .mapPartitions(edges -> assembly.rows(edges, symmetric))
                .collect();
        List<Piece> pieces = ids.toJavaRDD().mapPartitions(assembly::ids).collect();
        return new SideOfFile(part, count, pieces, rows);
    }

    /**
     * The edges of a named graph in Neo4j, which {@code motif.graph.project} made: {@code source}, {@code target} and, if the
     * graph has them, {@code relationship}. They are the ids of nodes, in a bipartite graph left and right ones, and of
     * relationships, of parallel ones the smallest. They are fetched as often as Spark reads the data frame.
     *
     * @param parts how many tasks fetch edges, each with a connection of its own, in [1, 1000000]
     * @throws IllegalArgumentException when there is no such graph
     * @throws IllegalStateException when the server cannot be reached, refuses the user, or has no Motif
     */
    public Dataset<Row> fromNeo4j(Neo4j neo4j, String graph, int parts) {
        NamedGraph found = namedGraph(neo4j, graph, parts);
        return edges(neo4j, found, found.relationshipIds(), parts);
    }

    /**
     * Writes a named graph in Neo4j to a graph file, as {@link #write} does, and opens it. Nodes without relationships are not
     * part of it.
     */
    public GraphRef fromNeo4j(Neo4j neo4j, String graph, int parts, String path) {
        NamedGraph found = namedGraph(neo4j, graph, parts);
        // Each edge is read several times, but fetched once.
        Dataset<Row> edges = edges(neo4j, found, false, parts).persist(StorageLevel.MEMORY_AND_DISK());
        try {
            return write(edges, path, found.kind());
        } finally {
            edges.unpersist();
        }
    }

    private static NamedGraph namedGraph(Neo4j neo4j, String graph, int parts) {
        if (parts < 1 || parts > Options.MOST_PARTS) {
            throw new IllegalArgumentException("`parts` must be in [1, " + Options.MOST_PARTS + "], got " + parts);
        }
        checkText("graph", "a name", graph);
        return NamedGraph.find(given("neo4j", neo4j), graph);
    }

    private static void checkText(String parameter, String what, String text) {
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException("`" + parameter + "` must be " + what + ", got '" + text + "'");
        }
    }

    private Dataset<Row> edges(Neo4j neo4j, NamedGraph graph, boolean relationshipIds, int parts) {
        List<Integer> numbers = IntStream.range(0, parts).boxed().toList();
        JavaRDD<Row> rows = context()
                .parallelize(numbers, parts)
                .flatMap(part -> new Neo4jEdges(neo4j, graph, relationshipIds, part, parts))
                .setName("Motif: from Neo4j");
        StructType schema =
                new StructType().add(SOURCE, DataTypes.LongType, false).add(TARGET, DataTypes.LongType, false);
        return session.createDataFrame(
                rows, relationshipIds ? schema.add("relationship", DataTypes.LongType, false) : schema);
    }

    /**
     * Writes a property of nodes in Neo4j, in transactions of 10,000 nodes. A failure leaves some of them written; writing
     * again is what one does then, and does no harm.
     *
     * @param values the first two columns are the ids of nodes, each once, and numbers, text or booleans without null
     * @param property the name of the property, which is replaced where it is there
     * @return how many of the nodes there were
     * @throws IllegalArgumentException when the columns are others
     * @throws IllegalStateException when a value is null, the server cannot be reached or refuses to write, or the job fails
     */
    public long writeNodeProperty(Neo4j neo4j, Dataset<Row> values, String property) {
        return writeProperty(neo4j, values, property, true);
    }

    /** As {@link #writeNodeProperty}, but of relationships, such as {@link #fromNeo4j(Neo4j, String, int)} names. */
    public long writeRelationshipProperty(Neo4j neo4j, Dataset<Row> values, String property) {
        return writeProperty(neo4j, values, property, false);
    }

    private long writeProperty(Neo4j neo4j, Dataset<Row> values, String property, boolean ofNodes) {
        checkText("property", "a name", property);
        StructField[] columns = columns("values", values);
        checkType(columns[0], ID_TYPES, IDS);
        checkType(columns[1], VALUE_TYPES, "numbers, text or booleans");
        given("neo4j", neo4j).checkConnection();
        DataType type = columns[1].dataType();
        DataType inNeo4j =
                ID_TYPES.contains(type) ? DataTypes.LongType : FLOAT_TYPES.contains(type) ? DataTypes.DoubleType : type;
        // No two tasks write the same one, and other writers that go by ids wait for each other at most.
        Dataset<Row> rows = values.select(
                        notNull(values, columns[0], DataTypes.LongType).as("id"),
                        notNull(values, columns[1], inNeo4j).as("value"))
                .repartition(WRITERS, functions.col("id"))
                .sortWithinPartitions("id");
        return run("Motif: writing property " + property, () -> rows
                .toJavaRDD()
                .mapPartitions(part ->
                        List.of(neo4j.setProperty(ofNodes, property, part)).iterator())
                .collect()
                .stream()
                .mapToLong(Long::longValue)
                .sum());
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
        checkText("path", "that of a file", path);
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
