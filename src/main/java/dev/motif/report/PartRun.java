package dev.motif.report;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.Deadline;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.backend.StageTimes;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.gpu.GpuException;
import dev.motif.graph.Bytes;
import dev.motif.graph.Graph;
import dev.motif.graph.OffHeapMemoryException;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;

/** Runs the steps of one part, each within its time and the memory that is free. */
final class PartRun {
    private final String name;
    private final ReportConfig config;
    private final Execution whole;
    private final StageTimes times = new StageTimes();
    private Backend.Choice choice;

    /**
     * @param name of the part
     * @param whole of the report
     */
    PartRun(String name, ReportConfig config, Execution whole) {
        this.name = name;
        this.config = config;
        this.whole = whole;
    }

    /** Where the last step ran; null when none did. */
    Backend.Choice choice() {
        return choice;
    }

    /** How long a stage of its steps took. */
    double exactMillis(Stage stage) {
        return times.exactMillis(stage);
    }

    /** How long its steps took. */
    long millis() {
        return Math.round(exactMillis(Stage.PREPARE) + exactMillis(Stage.TRANSFER) + exactMillis(Stage.COMPUTE));
    }

    /**
     * Runs a step and makes something of its result, which is freed before this returns.
     *
     * @param make also gets the threads, within the same time
     * @throws NotDrawnException when there is too little time or memory, or the algorithm cannot do it
     * @throws CancellationException when the caller no longer waits
     */
    <G extends Graph, C, R extends AutoCloseable, T> T of(G graph, Step<G, C, R> step, BiFunction<R, Workers, T> make) {
        Deadline deadline = Deadline.after(config.timeoutMillis());
        try {
            choice = config.run().backend().choose(step.algorithm(), graph, step.config());
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
        } catch (OffHeapMemoryException | GpuException | IllegalArgumentException e) {
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
                        .estimate(choice.device(), size)
                        .offHeap()
                        .minBytes();
        long free = whole.memory().freeBytes();
        if (needed > free && !config.run().sudo()) {
            throw new NotDrawnException("it needs at least " + Bytes.toText(needed) + " of off-heap memory, and "
                    + Bytes.toText(free) + " are free");
        }
    }

    /** The threads of the report, but no longer than until {@code deadline}. */
    private Workers limited(Deadline deadline) {
        Workers workers = whole.workers();
        return new Workers(
                workers.concurrency(),
                () -> deadline.requested() || workers.cancellation().requested(),
                named(workers.progress()));
    }

    /** A stage of a part, as the progress of the report calls it. */
    static String stage(String part, String stage) {
        return part + ": " + stage;
    }

    /** Says of each stage which part it belongs to. */
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
