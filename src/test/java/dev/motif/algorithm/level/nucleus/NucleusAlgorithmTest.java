package dev.motif.algorithm.level.nucleus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.level.community.CommunityChoice;
import dev.motif.algorithm.level.community.Hierarchy;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.algorithm.level.community.HierarchyConfig.Members;
import dev.motif.algorithm.level.community.MemberLists;
import dev.motif.backend.Backend;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CommunityOracle;
import dev.motif.oracle.CoreOracle;
import dev.motif.oracle.TrussOracle;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nuclei against their definition. */
@LeavesNothing
@Timeout(300)
class NucleusAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(60);
    private static final int LARGE_GRAPHS = 3;

    private final NativeMemory memory = new NativeMemory(1L << 30);

    /** The cliques of a graph of some size, each as its vertices, ascending. */
    private static List<List<Integer>> cliques(EdgeList list, int size) {
        Set<Edge> edges = new HashSet<>(list.edges());
        List<List<Integer>> all =
                IntStream.range(0, list.left()).mapToObj(List::of).toList();
        for (int i = 1; i < size; i++) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> clique : all) {
                for (int v = clique.get(clique.size() - 1) + 1; v < list.left(); v++) {
                    int next = v;
                    if (clique.stream().allMatch(u -> edges.contains(new Edge(u, next)))) {
                        longer.add(Stream.concat(clique.stream(), Stream.of(v)).toList());
                    }
                }
            }
            all = longer;
        }
        return all;
    }

    /** The cliques of r vertices in each one of r + 1, as indexes. */
    private static List<int[]> larger(EdgeList list, int r, List<List<Integer>> cliques) {
        Map<List<Integer>, Integer> index = new HashMap<>();
        cliques.forEach(clique -> index.put(clique, index.size()));
        return cliques(list, r + 1).stream()
                .map(each -> IntStream.rangeClosed(0, r)
                        .map(without -> index.get(IntStream.rangeClosed(0, r)
                                .filter(i -> i != without)
                                .mapToObj(each::get)
                                .toList()))
                        .toArray())
                .toList();
    }

    /** The numbers by definition: what is left when cliques in too few larger ones are taken away. */
    private static List<Long> numbers(int count, List<int[]> larger) {
        List<Long> numbers = new ArrayList<>(Collections.nCopies(count, 0L));
        Set<Integer> left = new HashSet<>(IntStream.range(0, count).boxed().toList());
        for (long k = 1; !left.isEmpty(); k++) {
            int before;
            do {
                before = left.size();
                Map<Integer, Long> in = new HashMap<>();
                for (int[] each : larger) {
                    if (IntStream.of(each).allMatch(left::contains)) {
                        IntStream.of(each).forEach(member -> in.merge(member, 1L, Long::sum));
                    }
                }
                long least = k;
                left.removeIf(member -> in.getOrDefault(member, 0L) < least);
            } while (left.size() < before);
            for (int member : left) {
                numbers.set(member, k);
            }
        }
        return numbers;
    }

    /** The largest number of a clique with each vertex, or each edge. */
    private static List<Long> largest(EdgeList list, int r, List<List<Integer>> cliques, List<Long> numbers) {
        List<List<Integer>> elements = r == 1
                ? cliques
                : list.sorted().edges().stream()
                        .map(e -> List.of(e.left(), e.right()))
                        .toList();
        return elements.stream()
                .map(element -> IntStream.range(0, cliques.size())
                        .filter(i -> cliques.get(i).containsAll(element))
                        .mapToObj(numbers::get)
                        .max(Long::compare)
                        .orElse(0L))
                .toList();
    }

    private <T> T each(EdgeList list, int r, BackendCase backend, Function<NucleusNumbers, T> of) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                NucleusNumbers numbers =
                        backend.run(new NucleusAlgorithm(), graph, new NucleusConfig(r, true), memory)) {
            return of.apply(numbers);
        }
    }

    private static List<Long> perElement(NucleusNumbers numbers) {
        return LongStream.range(0, numbers.perElement().length())
                .mapToObj(numbers.perElement()::get)
                .toList();
    }

    private <T> T nuclei(EdgeList list, int r, long k, BackendCase backend, Function<Hierarchy, T> of) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                Hierarchy nuclei = backend.run(
                        new NucleusCommunitiesAlgorithm(),
                        graph,
                        new HierarchyConfig<>(new NucleusConfig(r, false), k, false),
                        memory)) {
            return of.apply(nuclei);
        }
    }

    /** Each community as its level, nodes and edges, and those of its parent. */
    private static List<String> rows(Hierarchy all) {
        return IntStream.range(0, all.count())
                .mapToObj(each -> row(all, each) + " in " + (all.parent(each) < 0 ? "" : row(all, all.parent(each))))
                .sorted()
                .toList();
    }

    private static String row(Hierarchy all, int community) {
        return all.level(community) + " " + all.vertexCount(community) + " " + all.edgeCount(community) + " "
                + all.size(community);
    }

    private static List<String> expected(List<List<Integer>> cliques, EdgeList list, Map<BitSet, Long> communities) {
        Map<BitSet, String> rows = new HashMap<>();
        communities.forEach((members, level) -> {
            Set<Integer> vertices = new TreeSet<>();
            Set<List<Integer>> pairs = new HashSet<>();
            members.stream().mapToObj(cliques::get).forEach(clique -> {
                vertices.addAll(clique);
                clique.forEach(u -> clique.stream().filter(v -> u < v).forEach(v -> pairs.add(List.of(u, v))));
            });
            long edges = cliques.get(0).size() > 1
                    ? pairs.size()
                    : list.edges().stream()
                            .filter(e -> vertices.contains(e.left()) && vertices.contains(e.right()))
                            .count();
            rows.put(members, level + " " + vertices.size() + " " + edges + " " + members.cardinality());
        });
        return rows.keySet().stream()
                .map(own -> rows.get(own) + " in "
                        + rows.keySet().stream()
                                .filter(other -> !other.equals(own) && contains(other, own))
                                .min((a, b) -> Integer.compare(a.cardinality(), b.cardinality()))
                                .map(rows::get)
                                .orElse(""))
                .sorted()
                .toList();
    }

    /** The level, vertices and edges of each nucleus. */
    private List<String> members(EdgeList list, int r, long k) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                Hierarchy all = new BackendCase(Backend.CPU, 2)
                        .run(
                                new NucleusCommunitiesAlgorithm(),
                                graph,
                                new HierarchyConfig<>(
                                        new NucleusConfig(r, false), k, false, CommunityChoice.ALL, Members.VERTICES),
                                memory);
                HeapBudget.Share heap = memory.heap().share("members");
                MemberLists lists = new MemberLists(graph, all, memory, Workers.of(1), heap)) {
            return IntStream.range(0, all.count())
                    .mapToObj(each -> all.level(each) + " "
                            + IntStream.of(lists.of(each, true).left()).boxed().toList() + " "
                            + LongStream.of(lists.of(each, true).edges())
                                    .boxed()
                                    .toList())
                    .toList();
        }
    }

    private static List<String> expectedMembers(
            List<List<Integer>> cliques, EdgeList list, Map<BitSet, Long> communities) {
        List<Edge> edges = list.edges();
        return communities.entrySet().stream()
                .map(each -> {
                    List<List<Integer>> members =
                            each.getKey().stream().mapToObj(cliques::get).toList();
                    Set<Integer> vertices = new TreeSet<>();
                    members.forEach(vertices::addAll);
                    List<Long> indexes = LongStream.range(0, edges.size())
                            .filter(i -> {
                                List<Integer> ends = List.of(
                                        edges.get((int) i).left(),
                                        edges.get((int) i).right());
                                return cliques.get(0).size() == 1
                                        ? vertices.containsAll(ends)
                                        : members.stream().anyMatch(clique -> clique.containsAll(ends));
                            })
                            .boxed()
                            .toList();
                    return each.getValue() + " " + vertices + " " + indexes;
                })
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void membersAreWhatTheDefinitionSays(int r) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.uniform(8 + seed % 12, 0.3 + seed % 7 * 0.1, seed)
                    .sorted();
            List<List<Integer>> cliques = cliques(list, r);
            List<int[]> larger = larger(list, r, cliques);
            List<Long> numbers = numbers(cliques.size(), larger);
            String what = "r " + r + ", seed " + seed + ": " + list;
            assertThat(members(list, r, 0))
                    .as(what)
                    .containsExactlyInAnyOrderElementsOf(
                            expectedMembers(cliques, list, CommunityOracle.communities(numbers, 1, larger)));
            Map<BitSet, Long> ofTwo = new HashMap<>();
            CommunityOracle.ofLevel(numbers, 2, larger).forEach(each -> ofTwo.put(each, 2L));
            assertThat(members(list, r, 2))
                    .as(what)
                    .containsExactlyInAnyOrderElementsOf(expectedMembers(cliques, list, ofTwo));
        }
    }

    private static boolean contains(BitSet all, BitSet part) {
        BitSet rest = (BitSet) part.clone();
        rest.andNot(all);
        return rest.isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void numbersAndNucleiAreWhatTheDefinitionSays(int r) {
        long levels = 0;
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.uniform(8 + seed % 12, 0.3 + seed % 7 * 0.1, seed)
                    .sorted();
            List<List<Integer>> cliques = cliques(list, r);
            List<int[]> larger = larger(list, r, cliques);
            List<Long> numbers = numbers(cliques.size(), larger);
            List<Long> expected = largest(list, r, cliques, numbers);
            levels = Math.max(levels, numbers.stream().distinct().count());
            String what = "r " + r + ", seed " + seed + ": " + list;
            for (BackendCase backend : BackendCase.cpu().toList()) {
                assertThat(each(list, r, backend, NucleusAlgorithmTest::perElement))
                        .as(what)
                        .isEqualTo(expected);
                assertThat(each(list, r, backend, NucleusNumbers::most))
                        .as(what)
                        .isEqualTo(numbers.stream().max(Long::compare).orElse(-1L));
                assertThat(nuclei(list, r, 0, backend, NucleusAlgorithmTest::rows))
                        .as(what)
                        .isEqualTo(
                                cliques.isEmpty()
                                        ? List.of()
                                        : expected(cliques, list, CommunityOracle.communities(numbers, 1, larger)));
            }
        }
        assertThat(levels).isGreaterThan(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void smallCliquesHaveCoreAndTrussNumbers(int r) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed).sorted();
            List<Long> expected = r == 1
                    ? CoreOracle.cores(list).stream().map(Integer::longValue).toList()
                    : TrussOracle.trusses(list).stream().map(truss -> truss - 2).toList();
            assertThat(each(list, r, new BackendCase(Backend.CPU, 2), NucleusAlgorithmTest::perElement))
                    .as("seed " + seed)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void threadsFindTheSame(int r) {
        for (int seed = 0; seed < LARGE_GRAPHS; seed++) {
            EdgeList groups = RandomGraphs.uniform(60, 0.8, seed)
                    .disjointUnion(RandomGraphs.uniform(300, 0.2, seed + 1))
                    .disjointUnion(RandomGraphs.uniform(40, 0.9, seed + 2));
            Set<Edge> edges = new HashSet<>(groups.edges());
            edges.addAll(RandomGraphs.uniform(groups.left(), 0.02, seed + 3).edges());
            EdgeList list = new EdgeList(groups.left(), groups.left(), List.copyOf(edges)).sorted();
            List<List<String>> rows = BackendCase.cpu()
                    .map(backend -> nuclei(list, r, 0, backend, all -> IntStream.range(0, all.count())
                            .mapToObj(each -> row(all, each) + " " + all.parent(each))
                            .toList()))
                    .toList();
            assertThat(rows.get(0)).hasSizeGreaterThan(5);
            assertThat(rows.get(1)).isEqualTo(rows.get(0));
            List<List<Long>> numbers = BackendCase.cpu()
                    .map(backend -> each(list, r, backend, NucleusAlgorithmTest::perElement))
                    .toList();
            assertThat(numbers.get(1)).isEqualTo(numbers.get(0));
        }
    }

    /** Two cliques of six that share an edge: a truss joins them, a nucleus of triangles does not. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void cliquesThatShareAnEdge(int r) {
        List<Edge> edges = new ArrayList<>();
        for (int[] group : new int[][] {{0, 1, 2, 3, 4, 5}, {4, 5, 6, 7, 8, 9}}) {
            for (int u : group) {
                for (int v : group) {
                    if (u < v && !edges.contains(new Edge(u, v))) {
                        edges.add(new Edge(u, v));
                    }
                }
            }
        }
        EdgeList list = new EdgeList(10, 10, edges).sorted();
        assertThat(nuclei(list, r, 0, new BackendCase(Backend.CPU, 2), NucleusAlgorithmTest::rows))
                .isEqualTo(r == 2 ? List.of("4 10 29 29 in ") : List.of("3 6 15 20 in ", "3 6 15 20 in "));
        // At the shared edge.
        assertThat(nuclei(list, r, 1, new BackendCase(Backend.CPU, 2), (Hierarchy all) -> (Long) all.vertexCount(0)))
                .isEqualTo(r == 2 ? 10L : 6L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void emptyGraphsHaveNone(int r) {
        for (EdgeList list : List.of(new EdgeList(0, 0, List.of()), new EdgeList(3, 3, List.of()))) {
            assertThat(nuclei(list, r, 0, new BackendCase(Backend.CPU, 3), Hierarchy::count))
                    .isZero();
            assertThat(each(list, r, new BackendCase(Backend.CPU, 3), NucleusNumbers::most))
                    .isEqualTo(r == 1 && list.left() > 0 ? 0L : -1L);
        }
    }
}
