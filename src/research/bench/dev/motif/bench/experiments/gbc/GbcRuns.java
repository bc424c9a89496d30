package dev.motif.bench.experiments.gbc;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.baseline.biclique.Bcl;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.experiments.Times;
import dev.motif.bench.load.GraphKind;
import dev.motif.graph.BipartiteGraph;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The graphs, the techniques and the compared times of the experiments of GBC. */
final class GbcRuns {
    /** The paper's baseline on a GPU: sorted lists, binary search, depth first, no balancing. */
    static final Map<String, Object> GBL =
            Map.of("sets", "CSR", "reorder", "NONE", "exploration", "DFS", "balance", "NONE");

    private static final double LEAST_MILLIS = 1;
    static final String COUNT = "countText";

    /** The shares of BCL's time in common mates and in common two-hop neighbors. */
    static final String MATES = "mates";

    static final String TWO_HOPS = "twoHops";

    private static final String HUBS = "generate:powerlaw,left=40000,right=40000,edges=300000,skew=3,seed=1";
    private static final String S1 = "generate:twohop,left=6720,right=5300,edges=207146,exponent=2.3,seed=1";
    private static final String S2 = "generate:twohop,left=12720,right=11100,edges=220651,exponent=2.3,seed=1";
    private static final String FEW_HUBS = "generate:powerlaw,left=2000,right=2000,edges=12000,skew=3,seed=1";

    private GbcRuns() {}

    /** Hands over the bipartite graphs of the folder, then generated ones: with hubs, and as S1 and S2 of the paper. */
    static void forEachGraph(ExperimentRunner lab, ExperimentRunner.GraphBody body) throws Exception {
        Map<String, String> generated = new LinkedHashMap<>();
        generated.put("hubs", HUBS);
        generated.put("S1", S1);
        generated.put("S2", S2);
        lab.forEachGraph(GraphKind.BIPARTITE, generated, body);
        if (lab.quick()) {
            lab.withGraph("few hubs", FEW_HUBS, body);
        }
    }

    /** GBC with some techniques other than by default, on each backend of the run. */
    static List<Technique> gbc(ExperimentRunner lab, String name, int p, int q, Map<String, Object> techniques) {
        Map<String, Object> config = new HashMap<>(techniques);
        config.put("p", p);
        config.put("q", q);
        return lab.onBackends(name, "research.gbc", config, COUNT);
    }

    /** The default technique for bicliques, PIVOT. */
    static List<Technique> pivot(ExperimentRunner lab, int p, int q) {
        Map<String, Object> config = Map.of("algorithm", "PIVOT", "p", p, "q", q);
        return lab.onBackends("PIVOT", "biclique.count", config, COUNT).stream()
                .map(technique -> technique.answering(GbcRuns::count))
                .toList();
    }

    /** BCL, or BCLP when it has several threads. */
    static Technique bcl(String name, int p, int q) {
        return Technique.baseline(name, COUNT, (graph, execution) -> {
            Bcl.Counted counted = Bcl.count((BipartiteGraph) graph, BicliqueConfig.total(p, q), execution);
            return Map.of(COUNT, counted.bicliques().toString(), MATES, counted.mates(), TWO_HOPS, counted.twoHops());
        });
    }

    /** The count in the row of a run. */
    static Object count(Map<String, Object> row) {
        Object bicliques = row.get("bicliques");
        return bicliques == null ? row.get(COUNT) : ((Map<?, ?>) ((List<?>) bicliques).get(0)).get(COUNT);
    }

    /** The time of counting without preparing, as in the paper. */
    static Times counting(Measured measured) {
        return measured.times(Stage.TRANSFER, Stage.COMPUTE);
    }

    /**
     * How many times as long {@code one} takes as {@code other}; NaN when one was cut or they are so short, less than
     * 1 ms and 0.1 ms, that the ratio says nothing.
     */
    static double ratio(Times one, Times other) {
        boolean tells = !one.isCut()
                && !other.isCut()
                && Math.max(one.min(), other.min()) >= LEAST_MILLIS
                && Math.min(one.min(), other.min()) >= LEAST_MILLIS / 10;
        return tells ? one.ratioTo(other) : Double.NaN;
    }
}
