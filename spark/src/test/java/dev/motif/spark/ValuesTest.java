package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.catalog.SavedColumns;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.Graph;
import dev.motif.graph.file.FileArray;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.file.GraphFileWriter;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.graph.weight.GroupWeights.Aggregation;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.GraphAssembler.Values;
import dev.motif.projection.value.ValueType;
import dev.motif.spark.parts.ExecutorMemory;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of relationships in graph files, which a named graph's file has. */
class ValuesTest {
    private static final long SPAN = 1000;

    private static SparkSession session;
    private static MotifSpark motif;

    private final NativeMemory memory = new NativeMemory(1L << 28);
    private final Workers workers = Workers.of(2);

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        session = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "3")
                .getOrCreate();
        motif = MotifSpark.on(session).with(Options.DEFAULT.withMemoryLimit(1 << 28));
    }

    @AfterAll
    static void stop() {
        session.stop();
        assertThat(ExecutorMemory.liveBytes()).isZero();
    }

    /** A graph of which what is asked of Spark is known; vertices are their own ids. */
    private record Known(BipartiteGraph graph, EdgeTimes times, OffHeapLongs amounts, GraphRef ref) {}

    /** @param most how many times an edge has at most; with 1 each has one */
    private Known written(long seed, int most, OffHeapScope scope) throws IOException {
        Random random = new Random(seed);
        String plain = folder.resolve("plain").toString();
        motif.write(Graphs.random(GraphKind.BIPARTITE, seed, 80, 900).in(session), plain, GraphKind.BIPARTITE);
        try (GraphFile file = GraphFile.open(Path.of(plain))) {
            BipartiteGraph graph = (BipartiteGraph) scope.own(file.graph(memory, workers));
            int edges = (int) graph.edgeCount();
            OffHeapLongs starts = filled(edges + 1, new Counting(random, most), scope);
            OffHeapLongs times = filled((int) starts.get(edges), () -> random.nextInt((int) SPAN), scope);
            OffHeapLongs amounts = filled(edges, () -> Double.doubleToLongBits(random.nextInt(100)), scope);
            OffHeapLongs names = filled(edges, () -> random.nextInt(2), scope);
            OffHeapLongs gaps = filled(edges, () -> random.nextBoolean() ? Long.MIN_VALUE : 1, scope);
            GraphFileWriter writer = new GraphFileWriter(graph);
            writer.section("relationships.property.at", FileArray.Type.INT64, times);
            writer.section("relationships.property.when", FileArray.Type.INT64, times);
            if (most > 1) {
                writer.section("relationships.list.at", FileArray.Type.INT64, starts);
                writer.section("relationships.list.when", FileArray.Type.INT64, starts);
            }
            writer.section("relationships.property.amount", FileArray.Type.FLOAT64, amounts);
            writer.section("relationships.property.open", FileArray.Type.INT64, names);
            writer.section("relationships.property.gaps", FileArray.Type.INT64, gaps);
            writer.fact("columns", List.of("when", "LOCAL DATETIME", "open", "BOOLEAN"));
            Path path = folder.resolve("graph");
            writer.write(path, workers);
            EdgeTimes known = new EdgeTimes(times, most > 1 ? starts : null);
            return new Known(graph, known, amounts, motif.open(path.toString()));
        }
    }

    /** Ascends from 0 by up to {@code most}, by 1 where that is 1. */
    private static final class Counting implements LongSupplier {
        private final Random random;
        private final int most;
        private long next;

        Counting(Random random, int most) {
            this.random = random;
            this.most = most;
        }

        @Override
        public long getAsLong() {
            long now = next;
            next += most == 1 ? 1 : random.nextInt(most + 1);
            return now;
        }
    }

    private static OffHeapLongs filled(int count, LongSupplier values, OffHeapScope scope) {
        OffHeapLongs array = scope.longs(count);
        for (int i = 0; i < count; i++) {
            array.set(i, values.getAsLong());
        }
        return array;
    }

    private static final StructType WITH_VALUES = new StructType()
            .add("from", DataTypes.LongType)
            .add("to", DataTypes.LongType)
            .add("at", DataTypes.LongType)
            .add("amount", DataTypes.DoubleType)
            .add("open", DataTypes.BooleanType)
            .add("day", DataTypes.DateType)
            .add("when", DataTypes.TimestampType)
            .add("name", DataTypes.StringType);

    /** The bits of the values of an edge, which follow from its ends; null for none. */
    private static Map<String, Long> bits(GraphKind kind, long from, long to) {
        boolean turned = kind == GraphKind.UNIPARTITE && from > to;
        long number = turned ? to * 31 + from : from * 31 + to;
        Map<String, Long> bits = new HashMap<>();
        bits.put("at", number % 7 == 0 ? null : Long.valueOf(number));
        bits.put("amount", number % 5 == 0 ? null : Long.valueOf(Double.doubleToLongBits(number / 8.0)));
        bits.put("open", number & 1);
        bits.put("day", Math.floorMod(number, 20_000L) - 100);
        bits.put("when", (Math.floorMod(number, 4_000_000_000L) - 1_000_000_000) * 1_000_000_000 + 123_456_000);
        return bits;
    }

    private static Row row(GraphKind kind, long from, long to) {
        Map<String, Long> bits = bits(kind, from, to);
        Long amount = bits.get("amount");
        Instant when = Instant.EPOCH.plusNanos(bits.get("when"));
        return RowFactory.create(
                from,
                to,
                bits.get("at"),
                amount == null ? null : Double.longBitsToDouble(amount),
                bits.get("open") == 1,
                Date.valueOf(LocalDate.ofEpochDay(bits.get("day"))),
                Timestamp.from(when),
                "a");
    }

    @ParameterizedTest
    @EnumSource
    void writtenFilesHaveTheColumnsOfTheirEdges(GraphKind kind) throws IOException {
        List<Row> rows = Graphs.random(kind, 7, 60, 700).edges().stream()
                .map(edge -> row(kind, edge[0], edge[1]))
                .toList();
        String path = folder.resolve("columns").toString();
        Map<String, ValueType> types = new LinkedHashMap<>(Map.of("at", ValueType.INTEGER, "amount", ValueType.FLOAT));
        types.putAll(Map.of("open", ValueType.BOOLEAN, "day", ValueType.DATE, "when", ValueType.ZONED_DATETIME));
        Dataset<Row> edges = session.createDataFrame(rows, WITH_VALUES).repartition(3);
        GraphRef written = motif.write(edges, path, kind, types.keySet().toArray(String[]::new));
        try (OffHeapScope scope = new OffHeapScope(memory);
                GraphFile file = GraphFile.open(Path.of(path))) {
            Graph graph = scope.own(file.graph(memory, workers));
            assertThat(graph.edgeCount()).isEqualTo(written.edgeCount()).isGreaterThan(100);
            boolean bipartite = kind == GraphKind.BIPARTITE;
            OffHeapLongs first = ids(bipartite ? "left" : "nodes", file, scope);
            OffHeapLongs second = bipartite ? ids("right", file, scope) : first;
            SavedColumns columns = new SavedColumns(file);
            assertThat(columns.ofRelationships()).containsExactlyInAnyOrderElementsOf(types.keySet());
            for (Map.Entry<String, ValueType> column : types.entrySet()) {
                Values values = scope.own(columns.read(column.getKey(), memory, workers));
                assertThat(values.type()).isEqualTo(column.getValue());
                OffHeapLongs array = values.values().get(EntityKind.RELATIONSHIPS);
                EdgeCursor edge = new EdgeCursor(graph, 0);
                while (edge.next()) {
                    Long known = bits(kind, first.get(edge.first()), second.get(edge.second()))
                            .get(column.getKey());
                    assertThat(array.get(edge.edge()))
                            .as(column.getKey())
                            .isEqualTo(known == null ? values.type().missing() : known);
                }
                assertThat(edge.edge()).isEqualTo(array.length() - 1);
            }
        }
    }

    private OffHeapLongs ids(String part, GraphFile file, OffHeapScope scope) {
        return scope.own(file.longs(part + ".ids", file.section(part + ".ids").count(), memory, workers));
    }

    private void write(List<Row> rows, String... properties) {
        motif.write(
                session.createDataFrame(rows, WITH_VALUES),
                folder.resolve("wrong").toString(),
                GraphKind.BIPARTITE,
                properties);
    }

    @Test
    void columnsThatCannotBeKeptAreErrors() {
        Row good = RowFactory.create(1L, 2L, 3L, 0.5, true, null, null, "a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> write(List.of(good), "at", "name"))
                .withMessage(
                        "`name` must be integers of at most 64 bits, floats, booleans, dates or timestamps, got string");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> write(List.of(good), "att"))
                .withMessageContaining("`properties` must be columns of `edges`")
                .withMessageContaining("'att'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> write(List.of(good), "at", "at"))
                .withMessageContaining("different columns");
        assertThatThrownBy(() ->
                        write(List.of(good, RowFactory.create(1L, 2L, 4L, 0.5, true, null, null, "a")), "amount", "at"))
                .isInstanceOf(IllegalStateException.class)
                .hasStackTraceContaining("edges between the same two nodes must have the same `at`");
        assertThatThrownBy(() ->
                        write(List.of(RowFactory.create(1L, 2L, Long.MIN_VALUE, 0.5, true, null, null, "a")), "at"))
                .hasStackTraceContaining("`at` must not be the smallest of 64 bits");
        Timestamp far = Timestamp.from(Instant.parse("2500-01-01T00:00:00Z"));
        assertThatThrownBy(() -> write(List.of(RowFactory.create(1L, 2L, 3L, 0.5, true, null, far, "a")), "when"))
                .hasStackTraceContaining("`when` must be between the years 1677 and 2262");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void butterfliesWithinAWindowAreThoseOfOneMachine(int most) throws IOException {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Known known = written(most, most, scope);
            for (long length : new long[] {SPAN / 4, SPAN}) {
                ButterflyResult expected = scope.own(new ButterflyAlgorithm()
                        .cpu(
                                known.graph,
                                new ButterflyConfig(true, true).within(new TimeWindow(length, known.times)),
                                new Execution(memory, workers, new StageTimes())));
                Options options = Options.DEFAULT.withMemoryLimit(1 << 28).withParts(3);
                compare(known.graph, known.ref.with(options), TimeWindow.of("at", length), expected);
                Options sliced = options.withSlice(Duration.ofNanos(1));
                assertThat(total(known.ref.with(sliced), TimeWindow.of("when", Duration.ofNanos(length))))
                        .isEqualTo(expected.total());
            }
        }
        assertThat(memory.liveBytes()).isZero();
    }

    private static BigInteger total(GraphRef graph, TimeWindow window) {
        try (ButterflyResult found = graph.butterflies(window)) {
            assertThat(found.clusteringCoefficient()).isNull();
            return found.total();
        }
    }

    private static void compare(BipartiteGraph graph, GraphRef ref, TimeWindow window, ButterflyResult expected) {
        assertThat(total(ref, window)).isEqualTo(expected.total());
        Map<String, Long> ofNodes = new HashMap<>();
        for (int u = 0; u < graph.leftCount(); u++) {
            ofNodes.put("left " + u, expected.left().get(u));
        }
        for (int v = 0; v < graph.rightCount(); v++) {
            ofNodes.put("right " + v, expected.right().get(v));
        }
        assertThat(counts(ref.butterfliesPerNode(window))).isEqualTo(ofNodes);
        Map<String, Long> ofEdges = new HashMap<>();
        EdgeCursor edge = new EdgeCursor(graph, 0);
        while (edge.next()) {
            ofEdges.put(edge.first() + " " + edge.second(), expected.edges().get(edge.edge()));
        }
        assertThat(counts(ref.butterfliesPerEdge(window))).isEqualTo(ofEdges);
    }

    private static Map<String, Long> counts(Dataset<Row> rows) {
        assertThat(rows.schema().fields()[2].nullable()).isFalse();
        Map<String, Long> counts = new HashMap<>();
        rows.collectAsList().forEach(row -> assertThat(counts.put(row.get(0) + " " + row.get(1), row.getLong(2)))
                .as("%s twice", row)
                .isNull());
        return counts;
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void weightsOfMaximalBicliquesAreThoseOfTheirEdges(int seed) throws IOException {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Known known = written(seed, 1, scope);
            for (Aggregation aggregation : Aggregation.values()) {
                GroupWeights asked = GroupWeights.named(EdgeWeights.named("amount"), aggregation);
                List<Row> rows = known.ref
                        .listMaximalBicliques(2, 2, asked)
                        .orderBy("weight")
                        .collectAsList();
                assertThat(rows)
                        .hasSameSizeAs(known.ref.listMaximalBicliques(2, 2).collectAsList());
                assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row.getDouble(2))
                        .isEqualTo(weight(known, row.getList(0), row.getList(1), aggregation)));
            }
        }
    }

    private static double weight(Known known, List<Long> left, List<Long> right, Aggregation aggregation) {
        var ofEdges = left.stream().flatMapToDouble(u -> right.stream()
                .mapToDouble(v -> Double.longBitsToDouble(
                        known.amounts.get(known.graph.left().slotOf(u.intValue(), v.intValue())))));
        return aggregation == Aggregation.SUM ? ofEdges.sum() : ofEdges.min().orElseThrow();
    }

    @Test
    void valuesThatAreNotThereOrOfAnotherTypeAreErrors() throws IOException {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            GraphRef graph = written(5, 1, scope).ref;
            assertFails(
                    "`timeProperty` must be a property of relationships in",
                    () -> graph.butterflies(TimeWindow.of("year", 1)));
            assertFails(
                    "[at, when, amount, open, gaps], got 'year'",
                    () -> graph.butterfliesPerNode(TimeWindow.of("year", 1)));
            assertFails("is one of type BOOLEAN", () -> graph.butterflies(TimeWindow.of("open", 1)));
            assertFails("`window` must be an INTEGER", () -> graph.butterflies(TimeWindow.of("at", Duration.ZERO)));
            assertFails("`window` must be a duration", () -> graph.butterfliesPerEdge(TimeWindow.of("when", 1)));
            assertFails("has no value for some relationships", () -> graph.butterflies(TimeWindow.of("gaps", 1)));
            assertFails("must be a column of numbers", () -> graph.listMaximalBicliques(
                            1, 1, GroupWeights.named(EdgeWeights.named("when"), Aggregation.SUM))
                    .collectAsList());
        }
        GraphRef without = motif.open(folder.resolve("plain").toString());
        assertFails("one of [], got 'at'", () -> without.butterflies(TimeWindow.of("at", 1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> without.butterflies(null))
                .withMessage("`window` must be given, got null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeWindow.of("at", -1))
                .withMessage("`window` must be 0 or more, got -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeWindow.of("at", Duration.ofDays(110_000)))
                .withMessage("`window` must be below 292 years, got PT2640000H");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> without.listMaximalBicliques(1, 1, null))
                .withMessage("`weights` must be given, got null");
    }

    private static void assertFails(String message, ThrowingCallable call) {
        assertThatThrownBy(call).hasStackTraceContaining(message);
    }
}
