package dev.motif.bench.experiments.gbc;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.group.list.RootSides;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.baseline.biclique.BalancedParts;
import dev.motif.bench.baseline.biclique.Bcl;
import dev.motif.bench.baseline.biclique.TwoHopGraph;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Finding;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.experiments.Times;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import dev.motif.research.gbc.GbcConfig;
import dev.motif.research.gbc.GbcConfig.Partitioning;
import dev.motif.research.gbc.GbcDivision;
import dev.motif.research.gbc.GbcParts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * Figure 10: BCPar beside ranges of roots and beside a division that does not know of bicliques. Sets are lists, so that
 * what is read can be counted in vertices.
 */
final class Partitions implements Experiment {
    private static final int P = 4;
    private static final int Q = 4;

    /** Budgets of a part that are tried, as shares of the bytes of all sets: the first that holds each root is taken. */
    private static final double[] SHARES = {0.1, 0.2, 0.35, 0.5, 0.75, 0.9};

    private static final String COUNT = "countText";
    private static final String BALANCED = "Balanced";

    @Override
    public String name() {
        return "figure-10";
    }

    @Override
    public String title() {
        return "Figure 10: partitions";
    }

    @Override
    public String claim() {
        return "on Orkut more bicliques a second are counted with the parts of BCPar, which need nothing of each other, than"
                + " with those of METIS, where bicliques across parts are the slow ones: their sets are fetched when they"
                + " are needed.";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        Table read = lab.table(name())
                .with(Column.text("Graph"))
                .with(Column.count("Parts"))
                .with(Column.count("Parts, ranges"))
                .with(Column.count("Vertices in all sets"))
                .with(Column.count("Loaded, BCPar"))
                .with(Column.count("Loaded, ranges"))
                .with(Column.count("Loaded, balanced"))
                .with(Column.count("Fetched between, balanced"))
                .with(Column.count("Once a part, inside"))
                .with(Column.count("Once a part, between"))
                .with(Column.number("Bicliques inside, balanced %"));
        Table times = lab.table("figure-10-times").with(Column.text("Graph"));
        List<String> names = new ArrayList<>();
        techniques(lab, 0).forEach(technique -> names.add(technique.name()));
        names.forEach(name -> times.with(Column.millis(name)));
        times.with(Column.millis("BCLP inside balanced parts"));
        List<String> onGpu =
                names.stream().filter(name -> name.matches(".* GPUs?")).toList();
        Table transfers = lab.table("figure-10-transfers")
                .with(Column.text("Graph"))
                .with(onGpu.stream()
                        .flatMap(name ->
                                Stream.of(Column.millis(name + ": transfers"), Column.millis(name + ": computing")))
                        .toList());
        int[] holding = {0, 0, 0};
        int[] faster = {0, 0};
        int[] together = {0, 0};
        GbcRuns.forEachGraph(lab, (name, graph) -> {
            Execution execution = new Execution(lab.memory(), Workers.of(lab.threads()), new StageTimes());
            try (DerivedGraphCache.Use<BipartiteCore> core =
                    RootSides.core((BipartiteGraph) graph, BicliqueConfig.total(P, Q), execution)) {
                long budget = budget(core.form(), execution);
                if (budget == 0) {
                    return;
                }
                GbcParts sharing = parts(core.form(), budget, Partitioning.BCPAR, execution);
                GbcParts ranges = parts(core.form(), budget, Partitioning.RANGES, execution);
                SearchSizes sizes = SearchSizes.of(BicliqueConfig.total(P, Q), Cores.side(core.form()));
                TwoHopGraph hops = TwoHopGraph.of(core.form(), sizes.maxMates(), execution.workers());
                int[] balanced = BalancedParts.of(hops, sharing.count());
                Map<String, Measured> whole;
                long[] once = new long[2];
                try (GbcDivision division = GbcDivision.of(
                        (BipartiteGraph) graph,
                        GbcConfig.total(P, Q).with(Cores.side(core.form())).with(techniques(Partitioning.RANGES, 0)),
                        partOf(hops, balanced),
                        sharing.count(),
                        execution)) {
                    List<Technique> all = new ArrayList<>(techniques(lab, budget));
                    all.replaceAll(technique ->
                            technique.name().startsWith(BALANCED) ? counting(technique, division) : technique);
                    whole = lab.compare(name, graph, all);
                    once[0] = division.insideWords();
                    once[1] = division.betweenWords();
                }
                Measured inside = inside(lab, name, graph, hops.within(balanced), sizes);
                long between = BalancedParts.between(hops, balanced);
                read.add(
                        name,
                        sharing.count(),
                        ranges.count(),
                        sharing.wholeWords(),
                        sharing.words(),
                        ranges.words(),
                        sharing.wholeWords(),
                        between,
                        once[0],
                        once[1],
                        percent(inside, whole));
                List<Times> all = new ArrayList<>(
                        whole.values().stream().map(GbcRuns::counting).toList());
                all.add(inside == null ? null : GbcRuns.counting(inside));
                times.add(name, all);
                transfers.add(
                        name,
                        onGpu.stream()
                                .map(whole::get)
                                .flatMap(of -> Stream.of(of.times(Stage.TRANSFER), of.times(Stage.COMPUTE)))
                                .toList());
                compare(whole.get("BCPar GPU"), whole.get(BALANCED + " GPU"), faster);
                compare(whole.get("BCPar, all GPUs"), whole.get("BCPar GPU"), together);
                holding[0] += sharing.words() < sharing.wholeWords() + between ? 1 : 0;
                holding[1] += sharing.words() < ranges.words() ? 1 : 0;
                holding[2] += sharing.words() < once[0] + once[1] ? 1 : 0;
            }
        });
        int rows = read.rows().size();
        Outcome outcome = new Outcome();
        if (!onGpu.isEmpty()) {
            outcome.with(transfers);
        }
        return outcome.with(
                        read,
                        Figure.bars(
                                "Figure 10: vertices read",
                                List.of("Graph"),
                                "Loaded, BCPar",
                                "Loaded, ranges",
                                "Loaded, balanced",
                                "Fetched between, balanced"))
                .with(times, Figure.bars("Figure 10: milliseconds of counting", List.of("Graph")))
                .with(Finding.of("BCPar reads less than balanced parts, fetching included", holding[0], rows, ""))
                .with(Finding.of(
                        "(Not in the paper) BCPar reads less than balanced parts that fetch a set once",
                        holding[2],
                        rows,
                        "Such parts may be larger than those of BCPar, which keep to a number of bytes."))
                .with(Finding.of("BCPar reads less than ranges of roots", holding[1], rows, ""))
                .with(Finding.of(
                        "On a GPU BCPar counts faster than balanced parts, transfers included",
                        faster[0],
                        faster[1],
                        "Balanced parts fetch a set once a part here, not once a root."))
                .with(Finding.of(
                        "(Not in the paper) All GPUs count the parts of BCPar faster than one",
                        together[0],
                        together[1],
                        ""));
    }

    /** The part of each root of the core. */
    private static IntUnaryOperator partOf(TwoHopGraph hops, int[] parts) {
        int[] byRoot = new int[hops.count()];
        for (int rank = 0; rank < parts.length; rank++) {
            byRoot[hops.root(rank)] = parts[rank];
        }
        return root -> byRoot[root];
    }

    /** The technique with the parts of a division. */
    private static Technique counting(Technique technique, GbcDivision division) {
        return new Technique(
                technique.name(),
                technique.backend(),
                technique.threads(),
                (any, execution) -> Map.of(
                        COUNT, division.count(technique.backend(), execution).toString()),
                result -> result.get(COUNT));
    }

    private static void compare(Measured one, Measured other, int[] faster) {
        if (one != null && other != null) {
            double ratio = GbcRuns.ratio(GbcRuns.counting(other), GbcRuns.counting(one));
            faster[1] += Double.isNaN(ratio) ? 0 : 1;
            faster[0] += ratio > 1 ? 1 : 0;
        }
    }

    private static GbcConfig.Techniques techniques(Partitioning partitioning, long bytes) {
        return new GbcConfig.Techniques(
                GbcConfig.Priority.TWO_HOP,
                true,
                GbcConfig.Sets.CSR,
                GbcConfig.Reorder.NONE,
                0,
                GbcConfig.Exploration.HYBRID,
                GbcConfig.Balance.JOINT,
                partitioning,
                bytes);
    }

    private static GbcParts parts(BipartiteCore core, long bytes, Partitioning partitioning, Execution execution) {
        return GbcParts.of(
                core,
                GbcConfig.total(P, Q).with(techniques(partitioning, bytes)),
                execution.memory(),
                execution.workers());
    }

    /** The bytes that a part may have; 0 when no smaller part than all sets holds each root. */
    private static long budget(BipartiteCore core, Execution execution) {
        long whole = core.rootCount() == 0
                ? 0
                : parts(core, 0, Partitioning.BCPAR, execution).wholeBytes();
        for (double share : SHARES) {
            try {
                long budget = (long) (share * whole);
                if (budget > 0
                        && parts(core, budget, Partitioning.BCPAR, execution).count() > 1) {
                    return budget;
                }
            } catch (IllegalArgumentException e) {
                // A single root needs more, so the next share is tried.
                continue;
            }
        }
        return 0;
    }

    private static List<Technique> techniques(ExperimentRunner lab, long budget) {
        List<Technique> techniques = new ArrayList<>();
        Map<String, Object> lists = Map.of("sets", "CSR", "reorder", "NONE");
        techniques.addAll(GbcRuns.gbc(lab, "Whole", P, Q, lists));
        for (Partitioning partitioning : Partitioning.values()) {
            Map<String, Object> parts = new HashMap<>(lists);
            parts.put("partitioning", partitioning.name());
            parts.put("partitionBytes", budget);
            String name = partitioning == Partitioning.BCPAR ? "BCPar" : "Ranges";
            techniques.addAll(GbcRuns.gbc(lab, name, P, Q, parts));
            if (Gpus.ofThisHost().devices().size() > 1) {
                parts.put("gpus", "ALL");
                GbcRuns.gbc(lab, name, P, Q, parts).stream()
                        .filter(technique -> technique.backend() == Backend.GPU)
                        .forEach(technique -> techniques.add(technique.named(name + ", all GPUs")));
            }
        }
        // Its parts are put in when they are known.
        techniques.addAll(GbcRuns.gbc(lab, BALANCED, P, Q, lists));
        techniques.add(GbcRuns.bcl("BCLP", P, Q));
        return lab.possible(techniques);
    }

    /** Counts the bicliques whose roots are all in one part, if the run has the CPU; otherwise gives null. */
    private static Measured inside(ExperimentRunner lab, String name, Graph graph, TwoHopGraph hops, SearchSizes sizes)
            throws Exception {
        Technique technique = Technique.baseline(
                "inside",
                COUNT,
                (any, execution) -> Map.of(
                        COUNT,
                        Bcl.count(hops, sizes, Deadline.NEVER, execution)
                                .bicliques()
                                .toString()));
        return lab.compare(name + " inside parts", graph, lab.possible(List.of(technique)))
                .get("inside");
    }

    private static Double percent(Measured inside, Map<String, Measured> whole) {
        BigInteger total = whole.values().stream()
                .map(Measured::result)
                .filter(result -> result != null && result.containsKey("bicliques"))
                .map(result -> new BigInteger((String) GbcRuns.count(result)))
                .findFirst()
                .orElse(BigInteger.ZERO);
        if (total.signum() == 0 || inside == null || inside.result() == null) {
            return null;
        }
        return new BigDecimal(new BigInteger((String) inside.result().get(COUNT))).doubleValue()
                / total.doubleValue()
                * 100;
    }
}
