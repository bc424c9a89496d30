package dev.motif.backend;

import dev.motif.backend.cost.GraphShape;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.RunTimes;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.Bytes;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The processor that a run takes place on, and the choice between CPU and GPU by estimated times and memory. */
public enum Backend {
    /**
     * The GPU when there is one and the run is estimated to take less time there, otherwise the CPU; decided before
     * anything starts.
     */
    AUTO,
    CPU,
    /** The GPU, or an error when it cannot be used: never falls back to the CPU. */
    GPU;

    /**
     * The decision where one run takes place.
     *
     * @param backend {@link #CPU} or {@link #GPU}
     * @param devices the devices to use, none on the CPU; the first one is the best for a run on one
     * @param alike these devices and others that would do as well; a process that has the devices takes the same number
     *     of them
     * @param reason why, in words for the user
     */
    public record Choice(Backend backend, List<GpuDevice> devices, List<GpuDevice> alike, String reason) {
        /** A run on these devices and no others. */
        public Choice(Backend backend, List<GpuDevice> devices, String reason) {
            this(backend, devices, devices, reason);
        }

        public static Choice cpu(String reason) {
            return new Choice(CPU, List.of(), reason);
        }

        public static Choice gpu(GpuDevice device, String reason) {
            return new Choice(GPU, List.of(device), reason);
        }

        /** The first device; null on the CPU. */
        public GpuDevice device() {
            return devices.isEmpty() ? null : devices.get(0);
        }

        /** This choice with the devices that a run took, and without those that it lost: others did their parts. */
        public Choice after(StageTimes times) {
            List<Integer> lost = times.lost();
            List<GpuDevice> taken = times.taken().isEmpty()
                    ? devices
                    : of(alike, device -> times.taken().contains(device.info().ordinal()));
            return new Choice(
                    backend,
                    of(taken, device -> !lost.contains(device.info().ordinal())),
                    lost.isEmpty()
                            ? reason
                            : reason + "; lost in the call, so that the others did their parts: GPU "
                                    + lost.stream()
                                            .sorted()
                                            .map(String::valueOf)
                                            .collect(Collectors.joining(", ")));
        }

        private static List<GpuDevice> of(List<GpuDevice> devices, Predicate<GpuDevice> which) {
            return devices.stream().filter(which).toList();
        }

        public Choice because(String more) {
            return more == null ? this : new Choice(backend, devices, alike, reason + "; " + more);
        }

        /** The numbers of the devices for the driver, ascending. */
        public List<Long> ordinals() {
            return devices.stream()
                    .map(device -> (long) device.info().ordinal())
                    .sorted()
                    .toList();
        }
    }

    /**
     * Checks what can be checked before the graph has been read, so that a mistake costs no time.
     *
     * @throws IllegalArgumentException when {@link #GPU} is asked for and the host has no usable one
     */
    public void checkPossible() {
        if (this == GPU && bestDevices(null, GpuSelection.AUTO).isEmpty()) {
            throw notPossible(missing());
        }
    }

    /**
     * Chooses where {@code algorithm} runs on a graph that may not have been read yet, by its size.
     *
     * @param concurrency the threads that it would have on the CPU
     * @throws IllegalArgumentException when {@link #GPU} is asked for and cannot be used
     */
    public <C> Choice choose(
            Algorithm<?, C, ?> algorithm, GraphSize size, C config, int concurrency, GpuSelection gpus) {
        GpuVersion<?, ?> version = algorithm.gpu(config);
        return choose(
                algorithm.cpuSuffices(config),
                version,
                size,
                null,
                device -> version == null ? algorithm.withoutGpu(config) : version.obstacle(device, size),
                device -> times(algorithm, size, null, config, device, concurrency),
                gpus);
    }

    /** Chooses one device at most, for one thread per processor. */
    public <C> Choice choose(Algorithm<?, C, ?> algorithm, GraphSize size, C config) {
        return choose(algorithm, size, config, Runtime.getRuntime().availableProcessors(), GpuSelection.ONE);
    }

    /**
     * Chooses where {@code algorithm} runs on a graph that has been read already.
     *
     * @param concurrency the threads that it would have on the CPU
     * @throws IllegalArgumentException when {@link #GPU} is asked for and cannot be used
     */
    public <G extends Graph, C> Choice choose(
            Algorithm<G, C, ?> algorithm, G graph, C config, int concurrency, GpuSelection gpus) {
        GpuVersion<G, ?> version = algorithm.gpu(config);
        return choose(
                algorithm.cpuSuffices(config),
                version,
                GraphSize.of(graph),
                graph,
                device -> version == null ? algorithm.withoutGpu(config) : version.obstacle(device, graph),
                device -> times(algorithm, GraphSize.of(graph), graph, config, device, concurrency),
                gpus);
    }

    /**
     * The times that a run is estimated to take on the CPU and on one GPU; null when nothing is known of them.
     *
     * @param graph null when it has not been read yet
     * @param gpus the devices that may be used
     */
    public static <G extends Graph, C> RunTimes times(
            Algorithm<G, C, ?> algorithm, GraphSize size, G graph, C config, int concurrency, GpuSelection gpus) {
        GpuVersion<G, ?> version = algorithm.gpu(config);
        GpuDevice device = version == null
                ? null
                : bestDevices(graph, gpus).stream()
                        .filter(each ->
                                (graph == null ? version.obstacle(each, size) : version.obstacle(each, graph)) == null)
                        .findFirst()
                        .orElse(null);
        return times(algorithm, size, graph, config, device, concurrency);
    }

    /** The same with {@code device}, null for none. */
    private static <C> RunTimes times(
            Algorithm<?, C, ?> algorithm, GraphSize size, Graph graph, C config, GpuDevice device, int concurrency) {
        return RunTimes.of(
                algorithm.cost(config),
                () -> graph == null ? GraphShape.of(size) : GraphShape.of(graph),
                device,
                graph != null && device != null && isCopied(graph, device),
                concurrency);
    }

    private static boolean isCopied(Graph graph, GpuDevice device) {
        return Gpus.areIsolated()
                ? Gpus.copiedBytes(graph) > 0
                : device.copies().bytesOf(graph) > 0;
    }

    /** Chooses one device at most, for one thread per processor. */
    public <G extends Graph, C> Choice choose(Algorithm<G, C, ?> algorithm, G graph, C config) {
        return choose(algorithm, graph, config, Runtime.getRuntime().availableProcessors(), GpuSelection.ONE);
    }

    /**
     * @param cpuSuffices see {@link Algorithm#cpuSuffices}
     * @param version null when there is none
     * @param obstacleOf gives why a GPU cannot do it, or null
     * @param timesOf gives the estimated times, or null when nothing is known of them
     */
    private Choice choose(
            String cpuSuffices,
            GpuVersion<?, ?> version,
            GraphSize size,
            Graph graph,
            Function<GpuDevice, String> obstacleOf,
            Function<GpuDevice, RunTimes> timesOf,
            GpuSelection gpus) {
        if (this == CPU) {
            return Choice.cpu("asked for by `backend: 'CPU'`");
        }
        if (this == AUTO && cpuSuffices != null) {
            return Choice.cpu(cpuSuffices);
        }
        List<GpuDevice> devices = bestDevices(graph, gpus);
        List<GpuDevice> host = Gpus.ofThisHost().devices();
        String tooFew = host.isEmpty() ? null : gpus.missing(host);
        if (tooFew != null) {
            throw new IllegalArgumentException(tooFew);
        }
        String obstacle = devices.isEmpty() ? missing() : obstacleOf.apply(devices.get(0));
        if (obstacle != null && this == GPU) {
            throw notPossible(obstacle);
        }
        if (obstacle != null) {
            return Choice.cpu(obstacle);
        }
        GpuDevice first = devices.get(0);
        boolean asks = this == AUTO || gpus.equals(GpuSelection.AUTO) && devices.size() > 1;
        RunTimes times = asks ? timesOf.apply(first) : null;
        if (this == AUTO && times != null && !times.gpuIsFaster()) {
            return Choice.cpu(times.text());
        }
        long passes = version.passes(first, size);
        List<GpuDevice> used = devices.stream()
                .filter(device -> device == first
                        || version.canShare(first, size)
                                && version.canShare(device, size)
                                && obstacleOf.apply(device) == null)
                .limit(gpus.count(times, passes))
                .toList();
        String where = on(used, passes);
        List<GpuDevice> alike = Choice.of(
                devices,
                device -> used.contains(device)
                        || device.info().name().equals(first.info().name()));
        return new Choice(GPU, used, alike, times == null ? where : where + ": " + times.text());
    }

    private static String on(List<GpuDevice> devices, long passes) {
        GpuDevice device = devices.get(0);
        String several = devices.size() > 1 ? devices.size() + " GPUs, " : "";
        String name = "on " + several + device.info().name();
        return passes == 1
                ? name
                : name + " in about " + passes + " passes, since the graph is larger than the "
                        + Bytes.toText(device.limitBytes()) + " of its memory that may be used";
    }

    private static IllegalArgumentException notPossible(String obstacle) {
        return new IllegalArgumentException("`backend: 'GPU'` is not possible: " + obstacle
                + ". Use `backend: 'AUTO'` or `backend: 'CPU'` to run on the CPU.");
    }

    /** Why no device can be used. */
    private static String missing() {
        return Gpus.ofThisHost().devices().stream()
                .map(GpuDevice::unusableReason)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(() -> Gpus.ofThisHost().reason());
    }

    /**
     * The devices that a call may use, the one first that it should: the one where the fewest calls wait for memory;
     * among equals the one where running calls have reserved the least memory, then the one with the most bytes of
     * copies of {@code graph}, then the one with the most unreserved memory.
     *
     * @param graph null when it has not been read yet
     */
    private static List<GpuDevice> bestDevices(Graph graph, GpuSelection gpus) {
        return Gpus.ofThisHost().devices().stream()
                .filter(device -> device.unusableReason() == null && gpus.admits(device))
                .sorted(Comparator.comparingInt(GpuDevice::waitingCalls)
                        .thenComparingLong(device ->
                                device.reservedBytes() - device.copies().bytes())
                        .thenComparingLong(
                                device -> graph == null ? 0 : -device.copies().bytesOf(graph))
                        .thenComparingLong(device -> device.reservedBytes() - device.limitBytes()))
                .toList();
    }
}
