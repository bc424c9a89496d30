package dev.motif.algorithm.similar.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.similar.nodes.SimilarityConfig.Choice;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.backend.Backend;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.TwoPathCounter;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.Python;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

@LeavesNothing
class ValidatedProjectionTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(30);
    private static final double[] RATES = {1e-6, 0.01, 0.05, 0.3, 0.99};

    /** Reads {@code common, size, other size, population} a line and prints p-values, then which of m are accepted. */
    private static final String SCIPY = "import sys, numpy as np\n"
            + "from scipy.stats import hypergeom, false_discovery_control\n"
            + "rate, m = sys.stdin.readline().split()\n"
            + "c, a, b, n = np.array([list(map(int, line.split())) for line in sys.stdin]).T\n"
            + "p = hypergeom.sf(c - 1, n, a, b)\n"
            + "all = np.concatenate([p, np.ones(int(m) - len(p))])\n"
            + "adjusted = false_discovery_control(np.minimum(all, 1))[:len(p)]\n"
            + "print(' '.join(map(repr, map(float, p))))\n"
            + "print(' '.join(str(int(x <= float(rate))) for x in adjusted))\n";

    private final NativeMemory memory = new NativeMemory(1L << 30);

    /** Two vertices of the left side with what they have in common. */
    private record Tested(int source, int target, int common, int degree, int otherDegree) {}

    /** Exact binomial coefficients and the tails of them. */
    private static final class Exact {
        private final Map<List<Integer>, BigDecimal> tails = new HashMap<>();
        private final int population;
        private final BigInteger[][] binomials;

        Exact(int population) {
            this.population = population;
            this.binomials = new BigInteger[population + 1][];
            for (int n = 0; n <= population; n++) {
                binomials[n] = new BigInteger[n + 1];
                for (int k = 0; k <= n; k++) {
                    binomials[n][k] =
                            k == 0 || k == n ? BigInteger.ONE : binomials[n - 1][k - 1].add(binomials[n - 1][k]);
                }
            }
        }

        BigDecimal atLeast(int common, int size, int otherSize) {
            return tails.computeIfAbsent(List.of(common, size, otherSize), key -> {
                BigInteger ways = BigInteger.ZERO;
                for (int i = common; i <= Math.min(size, otherSize); i++) {
                    if (otherSize - i <= population - size) {
                        ways = ways.add(binomials[size][i].multiply(binomials[population - size][otherSize - i]));
                    }
                }
                return new BigDecimal(ways)
                        .divide(new BigDecimal(binomials[population][otherSize]), MathContext.DECIMAL128);
            });
        }
    }

    private static SimilarityConfig config(double rate) {
        return new SimilarityConfig(
                null, SimilarityMetric.COUNT, 0, 1, 1, Integer.MAX_VALUE, rate, Choice.ALL, Choice.ALL);
    }

    private static Set<List<Integer>> ends(SimilarPairs pairs) {
        Set<List<Integer>> ends = new HashSet<>();
        pairs.forEachRemaining(pair -> ends.add(List.of(pair.source(), pair.target())));
        return ends;
    }

    /** Every tenth left vertex has half of its neighbors among the same few. */
    private static EdgeList groups(long seed, int left, int right, int edges) {
        Random random = new Random(seed);
        Set<Edge> drawn = new LinkedHashSet<>();
        for (int i = 0; i < edges; i++) {
            int u = random.nextInt(left);
            int v = random.nextInt(right);
            drawn.add(new Edge(u, random.nextBoolean() ? v : v % (right / 10) * 10 + u % 10));
        }
        return new EdgeList(left, right, List.copyOf(drawn));
    }

    private Set<List<Integer>> found(EdgeList list, double rate, int concurrency) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                SimilarPairs pairs = new BackendCase(Backend.CPU, concurrency)
                        .run(new SimilarityAlgorithm(), graph, config(rate), memory)) {
            return ends(pairs);
        }
    }

    /** All pairs of left vertices with a common neighbor. */
    private static List<Tested> tested(EdgeList list) {
        BitSet[] neighbors = list.rows();
        List<Tested> tested = new ArrayList<>();
        for (int u = 0; u < neighbors.length; u++) {
            for (int v = u + 1; v < neighbors.length; v++) {
                if (neighbors[u].intersects(neighbors[v])) {
                    BitSet common = (BitSet) neighbors[u].clone();
                    common.and(neighbors[v]);
                    tested.add(new Tested(
                            u, v, common.cardinality(), neighbors[u].cardinality(), neighbors[v].cardinality()));
                }
            }
        }
        return tested;
    }

    /** The pairs that Benjamini and Hochberg accept, by sorting exact p-values. */
    private static Set<List<Integer>> oracle(EdgeList list, double rate) {
        Exact exact = new Exact(list.right());
        List<Tested> tested = tested(list);
        long pairs = (long) list.left() * (list.left() - 1) / 2;
        BigDecimal perRank =
                new BigDecimal(rate).divide(BigDecimal.valueOf(Math.max(1, pairs)), MathContext.DECIMAL128);
        List<BigDecimal> values = tested.stream()
                .map(pair -> exact.atLeast(pair.common, pair.degree, pair.otherDegree))
                .sorted()
                .toList();
        int k = values.size();
        while (k > 0 && values.get(k - 1).compareTo(perRank.multiply(BigDecimal.valueOf(k))) > 0) {
            k--;
        }
        BigDecimal bound = perRank.multiply(BigDecimal.valueOf(k));
        return tested.stream()
                .filter(pair -> exact.atLeast(pair.common, pair.degree, pair.otherDegree)
                                .compareTo(bound)
                        <= 0)
                .map(pair -> List.of(pair.source, pair.target))
                .collect(Collectors.toSet());
    }

    @Test
    void tailsAreExactToElevenDigits() {
        double worst = 0;
        for (int population : List.of(1, 2, 5, 17, 60, 400)) {
            Exact exact = new Exact(population);
            HypergeometricTail tail = new HypergeometricTail(population);
            int step = 1 + population / 25;
            for (int size = 1; size <= population; size += step) {
                for (int other = size; other <= population; other += step) {
                    for (int common = 1; common <= size; common += 1 + size / 20) {
                        double is = tail.atLeast(common, size, other);
                        assertThat(tail.atLeast(common, other, size)).isEqualTo(is);
                        double should = exact.atLeast(common, size, other).doubleValue();
                        if (should > 1e-200) {
                            worst = Math.max(worst, Math.abs(is / should - 1));
                        } else {
                            assertThat(is).isLessThan(1e-199);
                        }
                    }
                }
            }
        }
        assertThat(worst).isLessThan(1e-11);
    }

    /** Of two ends each: with a sum of two terms, and with the complement of one. */
    @Test
    void tailsOfLargePopulationsAreExactToo() {
        for (long n : List.of(1_000_000L, 2_000_000_000L)) {
            HypergeometricTail tail = new HypergeometricTail(n);
            for (long d : List.of(2L, 1000L, 100_000L)) {
                // Two of two among d of n; one or more of two among d of n.
                BigDecimal both = ratio(d, n).multiply(ratio(d - 1, n - 1));
                BigDecimal none = ratio(n - d, n).multiply(ratio(n - d - 1, n - 1));
                assertThat(tail.atLeast(2, 2, d)).isCloseTo(both.doubleValue(), Percentage.withPercentage(1e-9));
                assertThat(tail.atLeast(1, d, 2))
                        .isCloseTo(BigDecimal.ONE.subtract(none).doubleValue(), Percentage.withPercentage(1e-9));
                // d or more of d among n - 1 of n: the one that is left out is none of them.
                assertThat(tail.atLeast((int) d, d, n - 1))
                        .isCloseTo(ratio(n - d, n).doubleValue(), Percentage.withPercentage(1e-9));
            }
        }
    }

    private static BigDecimal ratio(long part, long whole) {
        return BigDecimal.valueOf(part).divide(BigDecimal.valueOf(whole), MathContext.DECIMAL128);
    }

    @Test
    void acceptedPairsAreThoseOfBenjaminiAndHochberg() {
        int accepted = 0;
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = seed % 2 == 0 ? RandomGraphs.bipartite(seed) : groups(seed, 40 + seed, 60, 400);
            double rate = RATES[seed % RATES.length];
            Set<List<Integer>> found = found(list, rate, 1 + seed % 3);
            assertThat(found).as("seed %d, rate %s", seed, rate).isEqualTo(oracle(list, rate));
            accepted += found.size();
        }
        assertThat(accepted).isPositive();
    }

    /** With fewer buckets than possible ranks. */
    @Test
    void severalPassesFindTheSameBound() {
        int passes = 0;
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = groups(seed, 60 + seed, 60, 600);
            double rate = RATES[seed % RATES.length];
            int accepted = oracle(list, rate).size();
            for (int buckets : new int[] {1, 2, 7, 100}) {
                AtomicInteger begun = new AtomicInteger();
                Workers workers = new Workers(1 + seed % 3, () -> false, counting(begun));
                assertThat(accepted(list, rate, buckets, workers))
                        .as("seed %d, rate %s, %d buckets", seed, rate, buckets)
                        .isEqualTo(accepted);
                passes = Math.max(passes, begun.get());
            }
        }
        assertThat(passes).isGreaterThan(2);
    }

    private static Progress counting(AtomicInteger begun) {
        return new Progress() {
            @Override
            public void begin(String stage, long volume) {
                begun.incrementAndGet();
            }

            @Override
            public void advance(long amount) {}
        };
    }

    private long accepted(EdgeList list, double rate, int buckets, Workers workers) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                OffHeapScope scope = new OffHeapScope(memory)) {
            TwoPathCounter[] counters = new TwoPathCounter[workers.concurrency()];
            Arrays.setAll(
                    counters, worker -> new TwoPathCounter(graph.left(), graph.right(), workers.cancellation(), scope));
            return new ValidatedProjection(graph.left(), graph.right(), counters, rate, buckets, workers, memory)
                    .accepted();
        }
    }

    @Test
    void otherKeysChooseAmongAcceptedPairs() {
        EdgeList list = groups(7, 60, 60, 600);
        Set<List<Integer>> accepted = oracle(list, 0.3);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                SimilarPairs pairs = new BackendCase(Backend.CPU, 2)
                        .run(
                                new SimilarityAlgorithm(),
                                graph,
                                new SimilarityConfig(
                                        null,
                                        SimilarityMetric.JACCARD,
                                        0,
                                        1,
                                        1,
                                        Integer.MAX_VALUE,
                                        0.3,
                                        new Choice(1, false),
                                        Choice.ALL),
                                memory)) {
            Set<Integer> sources = new HashSet<>();
            pairs.forEachRemaining(pair -> {
                assertThat(accepted)
                        .contains(List.of(
                                Math.min(pair.source(), pair.target()), Math.max(pair.source(), pair.target())));
                assertThat(sources.add(pair.source())).isTrue();
            });
            assertThat(sources)
                    .isEqualTo(accepted.stream().flatMap(List::stream).collect(Collectors.toSet()))
                    .isNotEmpty();
        }
    }

    @Test
    void scipyFindsTheSame() throws Exception {
        assumeTrue(Python.has("scipy.stats"), "python3-scipy is absent");
        EdgeList list = groups(11, 120, 90, 1200);
        double rate = 0.1;
        List<Tested> tested = tested(list);
        String input = tested.stream()
                .map(pair -> pair.common + " " + pair.degree + " " + pair.otherDegree + " " + list.right())
                .collect(Collectors.joining("\n", rate + " " + (list.left() * (list.left() - 1) / 2) + "\n", "\n"));
        String[] lines = Python.run(SCIPY, input).split("\n");
        double[] values = Arrays.stream(lines[0].split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        String[] flags = lines[1].split(" ");
        HypergeometricTail tail = new HypergeometricTail(list.right());
        Set<List<Integer>> accepted = new HashSet<>();
        for (int i = 0; i < values.length; i++) {
            Tested pair = tested.get(i);
            assertThat(tail.atLeast(pair.common, pair.degree, pair.otherDegree))
                    .isCloseTo(values[i], Percentage.withPercentage(1e-7));
            if (flags[i].equals("1")) {
                accepted.add(List.of(pair.source, pair.target));
            }
        }
        assertThat(values).hasSameSizeAs(tested);
        assertThat(found(list, rate, 2)).isEqualTo(accepted).isNotEmpty();
    }
}
