package dev.motif.spark;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.algorithm.count.cycle.CycleAlgorithm;
import dev.motif.algorithm.count.cycle.CycleConfig;
import dev.motif.algorithm.count.cycle.CycleResult;
import dev.motif.algorithm.count.triad.TriadAlgorithm;
import dev.motif.algorithm.count.triad.TriadConfig;
import dev.motif.algorithm.count.triad.TriadResult;
import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.backend.Backend;
import dev.motif.backend.DivisibleAlgorithm;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Mergeable;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.spark.parts.ButterflyParts;
import dev.motif.spark.parts.ButterflyParts.Sums;
import dev.motif.spark.parts.CommonNeighborParts;
import dev.motif.spark.parts.FileArrays;
import dev.motif.spark.parts.GraphSource;
import dev.motif.spark.parts.PartRows;
import dev.motif.spark.parts.PartRows.What;
import dev.motif.spark.parts.Plan;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A graph file that executors share, and the algorithms on it. Counts are exact. Every executor reads the whole file, once,
 * and keeps it; the work is dealt out in ranges. Results that are a count for each node or edge are data frames with the
 * ids of the edges that the file was made of; they are computed when Spark reads them.
 *
 * <p>Bipartite graphs have butterflies and bicliques, unipartite ones cliques and common neighbors, and with directions triads
 * and cycles; asking for the others is an {@link IllegalArgumentException}.
 */
public final class GraphRef {
    /** How many ranges the work has for each core, unless options say: enough for an even end. */
    private static final int RANGES_PER_CORE = 4;

    /** For checksums: much less than a second of work, and enough that Spark's cost of a task does not count. */
    private static final long PIECE_BYTES = 1L << 28;

    /** The graph by what gathering takes for its counters. */
    private static final int GRAPH_BY_GATHERED = 4;

    private static final String LEFT = "left";
    private static final String RIGHT = "right";
    private static final String MAXIMAL = "maximalBicliques";
    private static final String WITHIN_WINDOWS = "butterflies of nodes and edges within a window";

    private static final StructType OF_NODES = new StructType()
            .add("side", DataTypes.StringType, false)
            .add("id", DataTypes.LongType, false)
            .add("butterflies", DataTypes.LongType, false);

    private static final ArrayType IDS = DataTypes.createArrayType(DataTypes.LongType, false);
    private static final StructType BICLIQUES =
            new StructType().add("left", IDS, false).add("right", IDS, false);

    private final SparkSession session;
    private final GraphSource source;
    private final Facts facts;
    private final Options options;

    /** Kept for later jobs: one task divides, for which all others wait. */
    private final Map<Divided, Division> divisions = new ConcurrentHashMap<>();

    /**
     * The contents of a file that a graph needs.
     *
     * @param executorLimit the bytes off the heap of an executor, unless options say
     */
    private record Facts(FileArrays arrays, long executorLimit) implements Serializable {
        boolean bipartite() {
            return arrays.isBipartite();
        }

        long memoryLimit(Options options) {
            return options.memoryLimit() > 0 ? options.memoryLimit() : executorLimit;
        }

        /** Whether an executor has the memory for the whole graph, and {@code work} bytes more. */
        boolean fit(Options options, long work) {
            return arrays.arrayBytes() <= memoryLimit(options) - work;
        }
    }

    private GraphRef(SparkSession session, GraphSource source, Facts facts, Options options) {
        this.session = session;
        this.source = source;
        this.facts = facts;
        this.options = options;
    }

    /** Has executors read the file, so that a file that is none, or was altered, is told at once. */
    static GraphRef open(SparkSession session, GraphSource source, Options options) {
        String name = "Motif: opening " + source.path();
        Jobs jobs = new Jobs(JavaSparkContext.fromSparkContext(session.sparkContext()), options.timeout());
        Function<GraphSource, Facts> read = from -> facts(from, options);
        Facts facts = jobs.collect(name, List.of(source), read).get(0);
        GraphRef graph = new GraphRef(session, source, facts, options);
        if (!facts.fit(options, 0)) {
            FileArrays arrays = facts.arrays;
            List<WorkRange> pieces = arrays.pieces(PIECE_BYTES);
            Function<WorkRange, Integer> checksum = piece -> {
                try (FileArrays.Reader reader = arrays.reader()) {
                    return reader.checksum(piece.from(), piece.to());
                }
            };
            arrays.check(pieces, jobs.collect(name, pieces, checksum));
        }
        return graph;
    }

    private static Facts facts(GraphSource source, Options options) {
        FileArrays arrays = FileArrays.of(source);
        Facts facts = new Facts(arrays, NativeMemory.limitOfProcess());
        if (facts.fit(options, 0)) {
            // Which checks all of it.
            LoadedGraph.use(source, options.memoryLimit()).close();
        }
        return facts;
    }

    /** The same graph with other options. */
    public GraphRef with(Options other) {
        return new GraphRef(session, source, facts, MotifSpark.given("options", other));
    }

    public String path() {
        return source.path();
    }

    public GraphKind kind() {
        return facts.bipartite() ? GraphKind.BIPARTITE : GraphKind.UNIPARTITE;
    }

    /** The left nodes; all nodes of a unipartite graph. */
    public long leftCount() {
        return facts.arrays.vertices(facts.bipartite() ? LEFT : "nodes");
    }

    /** The right nodes; 0 for a unipartite graph. */
    public long rightCount() {
        return facts.bipartite() ? facts.arrays.vertices(RIGHT) : 0;
    }

    public long edgeCount() {
        return facts.bipartite() ? facts.arrays.slots(LEFT) : facts.arrays.slots("nodes") / 2;
    }

    /** Counts all butterflies: two left nodes and two right ones with all four edges. */
    public ButterflyResult butterflies() {
        checkKind("butterflies", GraphKind.BIPARTITE);
        GraphSize size = new GraphSize(leftCount(), rightCount(), edgeCount());
        int threads = tasksAtOnce() * session.sparkContext().conf().getInt("spark.task.cpus", 1);
        long work = new ButterflyAlgorithm()
                .cpuEstimate(size, ButterflyConfig.TOTAL, threads)
                .offHeap()
                .maxBytes();
        if (!facts.fit(options, work)) {
            checkForCpu("butterflies of a graph larger than the memory of an executor");
            return butterfliesInParts();
        }
        return run("butterflies", GraphKind.BIPARTITE, ButterflyAlgorithm.class, ButterflyConfig.TOTAL);
    }

    /**
     * Counts the butterflies whose four relationships lie within a window of time, also of parallel ones.
     *
     * @param window over a property of relationships in the file, see {@link TimeWindow#of}
     * @throws IllegalStateException when the file has no such times
     */
    public ButterflyResult butterflies(TimeWindow window) {
        return run("butterflies", GraphKind.BIPARTITE, ButterflyAlgorithm.class, within(window));
    }

    private static ButterflyConfig within(TimeWindow window) {
        return ButterflyConfig.TOTAL.within(MotifSpark.given("window", window));
    }

    /**
     * The butterflies of each node, in no order.
     *
     * @return {@code side}, 'left' or 'right'; {@code id} of the node, unique in its side; {@code butterflies} that it is part
     *     of, 0 or more. Ids and counts are 64-bit integers, without null
     */
    public Dataset<Row> butterfliesPerNode() {
        checkKind("butterfliesPerNode", GraphKind.BIPARTITE);
        return session.createDataFrame(
                rows(What.BUTTERFLIES_OF_NODES, Side.LEFT).union(rows(What.BUTTERFLIES_OF_NODES, Side.RIGHT)),
                OF_NODES);
    }

    /** The same within a window of time, see {@link #butterflies(TimeWindow)}; parts of the counts are exchanged. */
    public Dataset<Row> butterfliesPerNode(TimeWindow window) {
        checkKind("butterfliesPerNode", GraphKind.BIPARTITE);
        return sums(What.BUTTERFLIES_OF_NODES, window, OF_NODES);
    }

    /** Adds up what all ranges of start vertices find of each node or edge. */
    private Dataset<Row> sums(What what, TimeWindow window, StructType schema) {
        checkForCpu(WITHIN_WINDOWS);
        Options onCpus = options.withBackend(Backend.CPU);
        List<WorkRange> ranges = new DividedRun<>(source, ButterflyAlgorithm.class, within(window), parts(), onCpus)
                .divide(jobs(), "Motif: " + inWords(what))
                .ranges();
        return added(rows(what, null, window, ranges, false), schema);
    }

    /** Adds up the last column of rows that have the other columns in common. */
    private Dataset<Row> added(JavaRDD<Row> parts, StructType schema) {
        String[] columns = schema.fieldNames();
        String last = columns[columns.length - 1];
        Column sum = functions.expr("coalesce(try_sum(" + last + "), cast(raise_error('there are 2^63 or more " + last
                + " of one') as bigint))");
        Column[] keys = Stream.of(columns)
                .limit(columns.length - 1L)
                .map(functions::col)
                .toArray(Column[]::new);
        return session.createDataFrame(
                session.createDataFrame(parts, schema)
                        .groupBy(keys)
                        .agg(sum.as(last))
                        .toJavaRDD(),
                schema);
    }

    /** By pairs of ranges of rows, on a graph larger than an executor's memory. */
    private ButterflyResult butterfliesInParts() {
        Plan plan = plan(What.BUTTERFLIES_OF_NODES, cheaperSide());
        FileArrays arrays = facts.arrays;
        Function<WorkRange, Sums> task = range -> {
            try (ButterflyParts parts = new ButterflyParts(arrays, plan, range, PartRows.workers())) {
                return parts.sums(plan.blocks());
            }
        };
        Sums sums = jobs().collect("Motif: butterflies: ranges of rows", plan.ranges(), task).stream()
                .reduce(Sums::plus)
                .orElseThrow();
        return new ButterflyResult(sums.butterflies(), sums.threePaths(), null, null, null);
    }

    private Plan plan(What what, Side side) {
        FileArrays arrays = facts.arrays;
        long memoryLimit = facts.memoryLimit(options);
        int tasks = tasksAtOnce();
        String part = side == Side.LEFT ? LEFT : RIGHT;
        Function<Integer, Plan> plan = wanted -> what == What.COMMON_NEIGHBORS
                ? CommonNeighborParts.plan(arrays, wanted, memoryLimit, tasks)
                : ButterflyParts.plan(arrays, part, wanted, memoryLimit, tasks);
        return jobs().collect("Motif: dividing the rows", List.of(parts()), plan)
                .get(0);
    }

    /** The tasks that an executor does at a time. */
    private int tasksAtOnce() {
        SparkContext spark = session.sparkContext();
        SparkConf conf = spark.conf();
        int executors = Math.max(1, spark.statusTracker().getExecutorInfos().length - 1);
        int cores = conf.getInt("spark.executor.cores", (spark.defaultParallelism() + executors - 1) / executors);
        return Math.max(1, cores / conf.getInt("spark.task.cpus", 1));
    }

    /**
     * The butterflies of each edge, in no order.
     *
     * @return {@code left} and {@code right}, the ids of its ends; {@code butterflies} that it is part of, 0 or more. All are
     *     64-bit integers, without null
     */
    public Dataset<Row> butterfliesPerEdge() {
        checkKind("butterfliesPerEdge", GraphKind.BIPARTITE);
        return session.createDataFrame(
                rows(What.BUTTERFLIES_OF_EDGES, cheaperSide()), edgeSchema("left", "right", "butterflies"));
    }

    /**
     * The same within a window of time, see {@link #butterflies(TimeWindow)}; parts of the counts are exchanged. An edge has
     * those of all its relationships.
     */
    public Dataset<Row> butterfliesPerEdge(TimeWindow window) {
        checkKind("butterfliesPerEdge", GraphKind.BIPARTITE);
        return sums(What.BUTTERFLIES_OF_EDGES, window, edgeSchema("left", "right", "butterflies"));
    }

    /** Counts all (p,q)-bicliques: {@code p} left nodes and {@code q} right ones with all their edges; both in [1, 256]. */
    public BicliqueResult bicliques(int p, int q) {
        return bicliques(BicliqueConfig.total(p, q));
    }

    /** Counts the (i,j)-bicliques for each {@code i} up to {@code p} and {@code j} up to {@code q}. */
    public BicliqueResult bicliquesUpTo(int p, int q) {
        return bicliques(BicliqueConfig.of(p, q, BicliqueConfig.Result.TABLE));
    }

    private BicliqueResult bicliques(BicliqueConfig config) {
        return run("bicliques", GraphKind.BIPARTITE, BicliqueAlgorithm.class, config);
    }

    /**
     * Counts maximal bicliques by size.
     *
     * @param minLeft the fewest left nodes, 1 or more
     * @param minRight the fewest right nodes, 1 or more
     */
    public MaximalBicliqueResult maximalBicliques(int minLeft, int minRight) {
        checkKind(MAXIMAL, GraphKind.BIPARTITE);
        checkForCpu("counts of maximal bicliques");
        return with(options.withBackend(Backend.CPU))
                .run(MAXIMAL, GraphKind.BIPARTITE, MaximalBicliqueAlgorithm.class, maximal(minLeft, minRight));
    }

    /**
     * Lists maximal bicliques, each once, in no order.
     *
     * @param minLeft the fewest left nodes, 1 or more
     * @param minRight the fewest right nodes, 1 or more
     * @return {@code left} and {@code right}, arrays of the ids of their nodes, in no order: 64-bit integers, without null
     */
    public Dataset<Row> listMaximalBicliques(int minLeft, int minRight) {
        return listMaximalBicliques(minLeft, minRight, null, BICLIQUES);
    }

    /**
     * The same with their weights.
     *
     * @param weights by a property of relationships in the file: {@code GroupWeights.named(EdgeWeights.named("amount"),
     *     GroupWeights.Aggregation.SUM)}
     * @return {@code left}, {@code right}, and {@code weight}, a 64-bit floating-point number
     */
    public Dataset<Row> listMaximalBicliques(int minLeft, int minRight, GroupWeights weights) {
        return listMaximalBicliques(
                minLeft,
                minRight,
                MotifSpark.given("weights", weights),
                BICLIQUES.add("weight", DataTypes.DoubleType, false));
    }

    private Dataset<Row> listMaximalBicliques(int minLeft, int minRight, GroupWeights weights, StructType schema) {
        checkKind("listMaximalBicliques", GraphKind.BIPARTITE);
        checkForCpu("lists of bicliques");
        DividedRun.Plan<MaximalBicliqueConfig> division = new DividedRun<>(
                        source,
                        MaximalBicliqueAlgorithm.class,
                        maximal(minLeft, minRight),
                        parts(),
                        options.withBackend(Backend.CPU))
                .divide(jobs(), "Motif: " + MAXIMAL);
        JavaRDD<Row> rows = context()
                .parallelize(division.ranges(), division.ranges().size())
                .flatMap(new ListOfRange(source, division.config(), weights, options.memoryLimit()))
                .setName("Motif: " + MAXIMAL);
        return session.createDataFrame(rows, schema);
    }

    private static MaximalBicliqueConfig maximal(int minLeft, int minRight) {
        SizeLimits any = SizeLimits.NONE;
        return MaximalBicliqueConfig.TOTALS.with(new SizeLimits(minLeft, any.maxLeft(), minRight, any.maxRight()));
    }

    /**
     * Counts the cliques of {@code k} nodes.
     *
     * @param k in [3, 512]
     */
    public KCliqueResult cliques(int k) {
        if (k < KCliqueConfig.MIN_SIZE || k > KCliqueConfig.MAX_SIZE) {
            throw new IllegalArgumentException(
                    "`k` must be in [" + KCliqueConfig.MIN_SIZE + ", " + KCliqueConfig.MAX_SIZE + "], got " + k);
        }
        return cliques(KCliqueConfig.total(k, k));
    }

    /** Counts the cliques of every size from 3 on. */
    public KCliqueResult allCliques() {
        return cliques(KCliqueConfig.all());
    }

    private KCliqueResult cliques(KCliqueConfig config) {
        return run("cliques", GraphKind.UNIPARTITE, KCliqueAlgorithm.class, config);
    }

    /**
     * Counts all sets of three nodes by the directions of the edges among them.
     *
     * @throws IllegalStateException when the file has no directions, see {@link MotifSpark#directed}
     */
    public TriadResult triads() {
        return onCpus("triads", TriadAlgorithm.class, new TriadConfig(false, null));
    }

    /**
     * In how many connected triads each node has which place, in no order; parts of the counts are exchanged.
     *
     * @return {@code id} of the node; {@code place}, a 32-bit integer from 0 to 29; {@code triads}, 1 or more. Ids and counts are
     *     64-bit integers, without null
     */
    public Dataset<Row> triadPlaces() {
        StructType schema = new StructType()
                .add("id", DataTypes.LongType, false)
                .add("place", DataTypes.IntegerType, false)
                .add("triads", DataTypes.LongType, false);
        FoundOfRange.OfVertex<TriadResult> rows = (found, vertex, id, first, to) -> {
            for (int place = 0; place < TriadResult.PLACES; place++) {
                long triads = found.place(vertex, place);
                if (triads != 0) {
                    to.accept(RowFactory.create(id, place, triads));
                }
            }
        };
        return sums("triad places", TriadAlgorithm.class, new TriadConfig(true, null), rows, schema)
                .where("triads > 0");
    }

    /**
     * Counts the directed cycles of {@code minLength} to {@code maxLength} different nodes.
     *
     * @param minLength in [2, maxLength]
     * @param maxLength in [minLength, 8]
     * @throws IllegalStateException when the file has no directions, see {@link MotifSpark#directed}
     */
    public CycleResult cycles(int minLength, int maxLength) {
        return onCpus("cycles", CycleAlgorithm.class, cycleConfig(minLength, maxLength));
    }

    /**
     * The directed cycles of each node, in no order; parts of the counts are exchanged.
     *
     * @param minLength in [2, maxLength]
     * @param maxLength in [minLength, 8]
     * @return {@code id} of the node; {@code cycles} that it is on, 0 or more. Both are 64-bit integers, without null
     */
    public Dataset<Row> cyclesPerNode(int minLength, int maxLength) {
        StructType schema =
                new StructType().add("id", DataTypes.LongType, false).add("cycles", DataTypes.LongType, false);
        FoundOfRange.OfVertex<CycleResult> rows = (found, vertex, id, first, to) -> {
            long cycles = found.vertices().get(vertex);
            if (first || cycles > 0) {
                to.accept(RowFactory.create(id, cycles));
            }
        };
        CycleConfig config = cycleConfig(minLength, maxLength).each(true, false);
        return sums("cycles of nodes", CycleAlgorithm.class, config, rows, schema);
    }

    private static CycleConfig cycleConfig(int minLength, int maxLength) {
        if (minLength < CycleConfig.MIN_LENGTH || maxLength > CycleConfig.MAX_LENGTH || minLength > maxLength) {
            throw new IllegalArgumentException("`minLength` and `maxLength` must be in [" + CycleConfig.MIN_LENGTH
                    + ", "
                    + CycleConfig.MAX_LENGTH + "], the first no larger than the second, got " + minLength + " and "
                    + maxLength);
        }
        return new CycleConfig(minLength, maxLength, null);
    }

    private <C, R extends Mergeable<R>> R onCpus(
            String name, Class<? extends DivisibleAlgorithm<UnipartiteGraph, C, R>> algorithm, C config) {
        checkForCpu(name);
        return with(options.withBackend(Backend.CPU)).run(name, GraphKind.UNIPARTITE, algorithm, config);
    }

    /** Adds up what all ranges of the work find of each node. */
    private <C, R extends Mergeable<R>> Dataset<Row> sums(
            String name,
            Class<? extends DivisibleAlgorithm<UnipartiteGraph, C, R>> algorithm,
            C config,
            FoundOfRange.OfVertex<R> rows,
            StructType schema) {
        checkKind(name, GraphKind.UNIPARTITE);
        checkForCpu(name);
        Options onCpus = options.withBackend(Backend.CPU);
        List<WorkRange> ranges = new DividedRun<>(source, algorithm, config, parts(), onCpus)
                .divide(jobs(), "Motif: " + name)
                .ranges();
        JavaRDD<Row> parts = context()
                .parallelize(ranges, ranges.size())
                .flatMap(new FoundOfRange<>(source, algorithm, config, rows, onCpus))
                .setName("Motif: " + name);
        return added(parts, schema);
    }

    /**
     * The common neighbors of the ends of each edge, in no order.
     *
     * @return {@code source} and {@code target}, the ids of its ends, in a file of {@link MotifSpark#write} the smaller one
     *     first; {@code commonNeighbors}, how many nodes are neighbors of both, 0 or more. All are 64-bit integers, without null
     */
    public Dataset<Row> commonNeighbors() {
        checkKind("commonNeighbors", GraphKind.UNIPARTITE);
        StructType schema = edgeSchema("source", "target", "commonNeighbors");
        return session.createDataFrame(rows(What.COMMON_NEIGHBORS, Side.LEFT), schema);
    }

    private static StructType edgeSchema(String source, String target, String count) {
        return new StructType()
                .add(source, DataTypes.LongType, false)
                .add(target, DataTypes.LongType, false)
                .add(count, DataTypes.LongType, false);
    }

    private <G extends Graph, C, R extends Mergeable<R>> R run(
            String name, GraphKind needed, Class<? extends DivisibleAlgorithm<G, C, R>> algorithm, C config) {
        checkKind(name, needed);
        return new DividedRun<>(source, algorithm, config, parts(), options).in(jobs(), "Motif: " + name);
    }

    /** @throws IllegalArgumentException when options ask for a GPU */
    private void checkForCpu(String what) {
        if (options.backend() == Backend.GPU) {
            throw new IllegalArgumentException(
                    what + " are made on CPUs: `backend` must be AUTO or CPU, got " + options.backend());
        }
    }

    private void checkKind(String name, GraphKind needed) {
        if (needed != kind()) {
            throw new IllegalArgumentException("`" + name + "` needs a " + inWords(needed) + " graph, and '"
                    + source.path() + "' is " + inWords(kind()));
        }
    }

    private static String inWords(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private JavaRDD<Row> rows(What what, Side side) {
        String name = "Motif: " + inWords(what);
        if (what != What.COMMON_NEIGHBORS) {
            checkForCpu("butterflies of nodes and edges");
        }
        if (!facts.fit(options, facts.arrays.arrayBytes() / GRAPH_BY_GATHERED)) {
            checkForCpu("common neighbors of a graph larger than the memory of an executor");
            Plan plan = plan(what, side);
            return context()
                    .parallelize(plan.ranges(), plan.ranges().size())
                    .flatMap(new PartRows(facts.arrays, plan, what))
                    .setName(name);
        }
        Division division = divisions.computeIfAbsent(new Divided(what, side, parts()), this::divide);
        return rows(what, side, null, division.ranges, division.onGpus);
    }

    private JavaRDD<Row> rows(What what, Side side, TimeWindow window, List<WorkRange> ranges, boolean onGpus) {
        RowsOfRange task = new RowsOfRange(
                source, what, side, window, onGpus, options, RowsOfRange.GpuTimes.in(session.sparkContext()));
        return context().parallelize(ranges, ranges.size()).flatMap(task).setName("Motif: " + inWords(what));
    }

    /** A division of rows into ranges. */
    private record Divided(What what, Side side, int parts) implements Serializable {}

    /** Ranges of vertices, and whether they are for GPUs. */
    private record Division(List<WorkRange> ranges, boolean onGpus) implements Serializable {}

    private Division divide(Divided rows) {
        // Functions for executors hold no session.
        GraphSource from = source;
        Options with = options;
        Function<Divided, Division> divide = of -> divide(from, with, of);
        return jobs().collect("Motif: dividing the work", List.of(rows), divide).get(0);
    }

    private static Division divide(GraphSource source, Options options, Divided of) {
        try (LoadedGraph.Use use = LoadedGraph.use(source, options.memoryLimit())) {
            if (of.what == What.COMMON_NEIGHBORS) {
                Csr rows = ((UnipartiteGraph) use.graph()).adjacency();
                boolean onGpus = RowsOfRange.deviceFor(use, options, rows.slotCount() / of.parts) != null;
                return new Division(
                        onGpus ? RowsOfRange.rangesForGpus(rows, of.parts) : GatheredNeighbors.ranges(rows, of.parts),
                        onGpus);
            }
            BipartiteGraph graph = (BipartiteGraph) use.graph();
            Csr rows = of.side == Side.LEFT ? graph.left() : graph.right();
            Csr back = of.side == Side.LEFT ? graph.right() : graph.left();
            return new Division(GatheredButterflies.ranges(rows, back, of.parts), false);
        }
    }

    /** The side from which the butterflies of all edges are found with fewer walks. */
    private Side cheaperSide() {
        Function<FileArrays, Boolean> compare =
                arrays -> ButterflyParts.work(arrays, LEFT) <= ButterflyParts.work(arrays, RIGHT);
        return jobs().collect("Motif: choosing the side", List.of(facts.arrays), compare)
                        .get(0)
                ? Side.LEFT
                : Side.RIGHT;
    }

    private Jobs jobs() {
        return new Jobs(context(), options.timeout());
    }

    private JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(session.sparkContext());
    }

    private int parts() {
        return options.parts() > 0
                ? options.parts()
                : RANGES_PER_CORE * session.sparkContext().defaultParallelism();
    }
}
