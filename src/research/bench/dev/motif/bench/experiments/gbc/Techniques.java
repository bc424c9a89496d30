package dev.motif.bench.experiments.gbc;

import dev.motif.backend.Backend;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.baseline.biclique.Gorder;
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
import dev.motif.bench.load.LoadedGraph;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Figures 9 and 11 and Tables III, IV and V: GBC without each of its techniques, side by side on each graph. On a graph
 * the numbers of Gorder are given to its vertices beforehand, as in the paper.
 */
final class Techniques implements Experiment {
    private static final int[][] SIZES = {{4, 4}, {8, 8}};
    private static final String PEAK = "peakBytes";
    private static final double MIB = 1 << 20;

    private static final String ALL = "GBC";
    private static final String NH = "NH";
    private static final String NB = "NB";
    private static final String NW = "NW";
    private static final String NONE = "No reorder";
    private static final String DEGREE = "Degree";
    private static final String GORDER = "Gorder";
    private static final String PRE_RUNTIME = "Pre-runtime only";
    private static final String RUNTIME = "Runtime only";

    private static final Map<String, Map<String, Object>> VARIANTS = new LinkedHashMap<>();

    static {
        VARIANTS.put(ALL, Map.of());
        VARIANTS.put(NH, Map.of("exploration", "DFS"));
        VARIANTS.put(NB, Map.of("sets", "CSR", "reorder", "NONE"));
        VARIANTS.put(NW, Map.of("balance", "NONE"));
        VARIANTS.put(NONE, Map.of("reorder", "NONE"));
        VARIANTS.put(GORDER, Map.of("reorder", "NONE"));
        VARIANTS.put(DEGREE, Map.of("reorder", "DEGREE"));
        VARIANTS.put(PRE_RUNTIME, Map.of("balance", "PRE_RUNTIME"));
        VARIANTS.put(RUNTIME, Map.of("balance", "RUNTIME"));
    }

    @Override
    public String name() {
        return "techniques";
    }

    @Override
    public String title() {
        return "Figures 9 and 11, Tables III, IV and V: each technique";
    }

    @Override
    public String claim() {
        return "without hybrid exploration (NH) GBC takes 3.7 times as long, without HTB and Border (NB) 2.2, without"
                + " balance (NW) 2.2. Against no reordering Border gains 3.1 times and Gorder 2.4. Dealing the second level"
                + " beforehand gains more than stealing, both together most. Border takes 0.18 s on Youtube, counting (8,8)"
                + " 0.87 s, making the bitmaps 0.001 s. Hybrid exploration takes 1.3 times the memory.";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        Tables tables = new Tables(lab);
        GbcRuns.forEachGraph(lab, (graphName, graph) -> {
            long start = System.nanoTime();
            Workers workers = Workers.of(lab.threads());
            try (LoadedGraph reordered = Gorder.reordered((BipartiteGraph) graph, lab.memory(), workers)) {
                Times gorder = new Times(List.of((System.nanoTime() - start) / 1e6), 0);
                for (int[] size : lab.quick() ? new int[][] {SIZES[0]} : SIZES) {
                    List<Technique> techniques = new ArrayList<>();
                    VARIANTS.forEach((variant, config) -> GbcRuns.gbc(lab, variant, size[0], size[1], config)
                            .forEach(technique -> techniques.add(
                                    watched(technique, variant.equals(GORDER) ? reordered.graph() : graph))));
                    String row = graphName + " (" + size[0] + "," + size[1] + ")";
                    tables.add(row, lab.compare(row, graph, techniques), gorder);
                }
            }
        });
        return tables.outcome();
    }

    /** The technique on {@code graph}, whose result has the most bytes that a run took: off the heap, or of the device. */
    private static Technique watched(Technique technique, Graph graph) {
        Technique.Body onCpu = (any, execution) -> {
            long before = execution.memory().liveBytes();
            execution.memory().resetPeak();
            Map<String, Object> result = new HashMap<>(technique.body().run(graph, execution));
            result.put(PEAK, execution.memory().peakBytes() - before);
            return result;
        };
        Technique.Body onGpu = (any, execution) -> {
            GpuDevice device = Gpus.ofThisHost().devices().get(0);
            long before = device.reservedBytes();
            device.resetPeak();
            Map<String, Object> result = new HashMap<>(technique.body().run(graph, execution));
            result.put(PEAK, device.peakReservedBytes() - before);
            return result;
        };
        Technique.Body body = technique.backend() == Backend.GPU ? onGpu : onCpu;
        return new Technique(technique.name(), technique.backend(), technique.threads(), body, technique.answer());
    }

    /** The tables of this run. With several backends a variant has a row for each of them. */
    private static final class Tables {
        private final List<String> suffixes;
        private final Table ablation;
        private final Table orders;
        private final Table balances;
        private final Table parts;
        private final Table memory;
        private final Map<String, List<Double>> ratios = new LinkedHashMap<>();
        private final List<Double> memoryRatios = new ArrayList<>();
        private final int[] borders = {0, 0};

        Tables(ExperimentRunner lab) {
            suffixes = lab.backends().stream()
                    .map(backend -> backend == Backend.GPU ? " GPU" : "")
                    .toList();
            ablation = table(lab, "figure-9", ALL, NH, NB, NW);
            orders = table(lab, "table-3", NONE, DEGREE, GORDER, ALL);
            balances = table(lab, "table-4", NW, PRE_RUNTIME, RUNTIME, ALL);
            parts = lab.table("table-5")
                    .with(Column.text("Graph"))
                    .with(Column.millis("Two-hop neighbors and HTB"))
                    .with(Column.millis("with Border"))
                    .with(Column.number("Border"))
                    .with(Column.millis("Gorder alone"))
                    .with(Column.millis("Counting"));
            memory = lab.table("figure-11")
                    .with(Column.text("Graph"))
                    .with(Column.number("DFS MiB"))
                    .with(Column.number("DFS-BFS MiB"))
                    .with(Column.number("DFS-BFS / DFS"));
        }

        private static Table table(ExperimentRunner lab, String name, String... variants) {
            Table table = lab.table(name).with(Column.text("Graph"));
            for (String variant : variants) {
                table.with(Column.millis(variant));
            }
            return table;
        }

        void add(String row, Map<String, Measured> measured, Times gorder) {
            for (String suffix : suffixes) {
                String label = row + suffix;
                addTimes(ablation, label, measured, suffix);
                addTimes(orders, label, measured, suffix);
                addTimes(balances, label, measured, suffix);
                Times plain = measured.get(NONE + suffix).times(Stage.PREPARE);
                Times border = measured.get(ALL + suffix).times(Stage.PREPARE);
                Times counting = GbcRuns.counting(measured.get(ALL + suffix));
                if (!counting.isCut() && !plain.isCut()) {
                    borders[1]++;
                    borders[0] += border.min() - plain.min() < counting.min() ? 1 : 0;
                }
                parts.add(label, plain, border, border.median() - plain.median(), gorder, counting);
                compare(measured, NH, ALL, suffix);
                compare(measured, NB, ALL, suffix);
                compare(measured, NW, ALL, suffix);
                compare(measured, NONE, ALL, suffix);
                compare(measured, DEGREE, ALL, suffix);
                compare(measured, GORDER, ALL, suffix);
                compare(measured, PRE_RUNTIME, ALL, suffix);
                compare(measured, RUNTIME, PRE_RUNTIME, suffix);
                addMemory(label, measured, suffix);
            }
        }

        private static void addTimes(Table table, String label, Map<String, Measured> measured, String suffix) {
            List<Times> times = table.columns().stream()
                    .skip(1)
                    .map(column -> GbcRuns.counting(measured.get(column.name() + suffix)))
                    .toList();
            table.add(label, times);
        }

        private void compare(Map<String, Measured> measured, String slower, String faster, String suffix) {
            List<Double> known = ratios.computeIfAbsent(slower + " / " + faster, key -> new ArrayList<>());
            double ratio = GbcRuns.ratio(
                    GbcRuns.counting(measured.get(slower + suffix)), GbcRuns.counting(measured.get(faster + suffix)));
            if (!Double.isNaN(ratio)) {
                known.add(ratio);
            }
        }

        private void addMemory(String label, Map<String, Measured> measured, String suffix) {
            Map<String, Object> depthFirst = measured.get(NH + suffix).result();
            Map<String, Object> hybrid = measured.get(ALL + suffix).result();
            if (depthFirst != null && hybrid != null) {
                double less = (Long) depthFirst.get(PEAK) / MIB;
                double more = (Long) hybrid.get(PEAK) / MIB;
                memory.add(label, less, more, more / less);
                if (less >= 1) {
                    memoryRatios.add(more / less);
                }
            }
        }

        Outcome outcome() {
            Outcome outcome = new Outcome()
                    .with(ablation, bars("Figure 9: milliseconds of counting"))
                    .with(orders, bars("Table III: milliseconds of counting, by the order of vertices"))
                    .with(balances, bars("Table IV: milliseconds of counting, by balance"))
                    .with(parts)
                    .with(
                            memory,
                            Figure.bars(
                                    "Figure 11: MiB off the heap, or of the device",
                                    List.of("Graph"),
                                    "DFS MiB",
                                    "DFS-BFS MiB"));
            ratios.forEach((pair, values) -> outcome.with(finding(pair, values)));
            outcome.with(Finding.of("Border takes less time than counting", borders[0], borders[1], ""));
            Double mean = Times.mean(memoryRatios);
            outcome.with(
                    mean == null
                            ? Finding.of("Hybrid exploration takes more memory", 0, 0, "No run took 1 MiB.")
                            : Finding.of(
                                    "Hybrid exploration takes more memory",
                                    mean > 1,
                                    String.format(
                                            Locale.ROOT,
                                            "%.3f times, sets included, where it is 1 MiB and more.",
                                            mean)));
            return outcome;
        }

        private static Figure bars(String title) {
            return Figure.bars(title, List.of("Graph"));
        }

        private static Finding finding(String pair, List<Double> values) {
            String[] names = pair.split(" / ");
            int slower = (int) values.stream().filter(value -> value > 1).count();
            String why = values.isEmpty()
                    ? "No row where both ended in time, and one took 1 ms."
                    : String.format(Locale.ROOT, "%.2f times its time on average (geometric).", Times.mean(values));
            return Finding.of(names[0] + " counts slower than " + names[1], slower, values.size(), why);
        }
    }
}
