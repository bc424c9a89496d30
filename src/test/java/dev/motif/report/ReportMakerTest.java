package dev.motif.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.Backend;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.ButterflyOracle;
import dev.motif.parallel.BegunStages;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.report.Section.Status;
import dev.motif.report.chart.Drawing.Fact;
import dev.motif.report.chart.HeatMap;
import dev.motif.report.chart.Numbers;
import dev.motif.report.chart.Ranking;
import dev.motif.report.chart.SeriesChart;
import dev.motif.report.part.ReportConfig;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the numbers that reports show. */
@LeavesNothing
class ReportMakerTest {
    private static final String SEARCH = "biclique.maximal: searching";

    private static final long MEBIBYTE = 1 << 20;

    private final NativeMemory memory = new NativeMemory(256 * MEBIBYTE);

    /** The parameters, without a time limit unless one is given. */
    private static ReportConfig config(Map<String, Object> given) {
        Map<String, Object> limited = new HashMap<>(Map.of("timeoutMillis", 0L));
        limited.putAll(given);
        Configuration configuration = new Configuration(limited);
        ReportConfig config = ReportConfig.of(configuration, CallConfig.of(configuration));
        configuration.rejectUnknown();
        return config;
    }

    private Report reportOf(String dataSet, Map<String, Object> given) throws IOException {
        Path file = Path.of("test-data", dataSet + ".el.xz");
        try (LoadedGraph loaded = new EdgeListReader(memory, Workers.of(2)).read(file)) {
            return report(loaded.graph(), given);
        }
    }

    private Report bipartite(EdgeList edges, Map<String, Object> given) {
        try (Graph graph = edges.toGraph(memory, Workers.of(2))) {
            return report(graph, given);
        }
    }

    private Report unipartite(EdgeList edges, Map<String, Object> given) {
        try (Graph graph = edges.toUnipartiteGraph(memory, Workers.of(2))) {
            return report(graph, given);
        }
    }

    private Report report(Graph graph, Map<String, Object> given) {
        return new ReportMaker().cpu(graph, config(given), new Execution(memory, Workers.of(2), new StageTimes()));
    }

    private static Section section(Report report, String name) {
        return report.sections().stream()
                .filter(section -> section.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String fact(Report report, String section, String name) {
        return section(report, section).drawing().facts().stream()
                .filter(fact -> fact.name().equals(name))
                .map(Fact::value)
                .findFirst()
                .orElseThrow();
    }

    private static SeriesChart series(Report report, String name) {
        return (SeriesChart) section(report, name).drawing().chart();
    }

    private static long[] counts(Report report, String name, int series) {
        return series(report, name).series().get(series).counts().stream()
                .mapToLong(BigInteger::longValueExact)
                .toArray();
    }

    @Test
    void largestGroupsAreListedWithTheirMembers() throws IOException {
        Ranking bicliques = section(reportOf("southern-women", Map.of()), "biclique.maximal")
                .drawing()
                .rankings()
                .get(0);
        assertThat(bicliques.entries()).hasSizeBetween(2, Ranking.MOST);
        assertThat(bicliques.entries())
                .allSatisfy(entry -> assertThat(entry.cells().get(0).size() + " × "
                                + entry.cells().get(1).size())
                        .isEqualTo(entry.number()));
        for (int later = 1; later < bicliques.entries().size(); later++) {
            List<Ranking.End> own = members(bicliques.entries().get(later));
            assertThat(bicliques.entries().subList(0, later)).allSatisfy(listed -> assertThat(
                            2 * own.stream().filter(members(listed)::contains).count())
                    .isLessThanOrEqualTo(own.size()));
        }
        assertThat(section(reportOf("karate", Map.of()), "clique.maximal")
                        .drawing()
                        .rankings()
                        .get(0)
                        .entries()
                        .get(0)
                        .number())
                .isEqualTo("5");
    }

    @Test
    void nodesAreListedWithTheirDegrees() throws IOException {
        Ranking cores = section(reportOf("karate", Map.of()), "kcore")
                .drawing()
                .rankings()
                .get(0);
        assertThat(cores.header()).startsWith("Node", "Degree");
        // The first of the club's two leaders.
        assertThat(cores.entries().get(0).degree()).isEqualTo("16");
    }

    private static List<Ranking.End> members(Ranking.Entry entry) {
        return entry.cells().stream().flatMap(List::stream).toList();
    }

    @Test
    void bipartiteGraphHasItsParts() throws IOException {
        Report report = reportOf("southern-women", Map.of());
        assertThat(report.sections())
                .extracting(Section::name)
                .containsExactly("butterfly", "biclique.maximal", "wing", "tip", "nodeSimilarity");
        assertThat(report.sections()).allMatch(section -> section.status() == Status.COMPLETE);
    }

    @Test
    void butterfliesAreThoseOfTheOracle() throws IOException {
        EdgeList edges = RandomGraphs.bipartite(7, 60, 40, 700, 2);
        Report report = bipartite(edges, Map.of("include", "butterfly"));
        ButterflyOracle oracle = new ButterflyOracle(edges);
        SeriesChart chart = series(report, "butterfly");
        assertThat(fact(report, "butterfly", "Butterflies")).isEqualTo(Numbers.text(oracle.total()));
        assertThat(counts(report, "butterfly", 0)).isEqualTo(byPowersOfTwo(oracle.perLeft(), chart));
        assertThat(counts(report, "butterfly", 1)).isEqualTo(byPowersOfTwo(oracle.perRight(), chart));
    }

    /** Counts the values in each range of a chart by the label of the range. */
    private static long[] byPowersOfTwo(List<Long> values, SeriesChart chart) {
        return chart.categories().stream()
                .map(label -> label.replace(",", "").split("–"))
                .mapToLong(ends -> values.stream()
                        .filter(value ->
                                Long.parseLong(ends[0]) <= value && value <= Long.parseLong(ends[ends.length - 1]))
                        .count())
                .toArray();
    }

    @Test
    void similarPairsAreAllOfASideEachOnce() {
        // Left 0 and 1 have both of the right nodes, 2 has one of them, and 3 a node of its own.
        EdgeList edges = new EdgeList(
                4,
                3,
                List.of(
                        new Edge(0, 0),
                        new Edge(0, 1),
                        new Edge(1, 0),
                        new Edge(1, 1),
                        new Edge(2, 1),
                        new Edge(3, 2)));
        Report report = bipartite(edges, Map.of("include", "nodeSimilarity"));
        SeriesChart chart = series(report, "nodeSimilarity");
        Map<String, Long> left = new TreeMap<>();
        for (int i = 0; i < chart.categories().size(); i++) {
            left.put(chart.categories().get(i), counts(report, "nodeSimilarity", 0)[i]);
        }
        left.values().removeIf(count -> count == 0);
        assertThat(left).isEqualTo(Map.of("0.45–0.50", 2L, "0.95–1.00", 1L));
        assertThat(counts(report, "nodeSimilarity", 1)[13]).isEqualTo(1);
        assertThat(LongStream.of(counts(report, "nodeSimilarity", 1)).sum()).isEqualTo(1);
        assertThat(fact(report, "nodeSimilarity", "Mean of left pairs")).isEqualTo("0.6667");
        assertThat(fact(report, "nodeSimilarity", "Similarity 1, left pairs")).isEqualTo("1");
        assertThat(section(report, "nodeSimilarity").drawing().rankings().get(0).entries())
                .extracting(Ranking.Entry::number)
                .containsExactly("1.0000", "0.5000", "0.5000");
    }

    @Test
    void southernWomenHaveTheirKnownCounts() throws IOException {
        Report report = reportOf("southern-women", Map.of());
        assertThat(fact(report, "butterfly", "Butterflies")).isEqualTo("341");
        assertThat(counts(report, "butterfly", 0)).containsExactly(0, 0, 2, 0, 1, 6, 5, 4, 0);
        assertThat(LongStream.of(counts(report, "butterfly", 1)).sum()).isEqualTo(14);

        HeatMap sizes = (HeatMap) section(report, "biclique.maximal").drawing().chart();
        assertThat(sizes.cells().stream().map(HeatMap.Cell::count).reduce(BigInteger.ZERO, BigInteger::add))
                .isEqualTo(BigInteger.valueOf(63));
        assertThat(sizes.columns()).hasSize(14);
        assertThat(sizes.lines()).hasSize(8);
        assertThat(sizes.rows()).contains(List.of("5", "4", "1"), List.of("3", "5", "5"));
        assertThat(fact(report, "biclique.maximal", "Most relationships of one"))
                .isEqualTo("20");
        assertThat(fact(report, "biclique.maximal", "Its size, left × right")).isEqualTo("5 × 4");

        assertThat(counts(report, "wing", 0)).containsExactly(0, 0, 4, 2, 0, 0, 0, 1, 9, 38, 15, 0, 20);
        assertThat(LongStream.of(counts(report, "tip", 0)).sum()).isEqualTo(18);
        assertThat(LongStream.of(counts(report, "tip", 1)).sum()).isEqualTo(14);
    }

    @Test
    void karateHasItsKnownCounts() throws IOException {
        Report report = reportOf("karate", Map.of());
        assertThat(report.sections())
                .extracting(Section::name)
                .containsExactly("kclique", "clique.maximal", "commonNeighbors", "ktruss", "kcore");
        assertThat(series(report, "kclique").categories()).containsExactly("3", "4", "5");
        assertThat(counts(report, "kclique", 0)).containsExactly(45, 11, 2);
        assertThat(fact(report, "kclique", "Nodes of the largest clique")).isEqualTo("5");

        long[] common = counts(report, "commonNeighbors", 0);
        assertThat(common).hasSize(11);
        assertThat(LongStream.of(common).sum()).isEqualTo(78);
        assertThat(moment(common, 1)).isEqualTo(135);
        assertThat(moment(common, 2)).isEqualTo(437);

        assertThat(counts(report, "ktruss", 0)).containsExactly(0, 0, 11, 42, 11, 14);
        assertThat(fact(report, "ktruss", "Relationships with it")).isEqualTo("14");
        assertThat(fact(report, "ktruss", "Different truss numbers")).isEqualTo("4");
        assertThat(counts(report, "kcore", 0)).hasSize(5).endsWith(10);
        assertThat(fact(report, "kcore", "Largest core number")).isEqualTo("4");
    }

    /** The sum of the values, or of a power of them, from a chart with a bar for each value. */
    private static long moment(long[] counts, int power) {
        return IntStream.range(0, counts.length)
                .mapToLong(value -> counts[value] * (power == 1 ? value : (long) value * value))
                .sum();
    }

    @Test
    void emailNetworkHasItsKnownCliques() throws IOException {
        Report report = reportOf("email-eu-core", Map.of("include", "kclique"));
        assertThat(counts(report, "kclique", 0))
                .hasSize(16)
                .startsWith(105_461, 423_750, 1_222_005, 2_701_759, 4_697_076, 6_484_402)
                .endsWith(56);
    }

    @Test
    void cliquesBeyond64BitsAreExact() {
        int n = 90;
        Report report = unipartite(completeGraph(n), Map.of("include", "kclique"));
        List<BigInteger> cliques = series(report, "kclique").series().get(0).counts();
        BigInteger expected = BigInteger.valueOf((long) n * (n - 1) / 2);
        for (int k = 3; k <= n; k++) {
            expected = expected.multiply(BigInteger.valueOf(n - k + 1)).divide(BigInteger.valueOf(k));
            assertThat(cliques.get(k - 3)).as("%d-cliques", k).isEqualTo(expected);
        }
        assertThat(cliques.get(42).bitLength()).isGreaterThan(64);
        assertThat(series(report, "kclique").rows().get(42))
                .containsExactly("45", "103,827,421,287,553,411,369,671,120");
    }

    private static EdgeList completeGraph(int n) {
        return randomGraph(n, 1, 0);
    }

    private static EdgeList randomGraph(int n, double density, long seed) {
        Random random = new Random(seed);
        List<Edge> edges = new ArrayList<>();
        for (int u = 0; u < n; u++) {
            for (int v = u + 1; v < n; v++) {
                if (random.nextDouble() < density) {
                    edges.add(new Edge(u, v));
                }
            }
        }
        return new EdgeList(n, n, edges);
    }

    @Test
    void cliquesUpToKMaxAreNoCut() throws IOException {
        Report report = reportOf("karate", Map.of("include", "kclique", "maxK", 4L));
        assertThat(counts(report, "kclique", 0)).containsExactly(45, 11);
        assertThat(section(report, "kclique").status()).isEqualTo(Status.COMPLETE);
        assertThat(section(report, "kclique").about()).contains("Sizes up to 4 were asked for");
        assertThat(section(report, "kclique").drawing().facts()).hasSize(2);
    }

    @Test
    void largeBicliquesAreInRangesOfSizes() {
        Report report = bipartite(TestGraphs.complete(40, 3), Map.of("include", "biclique.maximal"));
        HeatMap sizes = (HeatMap) section(report, "biclique.maximal").drawing().chart();
        assertThat(sizes.columns()).containsExactly("1", "2–3", "4–7", "8–15", "16–31", "32–63");
        assertThat(sizes.lines()).containsExactly("1", "2", "3");
        assertThat(sizes.rows()).containsExactly(List.of("32–63", "3", "1"));
    }

    @Test
    void bicliquesOfMinimumSizesAreCountedAlone() throws IOException {
        Report report =
                reportOf("southern-women", Map.of("include", "biclique.maximal", "minLeft", 5L, "minRight", 3L));
        HeatMap sizes = (HeatMap) section(report, "biclique.maximal").drawing().chart();
        assertThat(sizes.rows())
                .containsExactly(List.of("5", "3", "1"), List.of("5", "4", "1"), List.of("6", "3", "1"));
        assertThat(section(report, "biclique.maximal").about()).contains("5 left and 3 right nodes or more");
    }

    /** A clock that stands still until the first stage of a part begins, and then is a day ahead. */
    private static final class PartClock implements Progress {
        private final String part;
        private volatile long nanos;

        PartClock(String part) {
            this.part = part;
        }

        @Override
        public void begin(String stage, long volume) {
            if (stage.startsWith(part)) {
                nanos = TimeUnit.DAYS.toNanos(1);
            }
        }

        @Override
        public void advance(long amount) {}

        Report report(Graph graph, ReportConfig config, NativeMemory memory) {
            Workers workers = new Workers(2, Cancellation.NEVER, this);
            return new ReportMaker(() -> nanos).cpu(graph, config, new Execution(memory, workers, new StageTimes()));
        }
    }

    /** The graph is a crown of 60, which has 2^60 - 2 maximal bicliques. */
    @Test
    void partThatTakesTooLongIsLeftOutAndTheOthersAreDrawn() {
        Report report;
        try (Graph graph = TestGraphs.crown(60).toGraph(memory, Workers.of(2))) {
            report = new PartClock("biclique.maximal").report(graph, config(Map.of("timeoutMillis", 3000L)), memory);
        }
        Section maximal = section(report, "biclique.maximal");
        assertThat(maximal.status()).isEqualTo(Status.LEFT_OUT);
        assertThat(maximal.reason()).isEqualTo("it took longer than `timeoutMillis: 3000`");
        assertThat(section(report, "butterfly").status()).isEqualTo(Status.COMPLETE);
        assertThat(section(report, "wing").status()).isEqualTo(Status.COMPLETE);
    }

    @Test
    void cliquesOfEverySizeThatTakeTooLongAreCutToSmallOnes() {
        Report report;
        try (Graph graph = randomGraph(60, 0.85, 3).toUnipartiteGraph(memory, Workers.of(2))) {
            ReportConfig config = config(Map.of("include", "kclique", "timeoutMillis", 8000L));
            report = new PartClock("kclique").report(graph, config, memory);
        }
        Section cliques = section(report, "kclique");
        assertThat(cliques.status()).isEqualTo(Status.CUT);
        assertThat(cliques.reason())
                .isEqualTo("Only cliques of up to 5 nodes are shown. Larger ones were not counted: it took longer than"
                        + " `timeoutMillis: 8000`.");
        assertThat(series(report, "kclique").categories()).containsExactly("3", "4", "5");
        assertThat(cliques.drawing().facts()).extracting(Fact::name).doesNotContain("Nodes of the largest clique");
    }

    @Test
    void partThatDoesNotFitIsLeftOut() {
        EdgeList edges = RandomGraphs.bipartite(11, 3000, 3000, 60_000, 1);
        try (Graph graph = edges.toGraph(memory, Workers.of(2))) {
            NativeMemory small = new NativeMemory(MEBIBYTE / 2);
            Report report = new ReportMaker()
                    .cpu(
                            graph,
                            config(Map.of("include", List.of("biclique.maximal", "wing", "tip"))),
                            new Execution(small, Workers.of(2), new StageTimes()));
            assertThat(report.sections()).allSatisfy(section -> assertThat(section.reason())
                    .as(section.name())
                    .matches("it needs at least .* of off-heap memory, and 512.0 KiB are free"
                            + "|Not enough off-heap memory: .*"));
            assertThat(small.liveBytes()).isZero();
        }
    }

    @Test
    void partIsTriedNonethelessWithSudo() {
        try (Graph graph = RandomGraphs.bipartite(11, 3000, 3000, 60_000, 1).toGraph(memory, Workers.of(2))) {
            NativeMemory small = new NativeMemory(MEBIBYTE / 2);
            Map<String, Object> given = Map.of("include", "wing", "sudo", true);
            Report report =
                    new ReportMaker().cpu(graph, config(given), new Execution(small, Workers.of(2), new StageTimes()));
            assertThat(section(report, "wing").reason()).startsWith("Not enough off-heap memory: ");
            assertThat(small.liveBytes()).isZero();
        }
    }

    @Test
    void memoryThatRunsOutLeavesNothing() throws IOException {
        try (LoadedGraph loaded = new EdgeListReader(memory, Workers.of(2)).read(Path.of("test-data/karate.el.xz"))) {
            for (long bytes = 500; bytes < 20_000; bytes += 500) {
                NativeMemory small = new NativeMemory(bytes);
                Report report = new ReportMaker()
                        .cpu(loaded.graph(), config(Map.of()), new Execution(small, Workers.of(2), new StageTimes()));
                assertThat(report.sections()).hasSize(5);
                assertThat(small.liveBytes()).as("budget of %d", bytes).isZero();
            }
        }
    }

    @Test
    @Timeout(600)
    void cancelledReportEndsInItsSearchWithoutAnyPart() {
        try (Graph graph = TestGraphs.crown(60).toGraph(memory, Workers.of(2))) {
            BegunStages begun = new BegunStages();
            Cancellation inTheSearch =
                    () -> List.copyOf(begun.names()).stream().anyMatch(stage -> stage.startsWith(SEARCH));
            Execution execution = new Execution(memory, new Workers(2, inTheSearch, begun), new StageTimes());
            assertThatThrownBy(() -> new ReportMaker().cpu(graph, config(Map.of("timeoutMillis", 0L)), execution))
                    .isInstanceOf(CancellationException.class);
            assertThat(begun.names().get(begun.names().size() - 1)).startsWith(SEARCH);
        }
    }

    @Test
    void stagesSayWhichPartTheyBelongTo() throws IOException {
        BegunStages begun = new BegunStages();
        try (LoadedGraph loaded = new EdgeListReader(memory, Workers.of(2)).read(Path.of("test-data/karate.el.xz"))) {
            Workers workers = new Workers(2, Cancellation.NEVER, begun);
            new ReportMaker().cpu(loaded.graph(), config(Map.of()), new Execution(memory, workers, new StageTimes()));
        }
        assertThat(begun.names())
                .isNotEmpty()
                .allMatch(stage -> stage.matches("(kclique|clique\\.maximal|commonNeighbors|ktruss|kcore): .+"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void graphWithoutRelationshipsHasEmptyCharts(boolean bipartite) {
        Report report = bipartite ? bipartite(TestGraphs.empty(), Map.of()) : unipartite(TestGraphs.empty(), Map.of());
        assertThat(report.sections())
                .allMatch(section -> section.status() == Status.COMPLETE)
                .allMatch(section -> section.drawing().chart().isEmpty());
    }

    @Test
    void gpuThatIsNotThereLeavesPartsOut() throws IOException {
        Report report = reportOf("karate", Map.of("backend", "GPU"));
        assertThat(report.sections())
                .allMatch(section -> section.choice() == null
                        ? section.reason().startsWith("`backend: 'GPU'` is not possible: ")
                        : section.choice().backend() == Backend.GPU);
    }

    @Test
    void estimateIsThatOfThePartsOfWhichTheSmallestMustFit() {
        ReportMaker maker = new ReportMaker();
        GraphSize size = new GraphSize(1000, 0, 5000);
        MemoryEstimate whole = maker.cpuEstimate(size, config(Map.of()), 2).offHeap();
        List<MemoryEstimate> alone = List.of("kclique", "clique.maximal", "commonNeighbors", "ktruss", "kcore").stream()
                .map(part -> maker.cpuEstimate(size, config(Map.of("include", part)), 2)
                        .offHeap())
                .toList();
        assertThat(whole.minBytes())
                .isPositive()
                .isEqualTo(
                        alone.stream().mapToLong(MemoryEstimate::minBytes).min().orElseThrow());
        assertThat(whole.maxBytes())
                .isEqualTo(
                        alone.stream().mapToLong(MemoryEstimate::maxBytes).max().orElseThrow());
        assertThat(whole.parts())
                .extracting(MemoryEstimate::name)
                .containsExactly("kclique", "clique.maximal", "commonNeighbors", "ktruss", "kcore");
    }

    @Test
    void estimateOnAGpuIsThatOfThePartsThatRunThere() {
        ReportMaker maker = new ReportMaker();
        GpuDevice device = TestDevices.planned(1L << 36);
        GraphSize size = new GraphSize(1000, 2000, 5000);
        GpuEstimate whole = maker.gpu(config(Map.of())).estimate(device, size);
        List<GpuEstimate> alone = List.of("butterfly", "biclique.maximal", "wing", "tip", "nodeSimilarity").stream()
                .map(part -> maker.gpu(config(Map.of("include", part))).estimate(device, size))
                .toList();
        assertThat(alone)
                .allSatisfy(part -> assertThat(part.device().maxBytes()).isPositive());
        assertThat(whole.device().maxBytes())
                .isEqualTo(alone.stream()
                        .mapToLong(part -> part.device().maxBytes())
                        .max()
                        .orElseThrow());
        assertThat(whole.offHeap().minBytes())
                .isEqualTo(alone.stream()
                        .mapToLong(part -> part.offHeap().minBytes())
                        .min()
                        .orElseThrow());
    }

    @Test
    void partsAreInTheOrderOfInclude() throws IOException {
        Report report = reportOf("karate", Map.of("include", List.of("KCore", "kclique", "kcore")));
        assertThat(report.sections()).extracting(Section::name).containsExactly("kcore", "kclique");
    }

    @Test
    void wrongParametersAreRefused() {
        assertThatThrownBy(() -> config(Map.of("include", "kcliques")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "`include` must be among 'butterfly', 'biclique.maximal', 'wing', 'tip', 'nodeSimilarity',"
                                + " 'kclique', 'clique.maximal', 'commonNeighbors', 'ktruss', 'kcore', got 'kcliques' (did you mean 'kclique'?)");
        assertThatThrownBy(() -> config(Map.of("timeoutMillis", -1L)))
                .hasMessageStartingWith("`timeoutMillis` must be in [0, ");
        assertThatThrownBy(() -> config(Map.of("maxK", 2L))).hasMessage("`maxK` must be in [3, 512], got 2");
        assertThatThrownBy(() -> config(Map.of("minLeft", 0L))).hasMessageStartingWith("`minLeft` must be in [1, ");
        assertThatThrownBy(() -> reportOf("karate", Map.of("include", "butterfly")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "`include` must be among 'kclique', 'clique.maximal', 'commonNeighbors', 'ktruss', 'kcore' for a unipartite graph,"
                                + " got 'butterfly'");
        assertThatThrownBy(() -> reportOf("karate", Map.of("minLeft", 2L)))
                .hasMessage("`minLeft` is for 'biclique.maximal', which is not a part of this report");
        assertThatThrownBy(() -> reportOf("southern-women", Map.of("maxK", 4L)))
                .hasMessage("`maxK` is for 'kclique', which is not a part of this report");
    }
}
