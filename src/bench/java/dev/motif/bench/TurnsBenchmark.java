package dev.motif.bench;

import dev.motif.bench.Turns.Call;
import dev.motif.bench.Turns.Latencies;
import dev.motif.gpu.Gpus;
import dev.motif.graph.memory.NativeMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints how long short calls take on the first GPU, alone and beside each long one, as a table in Markdown:
 * {@code TurnsBenchmark [millis]}, where each pair is measured for so many milliseconds, 200 unless said otherwise.
 */
public final class TurnsBenchmark {
    private static final String DENSE_BIPARTITE = "complete,left=4000,right=4000";
    private static final String HALF_BIPARTITE = "uniform,left=1000,right=1000,edges=400000,seed=1";
    private static final String PEELED = "uniform,left=10000,right=10000,edges=1000000,seed=1";
    private static final String DENSE = "gnm,n=600,edges=143760,seed=1";
    private static final String SMALL_BIPARTITE = "uniform,left=3000,right=2000,edges=20000,seed=1";
    private static final String SMALL = "gnm,n=2000,edges=20000,seed=1";

    private TurnsBenchmark() {}

    /** Calls of which each launch could keep the device for longer than a slice. */
    static List<Call> longCalls() {
        return List.of(
                new Call("butterfly", "{\"per\": \"node\"}", DENSE_BIPARTITE),
                new Call("butterfly", "{\"per\": \"relationship\"}", DENSE_BIPARTITE),
                new Call("research.gbfc", "{}", DENSE_BIPARTITE),
                new Call("research.gbfc", "{\"edgeDirection\": false, \"loadBalancing\": false}", DENSE_BIPARTITE),
                new Call("research.gbfc", "{\"sharedTable\": false, \"loadBalancing\": false}", DENSE_BIPARTITE),
                new Call("research.gbfc", "{\"counting\": \"intersection\"}", "complete,left=1000,right=1000"),
                new Call("research.gbfc", "{\"counting\": \"lock_vector\"}", DENSE_BIPARTITE),
                new Call("research.gbfc", "{\"counting\": \"thread_map\"}", DENSE_BIPARTITE),
                new Call("butterfly.window", "{}", PEELED),
                new Call("clustering", "{\"mode\": \"square\"}", DENSE_BIPARTITE),
                new Call("wing", "{}", PEELED),
                new Call("tip", "{}", PEELED),
                new Call("alphaBetaCore", "{\"alpha\": 2}", PEELED),
                new Call("biclique.count", "{\"p\": 6, \"q\": 6, \"algorithm\": \"pivot\"}", HALF_BIPARTITE),
                new Call("research.gbc", "{\"p\": 6, \"q\": 6}", HALF_BIPARTITE),
                new Call("biclique.densest", "{\"p\": 6, \"q\": 6}", HALF_BIPARTITE),
                new Call("biclique.maximal", "{}", HALF_BIPARTITE),
                new Call("research.cumbe", "{}", HALF_BIPARTITE),
                new Call("biclique.maximum", "{}", HALF_BIPARTITE),
                new Call("biclique.near", "{\"missing\": 1, \"minLeft\": 4, \"minRight\": 4}", HALF_BIPARTITE),
                new Call("kclique", "{\"k\": 20}", DENSE),
                new Call("kclique.densest", "{\"k\": 20}", DENSE),
                new Call("research.pivoting", "{\"k\": 20, \"algorithm\": \"complement\"}", DENSE),
                new Call("research.pivoting", "{\"k\": 20, \"algorithm\": \"orientation\"}", DENSE),
                new Call("research.pivoting", "{\"k\": 20, \"algorithm\": \"pivot\"}", DENSE),
                new Call("butterfly.sample", "{\"relativeError\": 0.0001}", DENSE_BIPARTITE),
                new Call("biclique.count.sample", "{\"p\": 6, \"q\": 6, \"relativeError\": 0.0001}", HALF_BIPARTITE),
                new Call("kclique.sample", "{\"k\": 20, \"relativeError\": 0.0001}", DENSE),
                new Call("clique.maximal", "{}", DENSE),
                new Call("clique.near", "{\"missing\": 1, \"minSize\": 5}", DENSE),
                new Call("graphlet", "{}", DENSE),
                new Call("triad", "{\"places\": true}", "clique,n=4000"),
                new Call("cycle", "{}", "clique,n=5000"),
                new Call("kcore", "{}", "gnm,n=1000000,edges=10000000,seed=1"),
                new Call("ktruss", "{}", "clique,n=3000"),
                new Call("nodeSimilarity", "{}", "powerlaw,left=1000000,right=300000,edges=30000000,skew=0.5,seed=1"),
                new Call("commonNeighbors.pairs", "{}", "clique,n=8000"),
                new Call("commonNeighbors", "{}", "clique,n=8000"),
                new Call("research.intersection", "{\"algorithm\": \"mps\"}", "clique,n=8000"),
                new Call("research.intersection", "{\"algorithm\": \"bmp\", \"relabel\": false}", "clique,n=8000"),
                new Call("scan", "{}", "clique,n=8000"));
    }

    /** Calls of about a millisecond. */
    static List<Call> shortCalls() {
        return List.of(
                new Call("butterfly", "{}", SMALL_BIPARTITE),
                new Call("research.gbfc", "{}", SMALL_BIPARTITE),
                new Call("butterfly.window", "{}", SMALL_BIPARTITE),
                new Call("clustering", "{\"mode\": \"square\"}", SMALL_BIPARTITE),
                new Call("wing", "{}", "uniform,left=300,right=300,edges=2000,seed=1"),
                new Call("tip", "{}", "uniform,left=300,right=300,edges=2000,seed=1"),
                new Call("alphaBetaCore", "{\"alpha\": 2}", SMALL_BIPARTITE),
                new Call("biclique.count", "{\"p\": 3, \"q\": 3}", SMALL_BIPARTITE),
                new Call("biclique.densest", "{\"p\": 2, \"q\": 2}", "complete,left=8,right=8"),
                new Call("research.gbc", "{\"p\": 3, \"q\": 3}", "complete,left=8,right=8"),
                new Call("biclique.maximal", "{}", SMALL_BIPARTITE),
                new Call("research.cumbe", "{}", "complete,left=8,right=8"),
                new Call("biclique.maximum", "{}", SMALL_BIPARTITE),
                new Call("biclique.near", "{\"missing\": 1, \"minLeft\": 4, \"minRight\": 4}", SMALL_BIPARTITE),
                new Call("kclique", "{\"k\": 4}", SMALL),
                new Call("kclique.densest", "{\"k\": 4}", "clique,n=100"),
                new Call("research.pivoting", "{\"k\": 4}", SMALL),
                new Call("butterfly.sample", "{}", SMALL_BIPARTITE),
                new Call("biclique.count.sample", "{\"p\": 3, \"q\": 3}", SMALL_BIPARTITE),
                new Call("kclique.sample", "{\"k\": 4}", SMALL),
                new Call("clique.maximal", "{}", SMALL),
                new Call("clique.near", "{\"missing\": 1, \"minSize\": 5}", SMALL),
                new Call("graphlet", "{}", SMALL),
                new Call("triad", "{}", SMALL),
                new Call("cycle", "{}", SMALL),
                new Call("kcore", "{}", SMALL),
                new Call("ktruss", "{}", SMALL),
                new Call("nodeSimilarity", "{}", SMALL_BIPARTITE),
                new Call("commonNeighbors.pairs", "{}", "gnm,n=500,edges=2500,seed=1"),
                new Call("commonNeighbors", "{}", SMALL),
                new Call("research.intersection", "{\"algorithm\": \"mps\"}", SMALL),
                new Call("research.intersection", "{\"algorithm\": \"bmp\"}", SMALL),
                new Call("scan", "{}", SMALL));
    }

    public static void main(String[] args) throws Exception {
        long millis = args.length > 0 ? Long.parseLong(args[0]) : 200;
        NativeMemory memory = new NativeMemory(BenchMemory.limitBytes());
        try (Turns turns = new Turns(Gpus.ofThisHost().devices().get(0), memory)) {
            List<Latencies> alone = new ArrayList<>();
            for (Call call : shortCalls()) {
                alone.add(turns.latencies(call, millis));
            }
            System.out.println("Milliseconds of the short call: median, 95 %, most (calls).");
            System.out.println();
            System.out.println("| Long call | Short call | Alone | Beside it |\n|---|---|---|---|");
            for (Call longCall : longCalls()) {
                try (Turns.Busy busy = turns.busy(longCall)) {
                    for (int i = 0; i < shortCalls().size(); i++) {
                        Call shortCall = shortCalls().get(i);
                        Latencies beside = turns.latencies(shortCall, millis);
                        busy.checkRuns();
                        System.out.printf(
                                "| %s | %s | %s | %s |%n",
                                longCall.name(), shortCall.name(), text(alone.get(i)), text(beside));
                    }
                }
            }
        }
        if (memory.liveBytes() != 0) {
            throw new IllegalStateException(memory.liveBytes() + " off-heap bytes are left at the end");
        }
    }

    private static String text(Latencies times) {
        return String.format("%.1f, %.1f, %.1f (%d)", times.median(), times.p95(), times.most(), times.millis().length);
    }
}
