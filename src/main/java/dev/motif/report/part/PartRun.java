package dev.motif.report.part;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.report.chart.Words;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/** Runs the steps of one part of a report, each within the time limit and the memory that is free. */
public final class PartRun {
    private final String name;
    private final ReportConfig config;
    private final Execution whole;
    private final LongSupplier nanoTime;
    private final StageTimes times = new StageTimes();
    private Backend.Choice choice;

    /**
     * @param config the parameters of the report
     * @param nanoTime the clock of the time limit, such as {@link System#nanoTime}
     */
    public PartRun(String name, ReportConfig config, Execution whole, LongSupplier nanoTime) {
        this.name = name;
        this.config = config;
        this.whole = whole;
        this.nanoTime = nanoTime;
    }

    /** The names of nodes and relationships in the report. */
    public Words words() {
        return config.words();
    }

    /** The backend of the last step that was started; null when none was. */
    public Backend.Choice choice() {
        return choice;
    }

    /** The milliseconds that a stage took, summed over the steps of the part. */
    public double exactMillis(Stage stage) {
        return times.exactMillis(stage);
    }

    /** The milliseconds that the steps of the part took. */
    public long millis() {
        return Math.round(exactMillis(Stage.PREPARE) + exactMillis(Stage.TRANSFER) + exactMillis(Stage.COMPUTE));
    }

    /**
     * Runs a step and returns what {@code make} returns for its result, which is freed before this returns.
     *
     * @param make also gets the threads, which stop at the same time limit
     * @throws NotDrawnException when there is too little time or memory, a count is too large, or the algorithm refuses
     * @throws CancellationException when the caller no longer waits
     */
    <G extends Graph, C, R extends AutoCloseable, T> T of(G graph, Step<G, C, R> step, BiFunction<R, Workers, T> make) {
        Deadline deadline = Deadline.after(config.timeoutMillis(), nanoTime);
        try {
            choice = config.run()
                    .backend()
                    .choose(
                            step.algorithm(),
                            graph,
                            step.config(),
                            whole.workers().concurrency(),
                            config.run().gpus());
            checkMemory(graph, step);
            Execution execution = new Execution(whole.memory(), limited(deadline), times);
            try (R result = step.algorithm().run(choice, graph, step.config(), execution)) {
                return make.apply(result, execution.workers());
            }
        } catch (CancellationException e) {
            whole.workers().cancellation().check();
            if (!deadline.requested()) {
                throw e;
            }
            throw new NotDrawnException("it took longer than `timeoutMillis: " + config.timeoutMillis() + "`", e);
        } catch (ArithmeticException e) {
            throw new NotDrawnException("one of its counts is 2^63 or more", e);
        } catch (OffHeapMemoryException | HeapBudget.Exceeded | GpuException | IllegalArgumentException e) {
            throw new NotDrawnException(e.getMessage(), e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private <G extends Graph, C> void checkMemory(G graph, Step<G, C, ?> step) {
        Algorithm<G, C, ?> algorithm = step.algorithm();
        GraphSize size = GraphSize.of(graph);
        long needed = choice.device() == null
                ? algorithm
                        .cpuEstimate(size, step.config(), whole.workers().concurrency())
                        .offHeap()
                        .minBytes()
                : algorithm
                        .gpu(step.config())
                        .estimate(choice.devices(), size)
                        .offHeap()
                        .minBytes();
        long free = whole.memory().freeBytes();
        if (needed > free && !config.run().sudo()) {
            throw new NotDrawnException("it needs at least " + Bytes.toText(needed) + " of off-heap memory, and "
                    + Bytes.toText(free) + " are free");
        }
    }

    /** The threads of the report, which stop at {@code deadline} and report the name of the part with each stage. */
    private Workers limited(Deadline deadline) {
        Workers workers = whole.workers();
        return new Workers(
                workers.concurrency(),
                () -> deadline.requested() || workers.cancellation().requested(),
                named(workers.progress()));
    }

    /** The name of a part's stage in the progress of the report. */
    public static String stage(String part, String stage) {
        return part + ": " + stage;
    }

    /** Passes everything on to {@code progress}, with the name of the part before the name of each stage. */
    private Progress named(Progress progress) {
        return new Progress() {
            @Override
            public void begin(String stage, long volume) {
                progress.begin(PartRun.stage(name, stage), volume);
            }

            @Override
            public void advance(long amount) {
                progress.advance(amount);
            }

            @Override
            public void publish() {
                progress.publish();
            }
        };
    }
}
