package dev.motif.bench.experiments.cumbe;

import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.bench.baseline.maximal.Imbea;
import dev.motif.bench.baseline.maximal.ParMbe;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Technique;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.research.cumbe.CumbeTechnique;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Techniques and runs of the experiments of cuMBE. As in its thesis, the subsets of the side with fewer vertices are
 * searched.
 */
final class CumbeRuns {
    static final String COUNT = "countText";

    /** A shorter search says nothing of balance: its threads have hardly begun. */
    private static final double LEAST_MILLIS = 10;

    private CumbeRuns() {}

    /**
     * With or without candidate selection (CS) and work stealing (WS), and with all other techniques.
     *
     * @param deep whether work is stolen from all levels, which the thesis has not
     */
    record Cell(boolean selection, boolean stealing, boolean deep) {
        /** The cells of the thesis. */
        static final List<Cell> ALL = List.of(
                new Cell(false, false, false),
                new Cell(true, false, false),
                new Cell(false, true, false),
                new Cell(true, true, false));

        /** With everything. */
        static final Cell FULL = new Cell(true, true, true);

        Set<CumbeTechnique> techniques() {
            Set<CumbeTechnique> techniques = EnumSet.allOf(CumbeTechnique.class);
            if (!selection) {
                techniques.removeAll(Set.of(
                        CumbeTechnique.CANDIDATE_SELECTION,
                        CumbeTechnique.FIRST_LEVEL_EARLY_STOP,
                        CumbeTechnique.SECOND_LEVEL_EARLY_STOP));
            }
            if (!stealing) {
                techniques.remove(CumbeTechnique.WORK_STEALING);
            }
            if (!deep) {
                techniques.remove(CumbeTechnique.DEEP_STEALING);
            }
            return techniques;
        }

        /** As the thesis names it, such as {@code "CS:O WS:X"}, but for stealing from all levels. */
        @Override
        public String toString() {
            return "CS:" + (selection ? "O" : "X") + " WS:" + (deep ? "all levels" : stealing ? "O" : "X");
        }
    }

    /** Whether a search took long enough to say something of balance. */
    static boolean isLong(Measured measured) {
        return !measured.total().isCut() && measured.total().median() >= LEAST_MILLIS;
    }

    static Side side(Graph graph) {
        BipartiteGraph bipartite = (BipartiteGraph) graph;
        return bipartite.leftCount() < bipartite.rightCount() ? Side.LEFT : Side.RIGHT;
    }

    /** A cell of cuMBE on each backend of the run. */
    static List<Technique> cumbe(ExperimentRunner lab, String name, Graph graph, Cell cell) {
        List<String> techniques =
                cell.techniques().stream().map(CumbeTechnique::name).toList();
        Map<String, Object> config = Map.of("side", side(graph).name(), "techniques", techniques);
        return lab.onBackends(name, "research.cumbe", config, COUNT);
    }

    /** Some techniques of cuMBE on a backend, from the side that a graph suggests. */
    static Technique with(Set<CumbeTechnique> techniques, String name, Backend backend) {
        List<String> names = techniques.stream().map(CumbeTechnique::name).toList();
        return new Technique(
                name,
                backend,
                0,
                (graph, execution) -> Technique.algorithm(
                                name,
                                backend,
                                "research.cumbe",
                                Map.of("side", side(graph).name(), "techniques", names),
                                COUNT)
                        .body()
                        .run(graph, execution),
                result -> result.get(COUNT));
    }

    /** The default search for maximal bicliques, BITMAP, from the side that it chooses. */
    static List<Technique> bitmap(ExperimentRunner lab) {
        return lab.onBackends("BITMAP", "biclique.maximal", Map.of(), COUNT);
    }

    static List<Technique> baselines() {
        return List.of(
                baseline("parMBE", ParMbe::count),
                baseline("iMBEA", Imbea::count).onThreads(1));
    }

    @FunctionalInterface
    private interface Search {
        SizeHistogram count(BipartiteGraph graph, Side side, long timeoutMillis, Execution execution);
    }

    private static Technique baseline(String name, Search search) {
        return Technique.baseline(name, COUNT, (graph, execution) -> {
            SizeHistogram found = search.count((BipartiteGraph) graph, side(graph), 0, execution);
            long total = found.entries().stream()
                    .mapToLong(SizeHistogram.Entry::count)
                    .reduce(0, Math::addExact);
            return Map.of(COUNT, String.valueOf(total));
        });
    }
}
