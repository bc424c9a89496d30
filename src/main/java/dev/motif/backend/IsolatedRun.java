package dev.motif.backend;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import dev.motif.process.LostProcessException;
import dev.motif.process.Task;
import dev.motif.process.WorkerProcess;
import java.io.Serializable;
import java.util.Optional;

/**
 * The run of an algorithm in another process, which chooses among its own devices.
 *
 * @param algorithm its class, which has a constructor without parameters
 * @param config a serializable configuration; the result must be serializable too
 * @param backend where the other process runs it
 * @param gpus the devices that it uses there
 */
record IsolatedRun<G extends Graph, C, R extends AutoCloseable>(
        Class<? extends Algorithm<G, C, R>> algorithm, C config, Backend backend, GpuSelection gpus)
        implements Task<IsolatedRun.Outcome<R>> {
    /** A result, owned by who gets it, with the times of its stages and the nanoseconds of all of it. */
    record Outcome<R extends AutoCloseable>(R result, StageTimes times, long nanos)
            implements Serializable, AutoCloseable {
        @Override
        public void close() throws Exception {
            result.close();
        }
    }

    @SuppressWarnings("unchecked")
    static <G extends Graph, C, R extends AutoCloseable> IsolatedRun<G, C, R> of(
            Algorithm<G, C, R> algorithm, C config, Backend.Choice choice) {
        return new IsolatedRun<>(
                (Class<? extends Algorithm<G, C, R>>) algorithm.getClass(),
                config,
                choice.backend(),
                choice.devices().isEmpty()
                        ? GpuSelection.AUTO
                        : GpuSelection.of(choice.devices().size(), choice.alike()));
    }

    /**
     * Runs it in {@code process}; what lies between the processes counts as transfer.
     *
     * @return the result, owned by the caller
     * @throws GpuException when the process was lost
     */
    R in(WorkerProcess process, G graph, Execution execution) {
        long start = System.nanoTime();
        try {
            Outcome<R> outcome = process.call(this, graph, execution.memory(), execution.workers());
            for (Stage stage : Stage.values()) {
                execution.times().add(stage, outcome.times.exactMillis(stage));
            }
            execution.times().take(outcome.times.taken());
            execution.times().lose(outcome.times.lost());
            execution.times().add(Stage.TRANSFER, (System.nanoTime() - start - outcome.nanos) / 1e6);
            return outcome.result;
        } catch (LostProcessException e) {
            e.culprit().ifPresent(Gpus::lostByProcess);
            throw new GpuException(e.getMessage());
        }
    }

    @Override
    public Outcome<R> run(Graph graph, NativeMemory memory, Workers workers) {
        long start = System.nanoTime();
        StageTimes times = new StageTimes();
        try {
            Algorithm<G, C, R> own = algorithm.getDeclaredConstructor().newInstance();
            G input = own.graphType().cast(graph);
            Backend.Choice choice = backend.choose(own, input, config, workers.concurrency(), gpus);
            times.take(choice.devices().stream()
                    .map(device -> device.info().ordinal())
                    .toList());
            R result = own.run(choice, input, config, new Execution(memory, workers, times));
            return new Outcome<>(result, times, System.nanoTime() - start);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        } catch (RuntimeException e) {
            throw backend == Backend.CPU ? e : lostDevice().orElse(e);
        }
    }

    /** Says which device this process has lost, and how. */
    private static Optional<RuntimeException> lostDevice() {
        return Gpus.ofThisHost().devices().stream()
                .filter(device -> device.loss() != null)
                .findFirst()
                .map(device -> new LostProcessException(
                        device.info().name() + " was lost (" + device.loss() + ")",
                        device.info().ordinal()));
    }
}
