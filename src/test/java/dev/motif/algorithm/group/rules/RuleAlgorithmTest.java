package dev.motif.algorithm.group.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class RuleAlgorithmTest {
    private static final int SEEDS = Seeds.atMost(60);

    private final NativeMemory memory = new NativeMemory(1L << 30);

    private Execution execution(int threads) {
        return new Execution(memory, Workers.of(threads), new StageTimes());
    }

    private static RuleConfig config(Side items, double minSupport, double minConfidence, int maxItems) {
        return new RuleConfig(items, minSupport, 1, minConfidence, maxItems, 0, Long.MAX_VALUE);
    }

    /** A rule by the bits of its items. */
    private record Sets(long antecedent, long consequent, int count, int antecedentCount, int consequentCount) {
        static Sets of(Rule rule) {
            return new Sets(
                    bits(rule.antecedent()),
                    bits(rule.consequent()),
                    rule.count(),
                    rule.antecedentCount(),
                    rule.consequentCount());
        }

        private static long bits(int[] items) {
            return Arrays.stream(items).mapToLong(item -> 1L << item).reduce(0, (a, b) -> a | b);
        }

        /** Whether the other rule has the same support and confidence, and says at least as much of no more. */
        boolean isSaidBy(Sets other) {
            return count == other.count
                    && antecedentCount == other.antecedentCount
                    && (other.antecedent & ~antecedent) == 0
                    && (consequent & ~other.consequent) == 0
                    && !equals(other);
        }
    }

    /** Counts the transactions of all sets of items, whose bits are their indexes. */
    private static int[] counts(EdgeList list, Side side) {
        EdgeList baskets = side == Side.RIGHT ? list : list.transposed();
        long[] transactions = new long[baskets.left()];
        baskets.edges().forEach(edge -> transactions[edge.left()] |= 1L << edge.right());
        return IntStream.range(0, 1 << baskets.right())
                .map(set -> (int) Arrays.stream(transactions)
                        .filter(has -> (has & set) == set)
                        .count())
                .toArray();
    }

    /** The rules that are not redundant, of all that there are: by the definition. */
    private static Set<Sets> byDefinition(EdgeList list, RuleConfig config, int[] counts, int transactions) {
        Set<Sets> rules = new HashSet<>();
        for (int set = 1; set < counts.length; set++) {
            for (int part = set - 1 & set; part > 0; part = part - 1 & set) {
                if (counts[set] >= 1
                        && (double) counts[set] / transactions >= config.minSupport()
                        && (double) counts[set] / counts[part] >= config.minConfidence()) {
                    rules.add(new Sets(part, set & ~part, counts[set], counts[part], counts[set & ~part]));
                }
            }
        }
        return rules.stream()
                .filter(rule -> Long.bitCount(rule.antecedent | rule.consequent) <= config.maxItems())
                .filter(rule -> rules.stream().noneMatch(rule::isSaidBy))
                .collect(Collectors.toSet());
    }

    /** The same by closed sets and minimal generators, for more items. */
    private static Set<Sets> byGenerators(RuleConfig config, int[] counts, int transactions) {
        Set<Sets> rules = new HashSet<>();
        for (int set = 1; set < counts.length; set++) {
            if (counts[set] < config.minCount()
                    || (double) counts[set] / transactions < config.minSupport()
                    || Integer.bitCount(set) > config.maxItems()
                    || !isClosed(set, counts)) {
                continue;
            }
            for (int part = set - 1 & set; part > 0; part = part - 1 & set) {
                if ((double) counts[set] / counts[part] >= config.minConfidence() && isGenerator(part, counts)) {
                    rules.add(new Sets(part, set & ~part, counts[set], counts[part], counts[set & ~part]));
                }
            }
        }
        return rules;
    }

    private static boolean isClosed(int set, int[] counts) {
        for (int bit = 1; bit < counts.length; bit <<= 1) {
            if ((set & bit) == 0 && counts[set | bit] == counts[set]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isGenerator(int set, int[] counts) {
        for (int bit = 1; bit < counts.length; bit <<= 1) {
            if ((set & bit) != 0 && set != bit && counts[set & ~bit] == counts[set]) {
                return false;
            }
        }
        return true;
    }

    private Set<Sets> found(EdgeList list, RuleConfig config, int threads) {
        Set<Sets> found = new HashSet<>();
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                Rules rules = new RuleStreamAlgorithm().cpu(graph, config, execution(threads))) {
            while (rules.hasNext()) {
                assertThat(found.add(Sets.of(rules.next()))).isTrue();
            }
        }
        return found;
    }

    private RuleCounts counted(EdgeList list, RuleConfig config, int threads) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                RuleCounts counts = new RuleAlgorithm().cpu(graph, config, execution(threads))) {
            return counts;
        }
    }

    private void assertExact(EdgeList list, RuleConfig config, Set<Sets> expected) {
        assertThat(found(list, config, 2)).as("%s of %s", config, list).isEqualTo(expected);
        RuleCounts counts = counted(list, config, 2);
        assertThat(counts.rules()).isEqualTo(expected.size());
        assertThat(counts.exactRules())
                .isEqualTo(expected.stream()
                        .filter(rule -> rule.count == rule.antecedentCount)
                        .count());
    }

    @Test
    void rulesOfSmallGraphsAreThoseOfTheDefinition() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            int transactions = 1 + random.nextInt(30);
            int items = 1 + random.nextInt(5);
            EdgeList baskets = RandomGraphs.bipartite(
                    seed, transactions, items, random.nextInt(3 * transactions * items), 1 + random.nextInt(2));
            Side side = random.nextBoolean() ? Side.RIGHT : Side.LEFT;
            EdgeList list = side == Side.RIGHT ? baskets : baskets.transposed();
            RuleConfig config =
                    config(side, random.nextInt(4) / 10.0, random.nextInt(11) / 10.0, 2 + random.nextInt(4));
            int[] counts = counts(list, side);
            Set<Sets> expected = byDefinition(list, config, counts, transactions);
            assertThat(byGenerators(config, counts, transactions)).isEqualTo(expected);
            assertExact(list, config, expected);
        }
    }

    /** Of many transactions, so that some items are dense and others sparse. */
    @Test
    void rulesOfLargerGraphsAreThoseOfClosedSetsAndGenerators() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            int transactions = 50 + random.nextInt(300);
            int items = 6 + random.nextInt(6);
            int edges = transactions * items / (1 + random.nextInt(4));
            EdgeList list = RandomGraphs.bipartite(seed, transactions, items, edges, 1 + random.nextInt(4));
            RuleConfig config =
                    config(Side.RIGHT, random.nextInt(3) / 50.0, random.nextInt(11) / 10.0, 2 + random.nextInt(items));
            assertExact(list, config, byGenerators(config, counts(list, Side.RIGHT), transactions));
        }
    }

    /** Each item misses in one transaction: every set of items is closed, and a minimal generator. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void crownHasARuleForEachSetAndEachPartOfIt(int threads) {
        RuleCounts counts = counted(TestGraphs.crown(9), config(Side.RIGHT, 0, 0, 64), threads);
        assertThat(counts.closedSets()).isEqualTo(510);
        assertThat(counts.mostItems()).isEqualTo(8);
        // Of the 3^9 ways to share items out to antecedent, consequent and neither, those with none empty.
        assertThat(counts.rules()).isEqualTo(19683 - 3 * 512 + 3);
        assertThat(counts.exactRules()).isZero();
        assertThat(counts.minCount()).isEqualTo(1);
    }

    @Test
    void closedSetOf64ItemsIsOne() {
        EdgeList list = TestGraphs.complete(5, 64);
        assertThat(counted(list, config(Side.RIGHT, 1, 1, 64), 2)).isEqualTo(new RuleCounts(64, 64, 1, 64, 5));
        assertThat(counted(list, config(Side.RIGHT, 1, 1, 63), 2)).isEqualTo(new RuleCounts(0, 0, 0, 0, 5));
    }

    @Test
    void fractionsAreThoseOfTheirDecimalForm() {
        RuleConfig config = config(Side.RIGHT, 0.1, 0.1, 64);
        // As floating point numbers the products are 3.0000000000000004 and 2.9999999999999996.
        assertThat(config.leastCount(30)).isEqualTo(3);
        assertThat(config.mostWithAntecedent(3, 1000)).isEqualTo(30);
        assertThat(config(Side.RIGHT, 0, 0.7, 64).leastCount(10)).isEqualTo(1);
        assertThat(config(Side.RIGHT, 0, 0.7, 64).mostWithAntecedent(7, 1000)).isEqualTo(10);
        assertThat(config(Side.RIGHT, 0, 0, 64).mostWithAntecedent(7, 1000)).isEqualTo(1000);
        assertThat(config(Side.RIGHT, 1, Double.MIN_VALUE, 64).mostWithAntecedent(7, Integer.MAX_VALUE))
                .isEqualTo(Integer.MAX_VALUE);
    }

    /** 5 of 6 is a double above five sixths, whose decimal form would ask for all six. */
    @Test
    void computedFractionsKeepWhatHasThem() {
        for (int of = 1; of <= 500; of++) {
            for (int count = 1; count <= of; count++) {
                double fraction = (double) count / of;
                assertThat(config(Side.RIGHT, fraction, 0, 64).leastCount(of)).isEqualTo(count);
                assertThat(config(Side.RIGHT, 0, fraction, 64).mostWithAntecedent(count, 500))
                        .isEqualTo(of);
            }
        }
    }

    @Test
    void supportAndCountMustBothHold() {
        assertThat(new RuleConfig(Side.RIGHT, 0.1, 4, 0, 64, 0, 1).leastCount(30))
                .isEqualTo(4);
        assertThat(new RuleConfig(Side.RIGHT, 0.2, 4, 0, 64, 0, 1).leastCount(30))
                .isEqualTo(6);
        assertThat(new RuleConfig(Side.RIGHT, 0, Integer.MAX_VALUE, 0, 64, 0, 1).leastCount(30))
                .isEqualTo(Integer.MAX_VALUE);
        EdgeList list = TestGraphs.complete(5, 3);
        assertThat(counted(list, new RuleConfig(Side.RIGHT, 0, 5, 0, 64, 0, 1), 2)
                        .rules())
                .isEqualTo(3);
        assertThat(counted(list, new RuleConfig(Side.RIGHT, 0, 6, 0, 64, 0, 1), 2))
                .isEqualTo(new RuleCounts(0, 0, 0, 0, 6));
        assertThat(counted(list, new RuleConfig(Side.RIGHT, 0, Integer.MAX_VALUE, 0, 64, 0, 1), 2)
                        .rules())
                .isZero();
    }

    @Test
    void measuresAreThoseOfTheirDefinitions() {
        Rule rule = new Rule(new int[] {0}, new int[] {1}, 30, 40, 50);
        assertThat(rule.support(100)).isEqualTo(0.3);
        assertThat(rule.confidence()).isEqualTo(0.75);
        assertThat(rule.lift(100)).isEqualTo(1.5);
        assertThat(rule.leverage(100)).isCloseTo(0.1, within(1e-12));
        assertThat(rule.conviction(100)).isEqualTo(2);
        assertThat(new Rule(new int[] {0}, new int[] {1}, 40, 40, 50).conviction(100))
                .isInfinite();
    }

    @Test
    void limitEndsTheSearch() {
        RuleConfig few = new RuleConfig(Side.RIGHT, 0, 1, 0, 64, 0, 5);
        assertThat(found(TestGraphs.crown(20), few, 2)).hasSize(5);
    }

    @Test
    void searchesEndAtTheirTimeout() {
        RuleConfig brief = new RuleConfig(Side.RIGHT, 0, 1, 0, 64, 100, Long.MAX_VALUE);
        EdgeList list = TestGraphs.crown(40);
        assertThatThrownBy(() -> counted(list, brief, 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the search was stopped by `timeoutMillis: 100`");
        assertThatThrownBy(() -> found(list, brief, 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the search was stopped by `timeoutMillis: 100`");
    }

    /** One closed set has 2^60 generators. */
    @Test
    void searchInOneClosedSetEndsAtItsTimeout() {
        EdgeList list = TestGraphs.crown(61);
        RuleConfig brief = new RuleConfig(Side.RIGHT, 1 / 61.0, 1, 0, 64, 300, Long.MAX_VALUE);
        assertThatThrownBy(() -> counted(list, brief, 1)).hasMessageContaining("timeoutMillis: 300");
    }
}
