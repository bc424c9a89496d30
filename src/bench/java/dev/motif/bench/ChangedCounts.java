package dev.motif.bench;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.EarlierCounts;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.change.ChangedEdges;
import dev.motif.graph.change.Splice;
import dev.motif.graph.change.SplicedRows;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Measures changing counts beside counting anew, in turns: {@code ChangedCounts [repeats] FILE...} prints a line for each
 * file, number of threads, share of relationships that changed, and what is counted: butterflies by node and by relationship,
 * or common neighbors. Half of the changes are deleted relationships, half are created ones, between the ends of any two.
 */
public final class ChangedCounts {
    private static final long WARM_UP_NANOS = 1_000_000_000;
    private static final double[] SHARES = {0.001, 0.01};

    private final NativeMemory memory = new NativeMemory(BenchMemory.limitBytes());
    private final Random random = new Random(1);
    private final int repeats;

    private ChangedCounts(int repeats) {
        this.repeats = repeats;
    }

    public static void main(String[] args) throws IOException {
        int repeats = Integer.parseInt(args[0]);
        System.out.println(
                "Graph,Relationships,Counts,Threads,Changed,Anew ms,Changing ms,Anew estimated,Changing estimated");
        for (int i = 1; i < args.length; i++) {
            new ChangedCounts(repeats).measure(Path.of(args[i]));
        }
    }

    private Execution execution(int threads) {
        return new Execution(memory, new Workers(threads, Cancellation.NEVER, Progress.NONE), new StageTimes());
    }

    private void measure(Path file) throws IOException {
        String name = file.getFileName().toString().replace(".el", "");
        try (Graph graph = GraphSource.parse(file.toString())
                .load(memory, execution(2).workers())
                .graph()) {
            for (double share : SHARES) {
                if (graph instanceof BipartiteGraph bipartite) {
                    for (boolean nodes : new boolean[] {true, false}) {
                        measure(
                                name + "," + graph.edgeCount() + "," + (nodes ? "NODE" : "RELATIONSHIP"),
                                share,
                                new ButterflyAlgorithm(),
                                bipartite,
                                new ButterflyConfig(nodes, !nodes));
                    }
                } else {
                    measure(
                            name + "," + graph.edgeCount() + ",RELATIONSHIP",
                            share,
                            new CommonNeighborsAlgorithm(),
                            (UnipartiteGraph) graph,
                            CommonNeighborsConfig.oriented(false));
                }
            }
        }
    }

    private <
                    G extends Graph,
                    C extends EarlierCounts.Following<C>,
                    R extends AutoCloseable,
                    A extends Algorithm<G, C, R>>
            void measure(String what, double share, A algorithm, G before, C config) {
        long edges = before.edgeCount();
        int changed = (int) Math.max(2, share * edges);
        boolean bipartite = before instanceof BipartiteGraph;
        Set<Long> there = new HashSet<>();
        long[] pairs = new long[(int) edges];
        EdgeCursor cursor = new EdgeCursor(before);
        while (cursor.next()) {
            pairs[(int) cursor.edge()] = ChangedEdges.pair(cursor.first(), cursor.second());
            there.add(pairs[(int) cursor.edge()]);
        }
        Set<Long> gone = new HashSet<>();
        while (gone.size() < changed / 2) {
            gone.add(pairs[random.nextInt(pairs.length)]);
        }
        Set<Long> come = new HashSet<>();
        while (come.size() < changed / 2) {
            long u = ChangedEdges.first(pairs[random.nextInt(pairs.length)]);
            long v = ChangedEdges.second(pairs[random.nextInt(pairs.length)]);
            long pair = bipartite ? ChangedEdges.pair(u, v) : ChangedEdges.pair(Math.min(u, v), Math.max(u, v));
            if (!there.contains(pair) && (bipartite || u != v)) {
                come.add(pair);
            }
        }
        ChangedEdges changes = new ChangedEdges(0, 0, sorted(gone), sorted(come));
        for (int threads = 1; threads <= 2; threads++) {
            Execution execution = execution(threads);
            try (OffHeapScope scope = new OffHeapScope(memory);
                    R counts = algorithm.cpu(before, config, execution)) {
                G now = changed(before, changes, scope, execution.workers());
                C following = config.since(earlier(counts, pairs, changes, scope));
                double[] anew = new double[repeats];
                double[] changing = new double[repeats];
                long warm = System.nanoTime() + WARM_UP_NANOS;
                while (System.nanoTime() < warm) {
                    timed(algorithm, now, config, execution);
                    timed(algorithm, now, following, execution);
                }
                for (int repeat = 0; repeat < repeats; repeat++) {
                    anew[repeat] = timed(algorithm, now, config, execution);
                    changing[repeat] = timed(algorithm, now, following, execution);
                }
                @SuppressWarnings("unchecked")
                EarlierCounts.Changing<G, C> estimates = (EarlierCounts.Changing<G, C>) (Object) algorithm;
                System.out.printf(
                        "%s,%d,%d,%.2f,%.2f,%.2f,%.2f%n",
                        what,
                        threads,
                        changes.count(),
                        Arrays.stream(anew).min().getAsDouble(),
                        Arrays.stream(changing).min().getAsDouble(),
                        estimates.anewNanos(now, config, memory) / 1e6,
                        estimates.changingNanos(now, following) / 1e6);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static long[] sorted(Set<Long> pairs) {
        return pairs.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    private static <G extends Graph, C, R extends AutoCloseable> double timed(
            Algorithm<G, C, R> algorithm, G graph, C config, Execution execution) throws Exception {
        long start = System.nanoTime();
        algorithm.cpu(graph, config, execution).close();
        return (System.nanoTime() - start) / 1e6;
    }

    @SuppressWarnings("unchecked")
    private static <G extends Graph> G changed(G before, ChangedEdges changes, OffHeapScope scope, Workers workers) {
        if (before instanceof BipartiteGraph bipartite) {
            Splice left = new Splice(bipartite.leftCount(), new long[0], new long[0]);
            Splice right = new Splice(bipartite.rightCount(), new long[0], new long[0]);
            return (G) new BipartiteGraph(
                    SplicedRows.of(bipartite.left(), changes.removed(), changes.inserted(), left, right, scope, workers)
                            .csr(),
                    SplicedRows.of(
                                    bipartite.right(),
                                    ChangedEdges.turned(changes.removed()),
                                    ChangedEdges.turned(changes.inserted()),
                                    right,
                                    left,
                                    scope,
                                    workers)
                            .csr());
        }
        Csr rows = ((UnipartiteGraph) before).adjacency();
        Splice none = new Splice(rows.vertexCount(), new long[0], new long[0]);
        return (G) new UnipartiteGraph(SplicedRows.of(
                        rows,
                        ChangedEdges.both(changes.removed()),
                        ChangedEdges.both(changes.inserted()),
                        none,
                        none,
                        scope,
                        workers)
                .csr());
    }

    private static EarlierCounts earlier(AutoCloseable counts, long[] pairs, ChangedEdges changes, OffHeapScope scope) {
        EarlierCounts named = EarlierCounts.named("counts", true, "counts", false);
        if (counts instanceof ButterflyResult butterflies && butterflies.edges() == null) {
            return EarlierCounts.named("counts", true, "counts", true)
                    .with(butterflies.left(), butterflies.right(), changes);
        }
        OffHeapLongs now = scope.longs(pairs.length - changes.removed().length + changes.inserted().length);
        int next = 0;
        long at = 0;
        for (int i = 0; i <= pairs.length; i++) {
            while (next < changes.inserted().length && (i == pairs.length || changes.inserted()[next] < pairs[i])) {
                now.set(at++, -1);
                next++;
            }
            if (i < pairs.length && Arrays.binarySearch(changes.removed(), pairs[i]) < 0) {
                now.set(
                        at++,
                        counts instanceof ButterflyResult butterflies
                                ? butterflies.edges().get(i)
                                : ((CommonNeighborsResult) counts).edges().get(i));
            }
        }
        return named.with(now, null, changes);
    }
}
