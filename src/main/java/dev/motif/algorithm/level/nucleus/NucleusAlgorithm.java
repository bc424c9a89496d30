package dev.motif.algorithm.level.nucleus;

import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.algorithm.count.wedge.EdgeTriangles;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.graph.order.PeelQueue;
import dev.motif.parallel.Team;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Nucleus decomposition, for cliques of {@code r} vertices, 1 to 3, by cliques of {@code s = r + 1} vertices.
 *
 * <p>In a set of cliques of {@code r} vertices, a clique of {@code s} vertices counts if all cliques of {@code r}
 * vertices in it are in the set. The number of an {@code r}-clique is the largest {@code k} for which there is a set
 * with it where each member is in {@code k} or more of these:
 *
 * <pre>{@code
 * number(c) = max over sets H with c of (min over f in H of s-cliques of H that have f)
 * }</pre>
 *
 * <p>So numbers are core numbers for {@code r = 1}, truss numbers less 2 for {@code r = 2}, and finer ones for {@code r
 * = 3}: triangles by cliques of four, which find dense parts that trusses merge.
 *
 * <p>How: the cliques with the fewest larger ones are peeled off until none is left, all of a round at once ({@link
 * PeelQueue}). When a larger clique loses members in a round, the one of the smallest number takes it from the members
 * that remain.
 *
 * <p>Work for {@code r = 3}: {@code O(sum over triangles of the triangles of their edges)}, twice. Memory: 36 bytes a
 * triangle for {@code r} above 1, and 28 for each clique of {@code r} vertices. Requires a simple undirected graph with
 * fewer than 2^31 edges and triangles.
 *
 * <p>Sources: Sarıyüce, Seshadhri, Pinar and Çatalyürek, "Finding the Hierarchy of Dense Subgraphs using Nucleus
 * Decompositions", WWW 2015, doi:10.1145/2736277.2741640. Shi, Dhulipala and Shun, "Parallel Algorithms for
 * Hierarchical Nucleus Decomposition", PACMMOD 2(1), 2024, doi:10.1145/3639287, for rounds in parallel.
 */
public final class NucleusAlgorithm implements Algorithm.OfUnipartite<NucleusConfig, NucleusNumbers> {
    static final String STAGE = "peeling cliques";

    private static final KCliqueAlgorithm CLIQUES = new KCliqueAlgorithm();
    private static final KCliqueConfig TRIANGLES = KCliqueConfig.total(3, 3);
    private static final long ELEMENTS_PER_TASK = 1 << 12;

    @Override
    public String name() {
        return "nucleus";
    }

    @Override
    public List<String> stages(GraphSize size, NucleusConfig config) {
        return config.r() == 1 ? List.of(STAGE) : List.of(EdgeTriangles.STAGE, STAGE);
    }

    @Override
    public NucleusNumbers cpu(UnipartiteGraph graph, NucleusConfig config, Execution execution) {
        if (graph.edgeCount() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("nuclei need fewer than 2^31 relationships, got " + graph.edgeCount());
        }
        return execution.time(Stage.COMPUTE, () -> count(graph, config, execution));
    }

    private static NucleusNumbers count(UnipartiteGraph graph, NucleusConfig config, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapScope kept = scope.own(new OffHeapScope(execution.memory()));
            OffHeapScope cliquesIn = config.perElement() ? scope : kept;
            OrientedGraph oriented = null;
            TriangleIndex index = null;
            if (config.r() > 1) {
                oriented = cliquesIn
                        .own(OrientedGraph.formByDegree(
                                graph, EdgeNumbers.BY_SLOT, execution.memory(), execution.workers()))
                        .form();
                index = new TriangleIndex(oriented, execution.workers(), execution.memory(), cliquesIn);
            }
            NucleusCliques cliques = config.r() == 1
                    ? new NucleusCliques.Vertices(graph.adjacency())
                    : config.r() == 2 ? new TriangleIndex.Edges(index) : new TriangleIndex.Triangles(index);
            OffHeapLongs numbers = cliquesIn.longs(cliques.count());
            long most = peel(cliques, numbers, execution);
            OffHeapLongs perElement = null;
            if (config.perElement()) {
                perElement = kept.longs(config.r() == 1 ? graph.vertexCount() : graph.edgeCount());
                spread(config.r(), oriented, index, numbers, perElement, execution.workers());
            }
            scope.keep(kept);
            return config.perElement()
                    ? new NucleusNumbers(config.r(), most, null, null, perElement, kept)
                    : new NucleusNumbers(config.r(), most, numbers, cliques, null, kept);
        }
    }

    /** Sets the numbers of all cliques; returns the largest, -1 without any. */
    private static long peel(NucleusCliques cliques, OffHeapLongs numbers, Execution execution) {
        Workers workers = execution.workers();
        workers.progress().begin(STAGE, cliques.count());
        try (OffHeapScope scope = new OffHeapScope(execution.memory());
                Team team = new Team(workers)) {
            OffHeapInts all = scope.ints(cliques.count());
            // The round in which a clique was peeled, from 1; 0 before.
            OffHeapInts rounds = scope.zeroedInts(cliques.count());
            workers.forRanges(cliques.count(), ELEMENTS_PER_TASK, (worker, from, to) -> {
                for (int clique = (int) from; clique < to; clique++) {
                    all.set(clique, clique);
                    numbers.set(clique, cliques.support(clique));
                }
            });
            PeelQueue queue = new PeelQueue(team, numbers, numbers, all, scope);
            int last = 0;
            while (queue.nextLevel()) {
                while (queue.nextRound()) {
                    int round = ++last;
                    long start = queue.roundStart();
                    long end = queue.roundEnd();
                    team.run(start, end, end - start, (worker, from, to) -> {
                        for (long i = from; i < to; i++) {
                            rounds.set(queue.item(i), round);
                        }
                    });
                    team.run(start, end, (end - start) * cliques.accesses(), (worker, from, to) -> {
                        for (long i = from; i < to; i++) {
                            take(cliques, queue.item(i), round, rounds, queue);
                        }
                    });
                    workers.progress().advance(end - start);
                }
            }
            queue.end();
        }
        long most = -1;
        for (long clique = 0; clique < numbers.length(); clique++) {
            most = Math.max(most, numbers.get(clique));
        }
        return most;
    }

    /** Takes the larger cliques of one that is peeled from their other members. */
    private static void take(NucleusCliques cliques, int peeled, int round, OffHeapInts rounds, PeelQueue queue) {
        cliques.forEachLarger(peeled, (first, second, third) -> {
            int ofFirst = rounds.get(first);
            int ofSecond = rounds.get(second);
            int ofThird = rounds.get(third);
            if (isTaken(ofFirst, round, first, peeled)
                    || isTaken(ofSecond, round, second, peeled)
                    || isTaken(ofThird, round, third, peeled)) {
                return;
            }
            if (ofFirst == 0) {
                queue.lower(first, 1);
            }
            if (ofSecond == 0 && second != first) {
                queue.lower(second, 1);
            }
            if (ofThird == 0 && third != second) {
                queue.lower(third, 1);
            }
        });
    }

    /** Whether a larger clique is gone because of a member, or that member takes it. */
    private static boolean isTaken(int ofOther, int round, int other, int peeled) {
        return ofOther != 0 && (ofOther < round || other < peeled);
    }

    private static void spread(
            int r,
            OrientedGraph oriented,
            TriangleIndex index,
            OffHeapLongs numbers,
            OffHeapLongs perElement,
            Workers workers) {
        workers.forRanges(perElement.length(), ELEMENTS_PER_TASK, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                if (r == 1) {
                    perElement.set(i, numbers.get(i));
                } else {
                    perElement.set(oriented.edges().get(i), r == 2 ? numbers.get(i) : index.largest(i, numbers));
                }
            }
        });
    }

    /** Bounds on the triangles of a graph: the least and the most of all, and the most of one edge. */
    record Triangles(long least, long most, long ofEdge) {
        private static final Triangles NONE = new Triangles(0, 0, 0);

        /** The bounds that follow from the size of a graph. */
        static Triangles of(GraphSize size, NucleusConfig config) {
            double byEdges = Math.sqrt(2) / 3 * Math.pow(size.edges(), 1.5);
            double byVertices = size.vertices() / 6.0 * size.vertices() * size.vertices();
            double most = Math.min(Integer.MAX_VALUE, Math.min(byEdges, byVertices));
            return config.r() == 1
                    ? NONE
                    : new Triangles(0, (long) Math.ceil(most), Math.min(size.vertices(), size.edges()));
        }

        /** Counts them; an index fails where there are more. */
        static Triangles of(UnipartiteGraph graph, NucleusConfig config, Execution execution) {
            if (config.r() == 1) {
                return NONE;
            }
            try (KCliqueResult counted = CLIQUES.cpu(graph, TRIANGLES, execution)) {
                long count = counted.count(3)
                        .min(BigInteger.valueOf(Integer.MAX_VALUE))
                        .longValue();
                return new Triangles(count, count, graph.adjacency().largestDegree());
            }
        }

        /** Bytes that depend on their number. */
        MemoryEstimate bytes(String name, LongUnaryOperator ofCount) {
            return MemoryEstimate.range(name, ofCount.applyAsLong(least), ofCount.applyAsLong(most));
        }
    }

    /** The memory of a result that keeps the cliques. */
    static MemoryEstimate cliques(GraphSize size, NucleusConfig config, Triangles triangles) {
        MemoryEstimate numbers = triangles.bytes("numbers", count -> count(size, config, count) * Long.BYTES);
        return config.r() == 1
                ? numbers
                : MemoryEstimate.sum("cliques and their numbers", numbers, index(size, triangles));
    }

    private static MemoryEstimate index(GraphSize size, Triangles triangles) {
        return MemoryEstimate.sum(
                "triangles",
                MemoryEstimate.of(
                        "oriented graph", OrientedGraph.bytes(size.vertices(), size.edges(), EdgeNumbers.BY_SLOT)),
                triangles.bytes("triangles by edge", count -> TriangleIndex.bytes(size.edges(), count)));
    }

    /** The cliques that get numbers. */
    static long count(GraphSize size, NucleusConfig config, long triangles) {
        return config.r() == 1 ? size.vertices() : config.r() == 2 ? size.edges() : triangles;
    }

    static CpuEstimate estimate(GraphSize size, NucleusConfig config, Triangles triangles, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        MemoryEstimate cliques = cliques(size, config, triangles);
        MemoryEstimate peeling = MemoryEstimate.sum(
                "peeling",
                cliques,
                triangles.bytes(
                        "rounds",
                        count -> count(size, config, count) * Integer.BYTES
                                + PeelQueue.bytes(count(size, config, count))));
        MemoryEstimate result = MemoryEstimate.sum(
                "result",
                cliques,
                MemoryEstimate.of(
                        "numbers of each node or relationship",
                        config.perElement() ? (config.r() == 1 ? vertices : edges) * Long.BYTES : 0));
        if (config.r() == 1) {
            return CpuEstimate.of(MemoryEstimate.largest("nucleus", peeling, result));
        }
        return CpuEstimate.of(
                MemoryEstimate.largest(
                        "nucleus",
                        MemoryEstimate.of(
                                "ranking the vertices by degree",
                                OrientedGraph.peakBytes(vertices, edges, EdgeNumbers.BY_SLOT)),
                        MemoryEstimate.sum(
                                "finding triangles",
                                index(size, triangles),
                                MemoryEstimate.of(
                                        "counts, marked neighbors of each worker",
                                        TriangleIndex.makingBytes(vertices, edges, concurrency))),
                        peeling,
                        result),
                MemoryEstimate.range(
                        "triangles of an edge while they are sorted",
                        0,
                        TriangleIndex.heapBytes(triangles.ofEdge(), concurrency)));
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, NucleusConfig config, int concurrency) {
        return estimate(size, config, Triangles.of(size, config), concurrency);
    }

    /** Counts the triangles, which the size of a graph does not tell. */
    @Override
    public CpuEstimate cpuEstimate(UnipartiteGraph graph, NucleusConfig config, Execution execution) {
        return estimate(
                GraphSize.of(graph),
                config,
                Triangles.of(graph, config, execution),
                execution.workers().concurrency());
    }
}
