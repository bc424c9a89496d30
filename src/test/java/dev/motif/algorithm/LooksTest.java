package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.TimeWindow;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every algorithm looks at its cancellation the more often the larger the graph is, also where the graph is one long chain or
 * one vertex has all edges. The looks are counted that the work takes itself; those of a thread that waits come by a clock.
 */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LooksTest {
    private static final int EDGES = 1 << 19;

    /** The vertices and edges of a graph for which there must be a look, at least. */
    private static final int MOST_FOR_A_LOOK = 1 << 17;

    /** Finds pairs only while they are read. */
    private static final String LEFT_OUT = "PairsAlgorithm";

    private final NativeMemory memory = new NativeMemory(1L << 33);
    private final Map<String, Graph> bipartite = new LinkedHashMap<>();
    private final Map<String, Graph> unipartite = new LinkedHashMap<>();

    @BeforeAll
    void makeGraphs() {
        int side = (int) Math.sqrt(EDGES);
        EdgeList star = new EdgeList(1, EDGES, edges(EDGES, v -> new Edge(0, v)));
        addBipartite("path", chain(EDGES / 2 + 1));
        addBipartite("star", star);
        addBipartite("star from the right", star.transposed());
        addBipartite("cycle", chain(EDGES / 2));
        addBipartite("complete", new EdgeList(side, side, edges(side * side, e -> new Edge(e / side, e % side))));
        addUnipartite("path", chain(EDGES + 1, EDGES));
        addUnipartite("star", new EdgeList(EDGES + 1, EDGES + 1, edges(EDGES, v -> new Edge(0, v + 1))));
        addUnipartite("cycle", chain(EDGES, EDGES));
        int clique = (int) Math.sqrt(2.0 * EDGES);
        addUnipartite(
                "clique",
                new EdgeList(
                        clique,
                        clique,
                        IntStream.range(0, clique)
                                .boxed()
                                .flatMap(u -> IntStream.range(u + 1, clique).mapToObj(v -> new Edge(u, v)))
                                .toList()));
    }

    private void addBipartite(String shape, EdgeList list) {
        bipartite.put(shape, list.toGraph(memory, Workers.of(1)));
    }

    private void addUnipartite(String shape, EdgeList list) {
        unipartite.put(shape, list.toUnipartiteGraph(memory, Workers.of(1)));
    }

    private static List<Edge> edges(int count, IntFunction<Edge> edge) {
        return IntStream.range(0, count).mapToObj(edge).toList();
    }

    /** A path of {@link #EDGES} edges, or a cycle where there are as few left vertices, numbered at random. */
    private static EdgeList chain(int left) {
        List<Integer> atLeft = EdgeList.permutation(left, 1);
        List<Integer> atRight = EdgeList.permutation(EDGES / 2, 2);
        return new EdgeList(
                left, EDGES / 2, edges(EDGES, e -> new Edge(atLeft.get((e + 1) / 2 % left), atRight.get(e / 2))));
    }

    /** The same in a unipartite graph. */
    private static EdgeList chain(int vertices, int edges) {
        List<Integer> at = EdgeList.permutation(vertices, 1);
        return new EdgeList(vertices, vertices, edges(edges, i -> {
            int u = at.get(i);
            int v = at.get((i + 1) % vertices);
            return new Edge(Math.min(u, v), Math.max(u, v));
        }));
    }

    @AfterAll
    void closeGraphs() {
        bipartite.values().forEach(Graph::close);
        unipartite.values().forEach(Graph::close);
    }

    static Stream<AlgorithmCase<?, ?, ?>> ofEachAlgorithm() {
        Map<String, AlgorithmCase<?, ?, ?>> first = new LinkedHashMap<>();
        AlgorithmCases.all()
                .filter(run -> !needsTimes(run.config()))
                .forEach(run -> first.putIfAbsent(run.algorithm().getClass().getSimpleName(), run));
        first.remove(LEFT_OUT);
        return first.values().stream();
    }

    /** Whether a configuration has the times of the edges of a certain graph. */
    private static boolean needsTimes(Object config) {
        return config instanceof TimeWindow.Timed<?> timed && timed.window() != null;
    }

    @ParameterizedTest
    @MethodSource("ofEachAlgorithm")
    void runLooksTheMoreOftenTheLargerTheGraph(AlgorithmCase<?, ?, ?> run) {
        (run.isBipartite() ? bipartite : unipartite).forEach((shape, graph) -> {
            long live = memory.liveBytes();
            long least = (GraphSize.of(graph).vertices() + GraphSize.of(graph).edges()) / MOST_FOR_A_LOOK;
            AtomicLong looks = new AtomicLong();
            Cancellation atLeast = () -> (isByClock() ? looks.get() : looks.incrementAndGet()) >= least;
            Workers workers = new Workers(1, atLeast, Progress.NONE);
            assertThatThrownBy(() -> run.run(graph, new Execution(memory, workers, new StageTimes()), null))
                    .as("%s of a %s, which has looked %d times", run, shape, looks.get())
                    .isInstanceOf(CancellationException.class);
            assertThat(memory.liveBytes()).as("%s of a %s", run, shape).isEqualTo(live);
        });
    }

    /** Whether a thread looks since it waits for others. */
    private static boolean isByClock() {
        return StackWalker.getInstance().walk(frames -> frames.limit(8)
                .anyMatch(frame -> frame.getMethodName().equals("watch")));
    }
}
