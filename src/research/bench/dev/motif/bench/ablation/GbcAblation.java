package dev.motif.bench.ablation;

import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import dev.motif.research.gbc.GbcAlgorithm;
import dev.motif.research.gbc.GbcCases;
import dev.motif.research.gbc.GbcConfig.Balance;
import dev.motif.research.gbc.GbcConfig.Exploration;
import dev.motif.research.gbc.GbcConfig.Partitioning;
import dev.motif.research.gbc.GbcConfig.Priority;
import dev.motif.research.gbc.GbcConfig.Reorder;
import dev.motif.research.gbc.GbcConfig.Sets;
import dev.motif.research.gbc.GbcConfig.Techniques;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Prints how much each technique of GBC gains, for docs/benchmarks/data/biclique-gbc.csv. Every run is checked against
 * the known count. Arguments: {@code cpu} or {@code gpu}, a graph, the number of runs, then any number of times
 * {@code p q side count}.
 */
final class GbcAblation {
    private final Backend.Choice choice;
    private final BipartiteGraph graph;
    private final NativeMemory memory;
    private final Workers workers;
    private final int runs;

    private GbcAblation(Backend.Choice choice, BipartiteGraph graph, NativeMemory memory, Workers workers, int runs) {
        this.choice = choice;
        this.graph = graph;
        this.memory = memory;
        this.workers = workers;
        this.runs = runs;
    }

    public static void main(String[] args) throws Exception {
        NativeMemory memory = new NativeMemory(32L << 30);
        Workers workers = Workers.of(Runtime.getRuntime().availableProcessors());
        GpuDevice device = args[0].equals("gpu") ? Gpus.ofThisHost().devices().get(0) : null;
        try (LoadedGraph loaded = new EdgeListReader(memory, workers).read(Path.of(args[1]))) {
            GbcAblation ablation = new GbcAblation(
                    device == null ? Backend.Choice.cpu("asked for") : Backend.Choice.gpu(device, "asked for"),
                    (BipartiteGraph) loaded.graph(),
                    memory,
                    workers,
                    Integer.parseInt(args[2]));
            System.out.println("| Size | Layer | Technique | Prepare ms | Compute ms |\n|---|---|---|---|---|");
            for (int i = 3; i < args.length; i += 4) {
                ablation.measure(
                        Integer.parseInt(args[i]),
                        Integer.parseInt(args[i + 1]),
                        Side.valueOf(args[i + 2]),
                        new BigInteger(args[i + 3]));
            }
        }
    }

    private static Map<String, Techniques> variants() {
        Techniques all = Techniques.DEFAULT;
        Map<String, Techniques> variants = new LinkedHashMap<>();
        variants.put("all", all);
        variants.put("without Border: by degree", with(all.sets(), Reorder.DEGREE, all.exploration(), all.balance()));
        variants.put("without reordering", with(all.sets(), Reorder.NONE, all.exploration(), all.balance()));
        variants.put("without HTB and Border", with(Sets.CSR, Reorder.NONE, all.exploration(), all.balance()));
        variants.put("without hybrid exploration", with(all.sets(), all.reorder(), Exploration.DFS, all.balance()));
        variants.put(
                "pre-runtime balance only", with(all.sets(), all.reorder(), all.exploration(), Balance.PRE_RUNTIME));
        variants.put("runtime balance only", with(all.sets(), all.reorder(), all.exploration(), Balance.RUNTIME));
        variants.put("without balance", with(all.sets(), all.reorder(), all.exploration(), Balance.NONE));
        variants.put("without priority", prioritized(Priority.ID, true));
        variants.put("without two-hop filter", prioritized(Priority.TWO_HOP, false));
        variants.put("GBL", Techniques.GBL);
        return variants;
    }

    private static Techniques with(Sets sets, Reorder reorder, Exploration exploration, Balance balance) {
        return new Techniques(
                Priority.TWO_HOP,
                true,
                sets,
                reorder,
                Techniques.DEFAULT_ITERATIONS,
                exploration,
                balance,
                Partitioning.BCPAR,
                0);
    }

    private static Techniques prioritized(Priority priority, boolean filter) {
        return new Techniques(
                priority,
                filter,
                Sets.HTB,
                Reorder.BORDER,
                Techniques.DEFAULT_ITERATIONS,
                Exploration.HYBRID,
                Balance.JOINT,
                Partitioning.BCPAR,
                0);
    }

    private void measure(int p, int q, Side side, BigInteger known) {
        variants().forEach((name, gbc) -> {
            double[] prepare = new double[runs];
            double[] compute = new double[runs];
            Side used = side;
            for (int run = -1; run < runs; run++) {
                StageTimes times = new StageTimes();
                Execution execution = new Execution(memory, workers, times);
                try (BicliqueResult counts =
                        new GbcAlgorithm().run(choice, graph, GbcCases.config(p, q, side, gbc), execution)) {
                    if (!counts.total().equals(known)) {
                        throw new AssertionError(name + ": got " + counts.total() + ", known is " + known);
                    }
                    used = counts.side();
                }
                if (run >= 0) {
                    prepare[run] = times.exactMillis(Stage.PREPARE);
                    compute[run] = times.exactMillis(Stage.COMPUTE);
                }
            }
            Arrays.sort(prepare);
            Arrays.sort(compute);
            System.out.printf(
                    "| (%d,%d) | %s | %s | %.0f | %.2f (%.2f-%.2f) |%n",
                    p, q, used, name, prepare[runs / 2], compute[runs / 2], compute[0], compute[runs - 1]);
        });
    }
}
