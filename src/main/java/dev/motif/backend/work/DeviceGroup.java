package dev.motif.backend.work;

import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/**
 * The devices of one run, each with a thread and a session of its own, which share the work. None waits for another: one
 * that must wait for memory, since other calls have it, joins later or not at all, so runs on the same devices never block
 * each other. Where a device is lost that had some of the work, those that are left do all of it again; where something that
 * was found has left the run, a loss is an error.
 *
 * @param <P> what a device finds on its part of the work, freed by {@code close}
 */
public final class DeviceGroup<P extends AutoCloseable> {
    private static final long PER_TASK = 1 << 16;

    private final Execution execution;
    private final Body<P> body;
    private final WorkPart part;
    private volatile DynamicSchedule work;
    private final List<P> parts = new ArrayList<>();
    private final List<StageTimes> times = new ArrayList<>();
    private GpuException loss;

    /**
     * The work of one device.
     *
     * @param <P> what it finds
     */
    @FunctionalInterface
    public interface Body<P> {
        /** Claims ranges until none is left; returns what was found in them, owned by the caller. */
        P run(Execution execution, GpuDevice device, Participant share);
    }

    /** The search of one device, which passes on what it finds in the ranges that it claims. */
    @FunctionalInterface
    public interface Finding<T> {
        void run(Execution execution, GpuDevice device, Participant share, SearchStream.Consumer<T> found);
    }

    private DeviceGroup(int devices, WorkPart part, Execution execution, Body<P> body) {
        this.execution = execution;
        this.body = body;
        this.part = part;
        this.work = new DynamicSchedule(devices, part);
    }

    /**
     * Runs {@code body} on each device, and adds up what they found, on the host: a device may have no room for what another
     * one found. Bodies with large counts of one kind may use an {@link AllReduce} instead.
     *
     * @param part which part of the work they do
     * @param plus adds what some devices found to what one found, which it takes over
     * @return what all devices found together, owned by the caller
     * @throws GpuException when all devices were lost
     */
    public static <P extends AutoCloseable> P sum(
            List<GpuDevice> devices, WorkPart part, Execution execution, Body<P> body, BiFunction<P, List<P>, P> plus) {
        List<P> parts = run(devices, part, execution, body);
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            parts.forEach(scope::own);
            P first = parts.get(0);
            P sum = execution.time(Stage.TRANSFER, () -> plus.apply(first, parts.subList(1, parts.size())));
            scope.keep(first);
            return sum;
        }
    }

    /** Adds up the results of several devices, which know themselves how. */
    public static <P extends Mergeable<P>> P sum(
            List<GpuDevice> devices, WorkPart part, Execution execution, Body<P> body) {
        return sum(devices, part, execution, body, (first, others) -> first.plus(others, execution.workers()));
    }

    /**
     * The devices, at least one and the first ones, for which there is off-heap memory when each needs {@code bytes} of
     * it.
     */
    public static List<GpuDevice> within(NativeMemory memory, long bytes, List<GpuDevice> devices) {
        return devices.stream()
                .limit(Math.max(1, memory.freeBytes() / Math.max(1, bytes)))
                .toList();
    }

    /**
     * Runs {@code body} on each device. The time of a stage is the longest of all devices.
     *
     * @return what each device found that had anything to do, one or more, owned by the caller
     * @throws GpuException when all devices were lost
     */
    public static <P extends AutoCloseable> List<P> run(
            List<GpuDevice> devices, WorkPart part, Execution execution, Body<P> body) {
        DeviceGroup<P> group = new DeviceGroup<>(devices.size(), part, execution, body);
        try {
            return group.run(devices);
        } catch (RuntimeException | Error e) {
            group.close(e);
            throw e;
        } finally {
            group.work.close();
        }
    }

    /**
     * Searches on each device, and passes on what all of them find.
     *
     * @param again whether anything may be found again after the loss of a device; otherwise a loss is an error once
     *     something was found
     */
    public static <T> void find(
            List<GpuDevice> devices,
            Execution execution,
            SearchStream.Consumer<T> found,
            boolean again,
            Finding<T> search) {
        if (devices.size() == 1) {
            search.run(execution, devices.get(0), Participant.whole(), found);
            return;
        }
        DeviceGroup.<AutoCloseable>run(devices, WorkPart.WHOLE, execution, (own, device, share) -> {
            search.run(own, device, share, (one, stopped) -> {
                if (!again) {
                    share.handOver();
                }
                found.accept(one, stopped);
            });
            return () -> {};
        });
    }

    /** Whether calls wait for memory of one of {@code devices}, which a search on them holds until it ends. */
    public static BooleanSupplier keepsOthersWaiting(List<GpuDevice> devices) {
        return () -> devices.stream().anyMatch(device -> device.waitingCalls() > 0);
    }

    private List<P> run(List<GpuDevice> devices) {
        List<GpuDevice> left = devices;
        do {
            List<GpuDevice> now = left;
            execution.workers().run(now.size(), (member, group) -> join(now.get(member), group::stopped, now));
            left = left.stream().filter(device -> device.loss() == null).toList();
            if (work.isVoid()) {
                forget(left.size());
            }
        } while (parts.isEmpty() && !left.isEmpty());
        if (parts.isEmpty()) {
            throw loss;
        }
        execution
                .times()
                .lose(devices.stream()
                        .filter(device -> device.loss() != null)
                        .map(device -> device.info().ordinal())
                        .toList());
        execution.times().order(work.order());
        for (Stage stage : Stage.values()) {
            execution
                    .times()
                    .add(
                            stage,
                            times.stream()
                                    .mapToDouble(own -> own.exactMillis(stage))
                                    .max()
                                    .orElse(0));
        }
        return parts;
    }

    /** Frees what was found and what was given: nothing of the work is done then. */
    private void forget(int devices) {
        List<P> found = List.copyOf(parts);
        parts.clear();
        times.clear();
        work.close();
        work = new DynamicSchedule(devices, part);
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            found.forEach(scope::own);
        }
    }

    /** Works on {@code device} until nothing is left, or all is to be done again. */
    private void join(GpuDevice device, Cancellation stopped, List<GpuDevice> members) {
        Participant share = work.share();
        StageTimes own = new StageTimes();
        Workers workers = new Workers(
                Math.max(1, execution.workers().concurrency() / members.size()),
                () -> stopped.requested() || share.hasNothingToDo(),
                execution.workers().progress().onlyAdvancing());
        try {
            add(body.run(execution.with(workers).with(own), device, share), own);
        } catch (CancellationException e) {
            if (stopped.requested() || !share.hasNothingToDo()) {
                throw e;
            }
        } catch (GpuException e) {
            // It may come from a lost device that this one was reading.
            if (members.stream().allMatch(member -> member.loss() == null) || !share.lose()) {
                throw e;
            }
            lose(e);
        }
    }

    private synchronized void add(P part, StageTimes own) {
        parts.add(part);
        times.add(own);
    }

    private synchronized void lose(GpuException e) {
        loss = e;
    }

    private void close(Throwable failure) {
        for (P part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
    }

    /** Adds {@code part} to {@code sum}, which is as long. */
    public static void add(OffHeapLongs part, OffHeapLongs sum, Workers workers) {
        workers.forRanges(sum.length(), PER_TASK, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                sum.set(i, sum.get(i) + part.get(i));
            }
        });
    }

    /** Makes each value of {@code most}, which is as long as {@code part}, the larger one of the two. */
    public static void keepLarger(OffHeapLongs part, OffHeapLongs most, Workers workers) {
        workers.forRanges(most.length(), PER_TASK, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                most.set(i, Math.max(most.get(i), part.get(i)));
            }
        });
    }

    /**
     * Adds {@code part} to {@code sum}, which is as long.
     *
     * @throws ArithmeticException when a count is 2^127 or more
     */
    public static void add(OffHeapSums part, OffHeapSums sum, Workers workers) {
        workers.forRanges(sum.length(), PER_TASK, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                sum.add(i, part.high().get(i), part.low().get(i));
            }
        });
    }

    /** Adds {@code part} to {@code sum}, which is as long. */
    public static void add(OffHeapInts part, OffHeapInts sum, Workers workers) {
        workers.forRanges(sum.length(), PER_TASK, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                sum.set(i, sum.get(i) + part.get(i));
            }
        });
    }
}
