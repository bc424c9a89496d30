package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreCommunitiesAlgorithm;
import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreConfig;
import dev.motif.algorithm.level.community.Hierarchy;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.algorithm.level.community.MemberLists;
import dev.motif.algorithm.level.core.KCoreCommunitiesAlgorithm;
import dev.motif.algorithm.level.core.KCoreConfig;
import dev.motif.algorithm.level.tip.TipCommunitiesAlgorithm;
import dev.motif.algorithm.level.tip.TipConfig;
import dev.motif.algorithm.level.truss.KTrussCommunitiesAlgorithm;
import dev.motif.algorithm.level.truss.KTrussConfig;
import dev.motif.algorithm.level.wing.WingCommunitiesAlgorithm;
import dev.motif.algorithm.level.wing.WingConfig;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CommunityOracle;
import dev.motif.oracle.CoreOracle;
import dev.motif.oracle.PeelingOracle;
import dev.motif.oracle.Python;
import dev.motif.oracle.TrussOracle;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Communities of all families against their definition. */
@LeavesNothing
@Timeout(300)
class CommunitiesTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(100);
    private static final int LARGE_GRAPHS = 4;
    private static final BackendCase BACKEND = new BackendCase(Backend.CPU, 2);

    private final NativeMemory memory = new NativeMemory(1L << 30);

    /** The vertices, right ones as their complements, and edges of a set of elements. */
    private record Parts(Set<Integer> vertices, BitSet edges) {
        /** The parts with these edges of a sorted list, and vertices. */
        static Parts of(Set<Integer> vertices, EdgeList list, Predicate<Edge> edges) {
            BitSet kept = new BitSet();
            for (int edge = 0; edge < list.edges().size(); edge++) {
                kept.set(edge, edges.test(list.edges().get(edge)));
            }
            return new Parts(vertices, kept);
        }
    }

    /** A family of communities, with what the definition says of a graph. */
    enum Family {
        CORE(new KCoreCommunitiesAlgorithm(), HierarchyConfig.of(new KCoreConfig()), true, 1) {
            @Override
            List<Long> levels(EdgeList list) {
                return CoreOracle.cores(list).stream().map(Integer::longValue).toList();
            }

            @Override
            List<int[]> connections(EdgeList list) {
                return CommunityOracle.edges(list);
            }

            @Override
            Parts parts(EdgeList list, BitSet elements) {
                return Parts.of(setOf(elements.stream()), list, e -> elements.get(e.left()) && elements.get(e.right()));
            }
        },
        TRUSS_BY_TRIANGLES(new KTrussCommunitiesAlgorithm(), HierarchyConfig.of(new KTrussConfig()), true, 3) {
            @Override
            List<Long> levels(EdgeList list) {
                return TrussOracle.trusses(list);
            }

            @Override
            List<int[]> connections(EdgeList list) {
                return CommunityOracle.triangles(list);
            }
        },
        TRUSS_BY_EDGES(new KTrussCommunitiesAlgorithm(), new HierarchyConfig<>(new KTrussConfig(), 0, true), true, 2) {
            @Override
            List<Long> levels(EdgeList list) {
                return TrussOracle.trusses(list);
            }

            @Override
            List<int[]> connections(EdgeList list) {
                return CommunityOracle.sharedEnds(list);
            }
        },
        WING(new WingCommunitiesAlgorithm(), HierarchyConfig.of(new WingConfig()), false, 1) {
            @Override
            List<Long> levels(EdgeList list) {
                return PeelingOracle.wings(list);
            }

            @Override
            List<int[]> connections(EdgeList list) {
                return CommunityOracle.butterflies(list);
            }
        },
        LEFT_TIP(new TipCommunitiesAlgorithm(), HierarchyConfig.of(new TipConfig(Side.LEFT)), false, 1) {
            @Override
            List<Long> levels(EdgeList list) {
                return PeelingOracle.leftTips(list);
            }

            @Override
            List<int[]> connections(EdgeList list) {
                return CommunityOracle.leftPairs(list);
            }

            @Override
            Parts parts(EdgeList list, BitSet elements) {
                List<Edge> edges = list.edges().stream()
                        .filter(e -> elements.get(e.left()))
                        .toList();
                return Parts.of(ends(edges, false), list, edges::contains);
            }
        },
        RIGHT_TIP(new TipCommunitiesAlgorithm(), HierarchyConfig.of(new TipConfig(Side.RIGHT)), false, 1) {
            @Override
            List<Long> levels(EdgeList list) {
                return LEFT_TIP.levels(list.transposed());
            }

            @Override
            List<int[]> connections(EdgeList list) {
                return LEFT_TIP.connections(list.transposed());
            }

            @Override
            Parts parts(EdgeList list, BitSet elements) {
                List<Edge> edges = list.edges().stream()
                        .filter(e -> elements.get(e.right()))
                        .toList();
                return Parts.of(ends(edges, false), list, edges::contains);
            }
        },
        ALPHA_BETA_CORE(
                new AlphaBetaCoreCommunitiesAlgorithm(),
                HierarchyConfig.of(new AlphaBetaCoreConfig(List.of(2), 1)),
                false,
                1) {
            @Override
            List<Long> levels(EdgeList list) {
                Long[] levels = new Long[list.left() + list.right()];
                Arrays.fill(levels, 0L);
                List<Edge> edges = list.edges();
                for (long beta = 1; !edges.isEmpty(); beta++) {
                    edges = core(edges, 2, beta);
                    for (Edge edge : edges) {
                        levels[edge.left()] = beta;
                        levels[list.left() + edge.right()] = beta;
                    }
                }
                return List.of(levels);
            }

            private List<Edge> core(List<Edge> edges, long alpha, long beta) {
                List<Edge> rest = new ArrayList<>(edges);
                boolean changed = true;
                while (changed) {
                    Map<Integer, Integer> degrees = new HashMap<>();
                    rest.forEach(edge -> {
                        degrees.merge(edge.left(), 1, Integer::sum);
                        degrees.merge(~edge.right(), 1, Integer::sum);
                    });
                    changed = rest.removeIf(
                            edge -> degrees.get(edge.left()) < alpha || degrees.get(~edge.right()) < beta);
                }
                return rest;
            }

            @Override
            List<int[]> connections(EdgeList list) {
                return list.edges().stream()
                        .map(e -> new int[] {e.left(), list.left() + e.right()})
                        .toList();
            }

            @Override
            Parts parts(EdgeList list, BitSet elements) {
                return Parts.of(
                        setOf(elements.stream().map(v -> v < list.left() ? v : ~(v - list.left()))),
                        list,
                        e -> elements.get(e.left()) && elements.get(list.left() + e.right()));
            }
        };

        private final Algorithm<?, ?, Hierarchy> algorithm;
        private final HierarchyConfig<?> config;
        private final boolean unipartite;
        private final long least;

        Family(Algorithm<?, ?, Hierarchy> algorithm, HierarchyConfig<?> config, boolean unipartite, long least) {
            this.algorithm = algorithm;
            this.config = config;
            this.unipartite = unipartite;
            this.least = least;
        }

        abstract List<Long> levels(EdgeList list);

        abstract List<int[]> connections(EdgeList list);

        /** Of elements that are edges. */
        Parts parts(EdgeList list, BitSet elements) {
            List<Edge> edges = list.sorted().edges();
            return new Parts(ends(elements.stream().mapToObj(edges::get).toList(), unipartite), elements);
        }

        private static Set<Integer> ends(List<Edge> edges, boolean unipartite) {
            return setOf(edges.stream().flatMapToInt(e -> IntStream.of(e.left(), unipartite ? e.right() : ~e.right())));
        }

        private static Set<Integer> setOf(IntStream vertices) {
            return new HashSet<>(vertices.boxed().toList());
        }

        EdgeList random(long seed) {
            int side = 4 + (int) seed % 8;
            return (unipartite
                            ? RandomGraphs.uniform(3 * side, 0.1 + seed % 5 * 0.1, seed)
                            : RandomGraphs.bipartite(seed, side, side + 2, 5 * side, 1 + seed % 3 * 0.3))
                    .sorted();
        }

        EdgeList large(long seed) {
            if (!unipartite) {
                return RandomGraphs.bipartite(seed, 700, 500, 9000, 2.5).sorted();
            }
            // Groups within groups, so that there are many levels, and some communities of each.
            EdgeList groups = RandomGraphs.uniform(40, 0.9, seed);
            for (int i = 1; i < 16; i++) {
                groups = groups.disjointUnion(RandomGraphs.uniform(20 + 2 * i, 0.3 + i % 4 * 0.2, seed + i));
            }
            Set<Edge> edges = new HashSet<>(groups.edges());
            RandomGraphs.uniform(groups.left(), 0.01, seed).edges().forEach(edges::add);
            return new EdgeList(groups.left(), groups.left(), List.copyOf(edges)).sorted();
        }

        /** Applies {@code of} to the communities. */
        <T> T run(EdgeList list, long k, BackendCase backend, NativeMemory memory, Function<Hierarchy, T> of) {
            return run(list, k, backend, memory, (graph, communities) -> of.apply(communities));
        }

        @SuppressWarnings("unchecked")
        <T> T run(EdgeList list, long k, BackendCase backend, NativeMemory memory, BiFunction<Graph, Hierarchy, T> of) {
            try (Graph graph = unipartite
                            ? list.toUnipartiteGraph(memory, Workers.of(1))
                            : list.toGraph(memory, Workers.of(1));
                    Hierarchy communities = backend.run(
                            (Algorithm<Graph, HierarchyConfig<?>, Hierarchy>) algorithm,
                            graph,
                            new HierarchyConfig<>(config.numbers(), k, config.byEdges()),
                            memory)) {
                return of.apply(graph, communities);
            }
        }
    }

    private static BitSet elements(Hierarchy communities, int community) {
        BitSet elements = new BitSet();
        Arrays.stream(communities.members(community)).forEach(elements::set);
        assertThat(elements.cardinality()).isEqualTo(communities.size(community));
        return elements;
    }

    private static void assertIs(
            Hierarchy actual, Family family, EdgeList list, int elementCount, Map<BitSet, Long> expected, String what) {
        List<BitSet> all = IntStream.range(0, actual.count())
                .mapToObj(community -> elements(actual, community))
                .toList();
        Map<BitSet, Long> found = new HashMap<>();
        for (int community = 0; community < all.size(); community++) {
            found.put(all.get(community), actual.level(community));
        }
        assertThat(found).as(what).isEqualTo(expected).hasSize(all.size());
        assertThat(actual.levelCount())
                .isEqualTo(expected.values().stream().distinct().count());
        List<Integer> numbers = IntStream.range(0, all.size()).boxed().toList();
        assertThat(numbers)
                .as(what)
                .isSortedAccordingTo(Comparator.<Integer>comparingLong(each -> -actual.level(each))
                        .thenComparingLong(each -> -actual.vertexCount(each)));
        for (int community : numbers) {
            BitSet own = all.get(community);
            int parent = numbers.stream()
                    .filter(other -> other != community && contains(all.get(other), own))
                    .min(Comparator.comparingInt(other -> all.get(other).cardinality()))
                    .orElse(-1);
            assertThat(actual.parent(community)).as(what).isEqualTo(parent);
            Parts parts = family.parts(list, own);
            assertThat(actual.vertexCount(community)).as(what).isEqualTo(parts.vertices.size());
            assertThat(actual.edgeCount(community)).as(what).isEqualTo(parts.edges.cardinality());
            long left = parts.vertices.stream().filter(v -> v >= 0).count();
            double most = family.unipartite ? left * (left - 1) / 2.0 : (double) left * (parts.vertices.size() - left);
            assertThat(actual.density(community)).as(what).isEqualTo(parts.edges.cardinality() / most);
        }
        for (int index = 0; index < elementCount; index++) {
            int of = index;
            int deepest = numbers.stream()
                    .filter(each -> all.get(each).get(of))
                    .min(Comparator.comparingInt(each -> all.get(each).cardinality()))
                    .orElse(-1);
            assertThat(actual.deepest(index)).as(what).isEqualTo(deepest);
        }
    }

    private static boolean contains(BitSet all, BitSet part) {
        BitSet rest = (BitSet) part.clone();
        rest.andNot(all);
        return rest.isEmpty() && !all.equals(part);
    }

    @ParameterizedTest
    @EnumSource
    void communitiesAreWhatTheDefinitionSays(Family family) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = family.random(seed);
            List<Long> levels = family.levels(list);
            List<int[]> connections = family.connections(list);
            String what = family + ", seed " + seed + ": " + list;
            Map<BitSet, Long> expected = CommunityOracle.communities(levels, family.least, connections);
            for (BackendCase backend : BackendCase.cpu().toList()) {
                family.run(list, 0, backend, memory, actual -> {
                    assertIs(actual, family, list, levels.size(), expected, what);
                    return null;
                });
            }
            LongStream ks = levels.stream().mapToLong(Long::longValue).distinct();
            for (long k : LongStream.concat(ks, LongStream.of(1_000))
                    .filter(k -> k > 0)
                    .toArray()) {
                Map<BitSet, Long> ofLevel = new HashMap<>();
                CommunityOracle.ofLevel(levels, Math.max(k, family.least), connections)
                        .forEach(each -> ofLevel.put(each, k));
                family.run(list, k, BackendCase.cpu().findFirst().orElseThrow(), memory, actual -> {
                    assertIs(actual, family, list, levels.size(), ofLevel, what + " at " + k);
                    return null;
                });
            }
        }
    }

    /** The level, vertices and edges of each community; vertices of the right side as their complements. */
    private List<String> members(Graph graph, Hierarchy all, String what) {
        try (HeapBudget.Share heap = memory.heap().share("members");
                MemberLists lists = new MemberLists(graph, all, memory, Workers.of(1), heap)) {
            List<String> found = new ArrayList<>();
            // From the last one on, since lists must not depend on earlier ones.
            for (int community = all.count() - 1; community >= 0; community--) {
                MemberLists.Members members = lists.of(community, true);
                assertThat(heap.bytes()).as(what).isGreaterThan(96 * all.vertexCount(community));
                assertThat(members.left().length + (long) members.right().length)
                        .as(what)
                        .isEqualTo(all.vertexCount(community));
                assertThat(members.left()).isSorted();
                assertThat(members.right()).isSorted();
                Set<Integer> vertices =
                        new HashSet<>(Arrays.stream(members.left()).boxed().toList());
                Arrays.stream(members.right()).forEach(v -> vertices.add(~v));
                BitSet edges = new BitSet();
                LongStream.of(members.edges()).forEach(edge -> edges.set((int) edge));
                assertThat(members.edges()).as(what).isSorted().hasSize(edges.cardinality());
                found.add(all.level(community) + " " + new TreeSet<>(vertices) + " " + edges);
                MemberLists.Members vertexLists = lists.of(community, false);
                assertThat(vertexLists.edges()).isNull();
                assertThat(vertexLists.vertices()).isDeepEqualTo(members.vertices());
            }
            return found;
        }
    }

    @ParameterizedTest
    @EnumSource
    void membersAreWhatTheDefinitionSays(Family family) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = family.random(seed);
            List<Long> levels = family.levels(list);
            List<int[]> connections = family.connections(list);
            String what = family + ", seed " + seed + ": " + list;
            Map<BitSet, Long> all = CommunityOracle.communities(levels, family.least, connections);
            List<String> ofAllLevels =
                    family.run(list, 0, BACKEND, memory, (graph, found) -> members(graph, found, what));
            assertThat(ofAllLevels).as(what).containsExactlyInAnyOrderElementsOf(expected(family, list, all));
            for (long k : levels.stream().filter(k -> k > 0).distinct().toList()) {
                Map<BitSet, Long> ofLevel = new HashMap<>();
                CommunityOracle.ofLevel(levels, Math.max(k, family.least), connections)
                        .forEach(each -> ofLevel.put(each, k));
                List<String> ofOne =
                        family.run(list, k, BACKEND, memory, (graph, found) -> members(graph, found, what));
                assertThat(ofOne)
                        .as(what + " at " + k)
                        .containsExactlyInAnyOrderElementsOf(expected(family, list, ofLevel));
            }
        }
    }

    /** One row may have all of a graph. */
    @ParameterizedTest
    @EnumSource
    void cancellationEndsMakingMembers(Family family) {
        AtomicBoolean cancelled = new AtomicBoolean();
        EdgeList list = family.large(0);
        family.run(list, 0, BACKEND, memory, (graph, all) -> {
            try (HeapBudget.Share heap = memory.heap().share("members");
                    MemberLists lists =
                            new MemberLists(graph, all, memory, Workers.of(1).with(cancelled::get), heap)) {
                cancelled.set(true);
                assertThatThrownBy(() -> {
                            for (int made = 0; made < 2 * Steps.PER_LOOK; made++) {
                                lists.of(made % all.count(), true);
                            }
                        })
                        .isInstanceOf(CancellationException.class);
            }
            return null;
        });
    }

    private static List<String> expected(Family family, EdgeList list, Map<BitSet, Long> communities) {
        return communities.entrySet().stream()
                .map(each -> {
                    Parts parts = family.parts(list, each.getKey());
                    return each.getValue() + " " + new TreeSet<>(parts.vertices) + " " + parts.edges;
                })
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void threadsFindTheSame(Family family) {
        for (int seed = 0; seed < LARGE_GRAPHS; seed++) {
            EdgeList list = family.large(seed);
            List<List<String>> rows = BackendCase.cpu()
                    .map(backend -> family.run(list, 0, backend, memory, CommunitiesTest::rows))
                    .toList();
            assertThat(rows.get(0)).hasSizeGreaterThan(10);
            assertThat(rows.get(1)).isEqualTo(rows.get(0));
        }
    }

    @Tag("gpu")
    @ParameterizedTest
    @EnumSource
    void numbersOfAGpuGiveTheSame(Family family) {
        for (int seed = 0; seed < LARGE_GRAPHS; seed++) {
            EdgeList list = family.large(seed);
            List<String> ofCpu = family.run(list, 0, new BackendCase(Backend.CPU, 3), memory, CommunitiesTest::rows);
            for (BackendCase gpu : BackendCase.gpu().toList()) {
                assertThat(family.run(list, 0, gpu, memory, CommunitiesTest::rows))
                        .as("%s, seed %d", family, seed)
                        .isEqualTo(ofCpu);
            }
        }
    }

    private static List<String> rows(Hierarchy communities) {
        return IntStream.range(0, communities.count())
                .mapToObj(each -> communities.level(each) + " " + communities.parent(each) + " "
                        + communities.vertexCount(each) + " " + communities.edgeCount(each) + " "
                        + elements(communities, each))
                .toList();
    }

    /** The nodes of the components of a core or a truss, which are the communities by edges. */
    @ParameterizedTest
    @CsvSource({"CORE, k_core, 3", "CORE, k_core, 5", "TRUSS_BY_EDGES, k_truss, 3", "TRUSS_BY_EDGES, k_truss, 6"})
    void networkxFindsTheSame(Family family, String function, int k) throws Exception {
        assumeTrue(Python.has("networkx"), "no networkx");
        EdgeList list = family.large(k);
        StringBuilder input = new StringBuilder();
        list.edges()
                .forEach(e ->
                        input.append(e.left()).append(' ').append(e.right()).append('\n'));
        String said = Python.run(
                "import networkx, sys\n"
                        + "g = networkx.Graph(tuple(map(int, line.split())) for line in sys.stdin)\n"
                        + "h = networkx." + function + "(g, " + k + ")\n"
                        + "for c in networkx.connected_components(h):\n"
                        + "    if len(c) > 1: print(len(c), h.subgraph(c).number_of_edges())",
                input.toString());
        List<String> found =
                family.run(list, k, new BackendCase(Backend.CPU, 2), memory, all -> IntStream.range(0, all.count())
                        .mapToObj(each -> all.vertexCount(each) + " " + all.edgeCount(each))
                        .sorted()
                        .toList());
        assertThat(found).isNotEmpty().isEqualTo(said.lines().sorted().toList());
    }

    @ParameterizedTest
    @EnumSource
    void emptyGraphsHaveNone(Family family) {
        for (EdgeList list : List.of(new EdgeList(0, 0, List.of()), new EdgeList(3, 3, List.of()))) {
            assertThat(family.run(list, 0, new BackendCase(Backend.CPU, 3), memory, Hierarchy::count))
                    .isZero();
        }
    }
}
