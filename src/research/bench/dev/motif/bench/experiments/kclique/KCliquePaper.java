package dev.motif.bench.experiments.kclique;

import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.bench.baseline.kclique.ArbCount;
import dev.motif.bench.baseline.kclique.Pivoter;
import dev.motif.bench.experiments.Comparison.Claim;
import dev.motif.bench.experiments.Comparison.Graphs;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.Paper;
import dev.motif.bench.experiments.Sweep;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.load.GraphKind;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The evaluation of the paper on k-cliques. */
public final class KCliquePaper {
    static final Graphs GRAPHS = new Graphs(
            GraphKind.UNIPARTITE, Map.of("kronecker-14", "generate:kronecker,scale=14,edgefactor=16,seed=1"), 10_000);

    private static final List<String> ALGORITHMS = List.of("ORIENTATION", "PIVOT", "COMPLEMENT");

    /** Up to this size the paper and its baseline do best with the order by degree. */
    private static final int MAX_SIZE_BY_DEGREE = 4;

    public static final Paper PAPER = new Paper(
            "kclique",
            "Almasri, El Hajj, Nagi, Xiong, Hwu, \"Parallel K-clique counting on GPUs\", ICS 2022,"
                    + " doi:10.1145/3524059.3532382",
            List.of(
                    new Orientations(),
                    new CliqueTimes(),
                    schemes("ORIENTATION", Backend.CPU),
                    schemes("PIVOT", Backend.CPU),
                    schemes("ORIENTATION", Backend.GPU),
                    schemes("PIVOT", Backend.GPU),
                    groups(),
                    members(Backend.CPU),
                    members(Backend.GPU)),
            left());

    private KCliquePaper() {}

    private static Map<String, String> left() {
        Map<String, String> left = new LinkedHashMap<>();
        left.put("Table 1", "it has bounds of memory and no measurement");
        left.put(
                "as-skitter, com-dblp, com-orkut, com-friendster, com-lj",
                "they cannot be had here; soc-epinions1 and email-enron-snap are of the same source, kronecker-14 is as"
                        + " skewed, facebook-combined as dense as com-lj");
        left.put(
                "the programs of ARB-COUNT and Pivoter",
                "their algorithms are written again from their papers, in Java: ARB-COUNT with the orders by degree and by"
                        + " degeneracy, and parallel over vertices, not with its approximate orders and over edges");
        return left;
    }

    /** The baselines and the project's techniques for cliques of {@code k} vertices. */
    static List<Technique> techniques(int k) {
        return Stream.concat(
                        Stream.of(
                                baseline(
                                        "ARB-COUNT",
                                        (graph, execution) -> ArbCount.count(
                                                (UnipartiteGraph) graph, k, k > MAX_SIZE_BY_DEGREE, execution)),
                                baseline(
                                        "Pivoter",
                                        (graph, execution) -> Pivoter.count((UnipartiteGraph) graph, k, execution))),
                        Stream.of(Backend.CPU, Backend.GPU).flatMap(backend -> ALGORITHMS.stream()
                                .map(name -> technique(
                                        backend == Backend.GPU ? name + " GPU" : name,
                                        backend,
                                        k,
                                        Map.of("algorithm", name)))))
                .toList();
    }

    private interface Count {
        BigInteger of(Graph graph, Execution execution);
    }

    private static Technique baseline(String name, Count count) {
        return Technique.baseline(
                name,
                "countText",
                (graph, execution) ->
                        Map.of("countText", count.of(graph, execution).toString()));
    }

    static Technique technique(String name, Backend backend, int k, Map<String, Object> config) {
        Map<String, Object> all = new HashMap<>(config);
        all.put("k", k);
        return Technique.algorithm(name, backend, "research.pivoting", all, "cliques")
                .answering(result -> ((Map<?, ?>) ((List<?>) result.get("cliques")).get(0)).get("countText"));
    }

    /** Figure 6: what a search starts from, and how neighborhoods are stored. */
    private static Experiment schemes(String algorithm, Backend backend) {
        return new Sweep(
                "figure-6-" + algorithm.toLowerCase(Locale.ROOT) + (backend == Backend.GPU ? "-gpu" : ""),
                "Figure 6: " + algorithm + " from vertices and edges, lists and bitmaps, " + backend,
                "from vertices (VC) is faster than from edges (EC) for small k, 2.27 times for orientation at k 4, and slower"
                        + " for large k, 4.68 times at k 10; bitmaps (BE) in place of lists are worth a factor of 2.17 for"
                        + " orientation and 1.38 for pivots, groups smaller than a warp (P) 1.98 and 1.73.",
                GRAPHS,
                "k",
                lab -> lab.quick() ? List.of(4) : List.of(4, 6, 8, 10),
                (lab, k) -> Stream.of("VERTEX", "EDGE")
                        .flatMap(from -> Stream.of(
                                scheme(algorithm, backend, k, from, "CSR", false),
                                scheme(algorithm, backend, k, from, "BINARY", false),
                                scheme(algorithm, backend, k, from, "BINARY", true)))
                        .filter(technique ->
                                backend == Backend.GPU || !technique.name().endsWith("+P"))
                        .toList(),
                false,
                List.of(
                        new Claim("from vertices is faster than from edges at k 4", "VC+BE 4", "EC+BE 4"),
                        new Claim("from edges is faster than from vertices at k 10", "EC+BE 10", "VC+BE 10"),
                        new Claim("bitmaps are faster than lists at k 6", "VC+BE 6", "VC 6"),
                        new Claim("smaller groups are faster than warps at k 6", "VC+BE+P 6", "VC+BE 6")));
    }

    /** Partial warps: how many threads share an intersection. */
    private static Experiment groups() {
        return new Sweep(
                "figure-6-groups",
                "Figure 6: threads of a group, k 6",
                "groups smaller than a warp (P) are worth a factor of 1.98 for orientation and 1.73 for pivots.",
                GRAPHS,
                "groupSize",
                lab -> List.of(1, 2, 4, 8, 16, 32),
                (lab, size) -> Stream.of("ORIENTATION", "PIVOT")
                        .map(each -> technique(each, Backend.GPU, 6, Map.of("algorithm", each, "groupSize", size)))
                        .toList(),
                true,
                Stream.of("ORIENTATION", "PIVOT")
                        .map(each ->
                                new Claim(each + " is faster in groups of 8 than of 32", each + " 8", each + " 32"))
                        .toList());
    }

    /** An experiment that the paper does not have: the cliques of each node and each relationship. */
    private static Experiment members(Backend backend) {
        return new Sweep(
                backend == Backend.GPU ? "members-gpu" : "members",
                "Counts by node and by relationship, " + backend,
                "nothing: its programs count totals only.",
                GRAPHS,
                "k",
                lab -> lab.quick() ? List.of(4) : List.of(4, 5, 6),
                (lab, k) -> Stream.of("node", "relationship")
                        .flatMap(per -> ALGORITHMS.stream()
                                .map(algorithm -> technique(
                                        algorithm + " by " + per,
                                        backend,
                                        k,
                                        Map.of("algorithm", algorithm, "per", per))))
                        .toList(),
                false,
                List.of());
    }

    private static Technique scheme(
            String algorithm, Backend backend, int k, String from, String encoding, boolean groups) {
        String name =
                (from.equals("VERTEX") ? "VC" : "EC") + (encoding.equals("BINARY") ? "+BE" : "") + (groups ? "+P" : "");
        Map<String, Object> config = new HashMap<>();
        config.put("algorithm", algorithm);
        config.put("parallelization", from);
        config.put("encoding", encoding);
        if (!groups) {
            config.put("groupSize", 32);
        }
        return technique(name, backend, k, config);
    }
}
