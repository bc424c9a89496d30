package dev.motif.bench.experiments.gbfc;

import dev.motif.backend.Backend;
import dev.motif.bench.baseline.butterfly.ButterflyBaseline;
import dev.motif.bench.experiments.Comparison;
import dev.motif.bench.experiments.Comparison.Claim;
import dev.motif.bench.experiments.Comparison.Graphs;
import dev.motif.bench.experiments.DataSets;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Paper;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.load.GraphKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The evaluation of the paper on G-BFC. */
public final class GbfcPaper {
    /** One that the paper has not: with hubs on both sides. */
    static final Graphs GRAPHS = new Graphs(
            GraphKind.BIPARTITE,
            Map.of("powerlaw-17", "generate:powerlaw,left=131072,right=65536,edges=500000,skew=2,seed=1"),
            1_000);

    private static final String GBFC = "G-BFC";
    private static final String UNDIRECTED = "G-BFC w/o edgeDirect";
    private static final String UNSHARED = "G-BFC w/o sharedMem";
    private static final String UNBALANCED = "G-BFC w/o loadBalance";
    private static final String GPU = " GPU";

    public static final Paper PAPER = new Paper(
            "gbfc",
            "Xu, Zhang, Yao, Lu, Du, Deng, He, \"Efficient Load-Balanced Butterfly Counting on GPU\", PVLDB 15(11), 2022,"
                    + " doi:10.14778/3551793.3551806",
            List.of(
                    sharing(),
                    vertexPriority(),
                    dataSets(),
                    performance(),
                    new Applications(),
                    new EdgeDirections(),
                    new Thresholds()),
            left());

    private GbfcPaper() {}

    private static Map<String, String> left() {
        Map<String, String> left = new LinkedHashMap<>();
        left.put(
                "Figure 9: occupancy and memory bandwidth",
                "a profiler on the device measures them; docs/experiments/gbfc.md has the command");
        left.put(
                "Adjacency in constant memory, and starting from the side with more vertices",
                "the kernels read rows through the cache, which has had the part of constant memory since Volta, and start"
                        + " from the side with fewer vertices");
        left.put(
                "Wikilens, Amazon (Wang), Sexual escorts, Trip Advisor, BookCrossing, Stack Overflow, Yahoo songs, Amazon"
                        + " ratings, Epinions, Tracking network, LiveJournal",
                "they cannot be had here; the nearest are hyper-email-Enron and ucforum for the small ones, youtube and"
                        + " gowalla for BookCrossing and Stack Overflow, mushroom for the Tracking network; powerlaw-17"
                        + " has hubs");
        return left;
    }

    private static Experiment dataSets() {
        return new DataSets(
                "table-3",
                "Table 3: data sets",
                "eleven graphs of 27 thousand to 259 million edges.",
                GRAPHS::forEach,
                "Butterflies",
                Techniques::priority);
    }

    private static Experiment sharing() {
        String locks = ButterflyBaseline.LOCK_VECTOR.title();
        String maps = ButterflyBaseline.THREAD_MAP.title();
        String rearranged = ButterflyBaseline.REARRANGED.title();
        return new Comparison(
                "section-4-1",
                "Section 4.1: how threads share a map",
                "a vector of locks saves little, since the serial region stays; a map for each thread needs no atomic"
                        + " operation but too much memory and diverges; raising places and reading them at the end is"
                        + " chosen.",
                GRAPHS,
                lab -> sharing(lab, locks, maps, rearranged),
                List.of(
                        Claim.of(rearranged, locks),
                        Claim.of(rearranged, maps),
                        Claim.of(rearranged + GPU, locks + GPU),
                        Claim.of(rearranged + GPU, maps + GPU)));
    }

    private static List<Technique> sharing(ExperimentRunner lab, String locks, String maps, String rearranged) {
        List<Technique> techniques = new ArrayList<>(Techniques.baselines(
                ButterflyBaseline.LOCK_VECTOR, ButterflyBaseline.THREAD_MAP, ButterflyBaseline.REARRANGED));
        techniques.addAll(onGpu(lab, locks, Map.of("counting", "LOCK_VECTOR", "edgeDirection", false)));
        techniques.addAll(onGpu(lab, maps, Map.of("counting", "THREAD_MAP", "edgeDirection", false)));
        techniques.addAll(onGpu(lab, rearranged, Map.of("loadBalancing", false, "edgeDirection", false)));
        return techniques;
    }

    /** Techniques that have no effect on the CPU, or are a baseline there. */
    private static List<Technique> onGpu(ExperimentRunner lab, String name, Map<String, Object> config) {
        return Techniques.gbfc(lab, name, config).stream()
                .filter(technique -> technique.backend() == Backend.GPU)
                .toList();
    }

    private static Experiment vertexPriority() {
        String wedge = ButterflyBaseline.BFC_WEDGE.title();
        String priority = ButterflyBaseline.BFC_VP.title();
        String both = ButterflyBaseline.BFC_VP_PLUS_PLUS.title();
        return new Comparison(
                "section-2-3",
                "Section 2.3: counting on the CPU",
                "priorities of vertices save work against starting from one side (BFC-WEDGE); BFC-VP++ is the state of the"
                        + " art.",
                GRAPHS,
                GbfcPaper::onCpu,
                List.of(Claim.of(priority, wedge), Claim.of(both, wedge), Claim.of(both, priority)));
    }

    private static List<Technique> onCpu(ExperimentRunner lab) {
        List<Technique> techniques = new ArrayList<>(Techniques.baselines(
                ButterflyBaseline.BFC_WEDGE,
                ButterflyBaseline.BFC_VP,
                ButterflyBaseline.BFC_VP_PROJECTED,
                ButterflyBaseline.BFC_VP_ENDS,
                ButterflyBaseline.BFC_VP_PLUS_PLUS));
        Techniques.priority(lab).stream()
                .filter(technique -> technique.backend() == Backend.CPU)
                .forEach(techniques::add);
        return techniques;
    }

    private static Experiment performance() {
        String vp = ButterflyBaseline.BFC_VP_PLUS_PLUS.title();
        String we = ButterflyBaseline.BFC_WE.title();
        return new Comparison(
                "figure-8",
                "Figure 8: performance",
                "on the GPU G-BFC takes 1/19.8 of the time of BFC-VP++ on the CPU, 1/4,508 of BFC-WE's there and 1/309 of"
                        + " BFC-WE's on the GPU; edge direction gains 95%, the shared table 38%, load balancing 26%.",
                GRAPHS,
                GbfcPaper::forms,
                List.of(
                        Claim.of(GBFC, vp),
                        Claim.of(GBFC, we),
                        Claim.of(GBFC, UNDIRECTED),
                        Claim.of(GBFC + GPU, vp),
                        Claim.of(GBFC + GPU, we),
                        Claim.of(GBFC + GPU, we + GPU),
                        Claim.of(GBFC + GPU, UNDIRECTED + GPU),
                        Claim.of(GBFC + GPU, UNSHARED + GPU),
                        Claim.of(GBFC + GPU, UNBALANCED + GPU),
                        new Claim(
                                "(Not in the paper) PRIORITY GPU is faster than G-BFC GPU",
                                "PRIORITY" + GPU,
                                GBFC + GPU)));
    }

    private static List<Technique> forms(ExperimentRunner lab) {
        List<Technique> techniques =
                new ArrayList<>(Techniques.baselines(ButterflyBaseline.BFC_VP_PLUS_PLUS, ButterflyBaseline.BFC_WE));
        techniques.addAll(Techniques.gbfc(lab, GBFC, Map.of()));
        techniques.addAll(Techniques.gbfc(lab, UNDIRECTED, Map.of("edgeDirection", false)));
        techniques.addAll(onGpu(lab, UNSHARED, Map.of("sharedTable", false)));
        techniques.addAll(onGpu(lab, UNBALANCED, Map.of("loadBalancing", false)));
        techniques.addAll(onGpu(
                lab, ButterflyBaseline.BFC_WE.title(), Map.of("counting", "INTERSECTION", "edgeDirection", false)));
        techniques.addAll(Techniques.priority(lab));
        return techniques;
    }
}
