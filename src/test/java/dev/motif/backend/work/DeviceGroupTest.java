package dev.motif.backend.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.TestDevices;
import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Deals work out to devices that are not there: what they find is the sum of the positions that they claim. */
@Timeout(300)
class DeviceGroupTest {
    private static final long POSITIONS = 10_000;

    private final AtomicInteger open = new AtomicInteger();

    /** The sum of some positions. */
    private final class Sum implements AutoCloseable {
        private long sum;
        private long ranges;

        Sum() {
            open.incrementAndGet();
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    private static List<GpuDevice> devices(int count) {
        return IntStream.range(0, count)
                .mapToObj(ordinal -> TestDevices.planned(ordinal, 1L << 30))
                .toList();
    }

    private static Execution execution(Workers workers) {
        return new Execution(new NativeMemory(1 << 20), workers, new StageTimes());
    }

    private static Execution execution() {
        return execution(Workers.of(4));
    }

    private static void claimAll(Participant share, Sum sum, long from, long to) {
        for (Range range = claim(share, from, to); range != null; range = claim(share, from, to)) {
            sum.ranges++;
            for (long i = range.from(); i < range.to(); i++) {
                sum.sum += i;
            }
        }
    }

    private static Range claim(Participant share, long from, long to) {
        return share.claim(from, to, start -> start + (long) Math.ceil(share.next(to - start)));
    }

    private Sum sum(Participant share) {
        Sum sum = new Sum();
        share.begin(POSITIONS, 0);
        claimAll(share, sum, 0, POSITIONS / 3);
        claimAll(share, sum, POSITIONS / 3, POSITIONS);
        return sum;
    }

    private void checkWhole(List<Sum> parts) {
        assertThat(parts.stream().mapToLong(part -> part.sum).sum()).isEqualTo(POSITIONS * (POSITIONS - 1) / 2);
        parts.forEach(Sum::close);
        assertThat(open).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 16})
    void everyPositionIsClaimedOnce(int count) {
        checkWhole(
                DeviceGroup.run(devices(count), WorkPart.WHOLE, execution(), (execution, device, share) -> sum(share)));
    }

    /** As in processes that do not know of each other; with 3,000 parts most are of one position, or of none. */
    @ParameterizedTest
    @ValueSource(longs = {1, 3, 7, 3_000})
    void everyPositionIsInOnePart(long count) {
        List<Sum> sums = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            WorkPart part = new WorkPart(i, i + 1, count);
            sums.addAll(DeviceGroup.run(devices(2), part, execution(), (execution, device, share) -> sum(share)));
        }
        checkWhole(sums);
    }

    /** A part of no position says as much. */
    @ParameterizedTest
    @ValueSource(longs = {0, 2, 5})
    void runSaysTheOrderOfItsWork(long from) {
        Execution execution = execution();
        WorkPart part = new WorkPart(from, Math.min(5, from + 2), 5);
        List<Sum> found = DeviceGroup.run(devices(2), part, execution, (own, device, share) -> {
            Sum sum = new Sum();
            share.begin(POSITIONS, 7);
            claimAll(share, sum, 0, POSITIONS);
            return sum;
        });
        assertThat(found.stream().anyMatch(sum -> sum.ranges > 0)).isEqualTo(from < 5);
        found.forEach(Sum::close);
        assertThat(execution.times().order()).isEqualTo(new WorkPart.Order(POSITIONS, 7));
    }

    @Test
    void partsAreOfAllPositions() {
        WorkPart last = new WorkPart(2, 3, 3);
        assertThat(last.first(Long.MAX_VALUE)).isEqualTo(6148914691236517204L);
        assertThat(last.end(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WorkPart(2, 4, 3))
                .withMessage("a part must have 0 <= from <= to <= count, got from 2 to 4 of 3");
    }

    @Test
    void claimsGetSmaller() {
        List<Sum> parts =
                DeviceGroup.run(devices(2), WorkPart.WHOLE, execution(), (execution, device, share) -> sum(share));
        assertThat(parts.stream().mapToLong(part -> part.ranges).sum()).isBetween(20L, 200L);
        checkWhole(parts);
    }

    @Test
    void deviceThatComesLateDelaysNobody() {
        CountDownLatch done = new CountDownLatch(1);
        List<GpuDevice> devices = devices(2);
        List<Sum> parts = DeviceGroup.run(devices, WorkPart.WHOLE, execution(), (execution, device, share) -> {
            if (device == devices.get(0)) {
                Sum sum = sum(share);
                done.countDown();
                return sum;
            }
            // As one that waits for memory, which it never gets.
            while (true) {
                execution.workers().cancellation().check();
                Thread.onSpinWait();
            }
        });
        assertThat(done.getCount()).isZero();
        assertThat(parts).hasSize(1);
        checkWhole(parts);
    }

    @Test
    void noWorkIsDoneByOne() {
        List<Sum> parts = DeviceGroup.run(devices(3), WorkPart.WHOLE, execution(), (execution, device, share) -> {
            share.begin(0, 0);
            execution.workers().cancellation().check();
            assertThat(share.claim(0, 0, from -> from + 1)).isNull();
            return new Sum();
        });
        assertThat(parts).isNotEmpty();
        parts.forEach(Sum::close);
    }

    @Test
    void allIsDoneAgainWhenADeviceWithWorkIsLost() {
        List<GpuDevice> devices = devices(3);
        AtomicBoolean claimed = new AtomicBoolean();
        List<Sum> parts = DeviceGroup.run(devices, WorkPart.WHOLE, execution(), (execution, device, share) -> {
            if (device == devices.get(1)) {
                share.begin(POSITIONS, 0);
                assertThat(claim(share, 0, POSITIONS)).isNotNull();
                claimed.set(true);
                throw TestDevices.lose(device);
            }
            while (!claimed.get()) {
                Thread.onSpinWait();
            }
            return sum(share);
        });
        checkWhole(parts);
    }

    @Test
    void allIsDoneAgainWhenTheLastClaimIsLost() {
        List<GpuDevice> devices = devices(2);
        CountDownLatch othersDone = new CountDownLatch(1);
        CountDownLatch claimed = new CountDownLatch(1);
        List<Sum> parts = DeviceGroup.run(devices, WorkPart.WHOLE, execution(), (execution, device, share) -> {
            try {
                if (device == devices.get(1)) {
                    share.begin(POSITIONS, 0);
                    assertThat(claim(share, 0, POSITIONS)).isNotNull();
                    claimed.countDown();
                    othersDone.await();
                    throw TestDevices.lose(device);
                }
                claimed.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            Sum sum = sum(share);
            othersDone.countDown();
            return sum;
        });
        assertThat(parts).hasSize(1);
        checkWhole(parts);
    }

    /** It is about to go home, since nothing was left, when something is left again. */
    @Test
    void deviceThatWasSentHomeComesBackForWhatIsLost() {
        List<GpuDevice> devices = devices(2);
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch sentHome = new CountDownLatch(1);
        AtomicReference<Thread> losing = new AtomicReference<>();
        List<Sum> parts = DeviceGroup.run(devices, WorkPart.WHOLE, execution(), (execution, device, share) -> {
            try {
                if (device == devices.get(0)) {
                    share.begin(POSITIONS, 0);
                    sum(share).close();
                    losing.set(Thread.currentThread());
                    claimed.countDown();
                    sentHome.await();
                    throw TestDevices.lose(device);
                }
                if (sentHome.getCount() > 0) {
                    claimed.await();
                    while (!execution.workers().cancellation().requested()) {
                        Thread.onSpinWait();
                    }
                    sentHome.countDown();
                    while (devices.get(0).loss() == null) {
                        Thread.onSpinWait();
                    }
                    // It gives back what it had claimed before it leaves.
                    while (isIn(DeviceGroup.class, losing.get())) {
                        Thread.sleep(1);
                    }
                    assertThat(share.claim(0, POSITIONS, from -> POSITIONS)).isNull();
                    throw new CancellationException("nothing is left");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return sum(share);
        });
        assertThat(parts).hasSize(1);
        checkWhole(parts);
    }

    private static boolean isIn(Class<?> type, Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(type.getName()));
    }

    /** An error of reading may be that of the device that is read, and all is counted again without that one. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void deviceThatReadsALostOneGoesOn(int count) {
        List<GpuDevice> devices = devices(count);
        CountDownLatch claimed = new CountDownLatch(1);
        Execution whole = execution();
        List<Sum> parts = DeviceGroup.run(devices, WorkPart.WHOLE, whole, (execution, device, share) -> {
            if (device != devices.get(0) || claimed.getCount() == 0) {
                await(claimed, execution);
                return exchanged(execution, share);
            }
            try (Sum found = new Sum()) {
                share.begin(POSITIONS, 0);
                assertThat(claim(share, 0, POSITIONS)).isNotNull();
                claimed.countDown();
                claimAll(share, found, 0, POSITIONS);
                share.meet(found, execution.workers().cancellation());
                TestDevices.lose(devices.get(1));
                throw new GpuException("copying from another device failed");
            } finally {
                share.leave();
            }
        });
        checkWhole(parts);
        assertThat(devices).filteredOn(device -> device.loss() != null).containsExactly(devices.get(1));
        assertThat(whole.times().lost()).containsExactly(1);
    }

    @Test
    void lossOfTheFirstIsNoneOfAllWhereThereIsNothingToDo() {
        List<GpuDevice> devices = devices(2);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch sentHome = new CountDownLatch(1);
        List<Sum> parts = DeviceGroup.run(devices, new WorkPart(0, 0, 3), execution(), (execution, device, share) -> {
            if (device == devices.get(0)) {
                share.begin(POSITIONS, 0);
                begun.countDown();
                await(sentHome, execution);
                throw TestDevices.lose(device);
            }
            while (begun.getCount() > 0) {
                Thread.onSpinWait();
            }
            if (sentHome.getCount() > 0) {
                while (!execution.workers().cancellation().requested()) {
                    Thread.onSpinWait();
                }
                sentHome.countDown();
                throw new CancellationException("nothing is left");
            }
            return sum(share);
        });
        assertThat(parts).isNotEmpty();
        parts.forEach(Sum::close);
        assertThat(open).hasValue(0);
    }

    @Test
    void allDevicesLostIsAnError() {
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(
                        () -> DeviceGroup.run(devices(2), WorkPart.WHOLE, execution(), (execution, device, share) -> {
                            share.begin(POSITIONS, 0);
                            claim(share, 0, POSITIONS);
                            throw TestDevices.lose(device);
                        }))
                .withMessageContaining("a test");
        assertThat(open).hasValue(0);
    }

    @Test
    void errorOfOneFreesWhatOthersFound() {
        List<GpuDevice> devices = devices(3);
        assertThatIllegalStateException()
                .isThrownBy(() -> DeviceGroup.run(devices, WorkPart.WHOLE, execution(), (execution, device, share) -> {
                    if (device == devices.get(2)) {
                        throw new IllegalStateException("wrong");
                    }
                    return sum(share);
                }))
                .withMessage("wrong");
        assertThat(open).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({"6, 0", "5, 1"})
    void devicesThatDisagreeAreAnError(long positions, long checksum) {
        List<GpuDevice> devices = devices(2);
        CountDownLatch begun = new CountDownLatch(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> DeviceGroup.run(devices, WorkPart.WHOLE, execution(), (execution, device, share) -> {
                    boolean first = device == devices.get(0);
                    share.begin(first ? 5 : positions, first ? 0 : checksum);
                    begun.countDown();
                    while (claim(share, 0, 5) == null) {
                        execution.workers().cancellation().check();
                    }
                    return new Sum();
                }))
                .withMessageContaining("disagree");
    }

    @Test
    void cancelledRunEndsOnAllDevices() {
        AtomicInteger running = new AtomicInteger();
        Workers workers = new Workers(2, () -> running.get() == 2, Progress.NONE);
        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() ->
                        DeviceGroup.run(devices(2), WorkPart.WHOLE, execution(workers), (execution, device, share) -> {
                            share.begin(POSITIONS, 0);
                            running.incrementAndGet();
                            while (true) {
                                execution.workers().cancellation().check();
                                Thread.onSpinWait();
                            }
                        }));
        assertThat(open).hasValue(0);
    }

    /** A time limit passes when one device has found its part, and another one is at work. */
    @Test
    void runThatATimeLimitEndsLeavesNothing() {
        AtomicLong nanos = new AtomicLong();
        boolean all = Deadline.after(1, nanos::get)
                .limit(
                        execution(),
                        limited -> DeviceGroup.run(devices(2), WorkPart.WHOLE, limited, (execution, device, share) -> {
                            share.begin(POSITIONS, 0);
                            assertThat(claim(share, 0, POSITIONS)).isNotNull();
                            if (device.info().ordinal() == 0) {
                                return new Sum();
                            }
                            while (true) {
                                nanos.set(open.get() * TimeUnit.MILLISECONDS.toNanos(1));
                                execution.workers().cancellation().check();
                                Thread.onSpinWait();
                            }
                        }));
        assertThat(all).isFalse();
        assertThat(open).hasValue(0);
    }

    /** The positions of a range that a device has no time for. */
    private record Rest(long from, long to, AtomicInteger open) implements DynamicSchedule.DonatedWork {
        Rest {
            open.incrementAndGet();
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    /** Adds up positions; gives half of those that are left away whenever a device waits. */
    private void addGiving(Participant share, Sum sum, long from, long to) {
        long end = to;
        for (long i = from; i < end; i++) {
            sum.sum += i;
            if (share.isAwaited() && i + 1 < end) {
                long middle = i + 1 + (end - i - 1) / 2;
                share.give(new Rest(middle, end, open));
                end = middle;
            }
        }
    }

    private Sum sumGiving(Execution execution, Participant share) {
        Sum sum = new Sum();
        try {
            share.begin(1, 0);
            share.beginGiving();
            if (share.claim(0, 1, from -> 1) != null) {
                addGiving(share, sum, 0, POSITIONS);
            }
            Rest rest = (Rest) share.await(execution.workers().cancellation());
            while (rest != null) {
                sum.ranges++;
                addGiving(share, sum, rest.from, rest.to);
                rest.close();
                rest = (Rest) share.await(execution.workers().cancellation());
            }
            return sum;
        } catch (CancellationException e) {
            // One that came when all was done.
            sum.close();
            throw e;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void whatIsGivenIsDoneOnce(int count) {
        for (int i = 0; i < 20; i++) {
            checkWhole(DeviceGroup.run(
                    devices(count),
                    WorkPart.WHOLE,
                    execution(),
                    (execution, device, share) -> sumGiving(execution, share)));
        }
    }

    @Test
    void deviceThatComesLateIsGivenWork() {
        List<GpuDevice> devices = devices(2);
        CountDownLatch claimed = new CountDownLatch(1);
        List<Sum> parts = DeviceGroup.run(devices, WorkPart.WHOLE, execution(), (execution, device, share) -> {
            if (device == devices.get(1)) {
                while (claimed.getCount() > 0) {
                    execution.workers().cancellation().check();
                }
                return sumGiving(execution, share);
            }
            share.begin(1, 0);
            share.beginGiving();
            assertThat(share.claim(0, 1, from -> 1)).isNotNull();
            claimed.countDown();
            while (!share.isAwaited()) {
                execution.workers().cancellation().check();
            }
            share.give(new Rest(0, POSITIONS, open));
            return sumGiving(execution, share);
        });
        assertThat(parts.stream().mapToLong(part -> part.ranges).sum()).isPositive();
        checkWhole(parts);
    }

    private static void await(CountDownLatch latch, Execution execution) {
        while (latch.getCount() > 0) {
            execution.workers().cancellation().check();
        }
    }

    /** Claims all of the work, and gives half of it away once a device waits for it. */
    private void claimAndGive(Execution execution, Participant share, CountDownLatch claimed) {
        share.begin(1, 0);
        share.beginGiving();
        assertThat(share.claim(0, 1, from -> 1)).isNotNull();
        claimed.countDown();
        while (!share.isAwaited()) {
            execution.workers().cancellation().check();
        }
        share.give(new Rest(POSITIONS / 2, POSITIONS, open));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void allIsDoneAgainWhenADeviceThatWasGivenWorkIsLost(int count) {
        List<GpuDevice> devices = devices(count);
        CountDownLatch claimed = new CountDownLatch(1);
        AtomicInteger bodies = new AtomicInteger();
        Execution run = execution();
        List<Sum> parts = DeviceGroup.run(devices, WorkPart.WHOLE, run, (execution, device, share) -> {
            if (bodies.getAndIncrement() >= count) {
                return sumGiving(execution, share);
            }
            if (device == devices.get(0)) {
                claimAndGive(execution, share, claimed);
                Sum half = new Sum();
                half.sum = 1;
                return half;
            }
            await(claimed, execution);
            if (device == devices.get(1)) {
                share.begin(1, 0);
                share.beginGiving();
                share.await(execution.workers().cancellation()).close();
                throw TestDevices.lose(device);
            }
            while (true) {
                execution.workers().cancellation().check();
            }
        });
        assertThat(bodies).hasValue(2 * count - 1);
        assertThat(run.times().lost()).containsExactly(1);
        checkWhole(parts);
    }

    @Test
    void allIsDoneAgainWhenTheDeviceThatGaveIsLost() {
        List<GpuDevice> devices = devices(2);
        CountDownLatch claimed = new CountDownLatch(1);
        List<Sum> parts = DeviceGroup.run(devices, WorkPart.WHOLE, execution(), (execution, device, share) -> {
            if (device == devices.get(0)) {
                claimAndGive(execution, share, claimed);
                throw TestDevices.lose(device);
            }
            await(claimed, execution);
            return sumGiving(execution, share);
        });
        assertThat(parts).hasSize(1);
        checkWhole(parts);
    }

    @Test
    void lossOfAllDevicesAfterGivingIsAnError() {
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(
                        () -> DeviceGroup.run(devices(2), WorkPart.WHOLE, execution(), (execution, device, share) -> {
                            share.begin(1, 0);
                            share.beginGiving();
                            share.give(new Rest(0, 1, open));
                            throw TestDevices.lose(device);
                        }))
                .withMessageContaining("a test");
        assertThat(open).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lossIsAnErrorWhenSomethingHasLeftTheRun(boolean gives) {
        List<GpuDevice> devices = devices(2);
        CountDownLatch left = new CountDownLatch(1);
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> DeviceGroup.run(devices, WorkPart.WHOLE, execution(), (execution, device, share) -> {
                    share.begin(2, 0);
                    share.beginGiving();
                    assertThat(share.claim(0, 2, from -> from + 1)).isNotNull();
                    if (device == devices.get(1)) {
                        await(left, execution);
                        throw TestDevices.lose(device);
                    }
                    if (gives) {
                        share.give(new Rest(0, 1, open));
                    }
                    share.handOver();
                    left.countDown();
                    while (true) {
                        execution.workers().cancellation().check();
                    }
                }))
                .withMessageContaining("a test");
        assertThat(open).hasValue(0);
    }

    @Test
    void nothingLeavesARunThatIsDoneAgain() {
        DynamicSchedule work = new DynamicSchedule(2, WorkPart.WHOLE);
        Participant lost = work.share();
        lost.begin(1, 0);
        assertThat(lost.claim(0, 1, from -> 1)).isNotNull();
        lost.give(new Rest(0, 1, open));
        assertThat(lost.lose()).isTrue();
        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> work.share().handOver());
        work.close();
        assertThat(open).hasValue(0);
    }

    /** Adds up what all found, as devices do that exchange counts, and returns it as found by the first of them. */
    private Sum exchanged(Execution execution, Participant share) {
        Sum own = new Sum();
        Sum all = new Sum();
        try {
            share.begin(POSITIONS, 0);
            claimAll(share, own, 0, POSITIONS);
            share.meet(own, execution.workers().cancellation());
            for (Participant member : share.members()) {
                share.read(member, Sum.class, execution.workers().cancellation(), found -> all.sum += found.sum);
            }
            share.meetAgain(execution.workers().cancellation());
            assertThat(all.sum).isEqualTo(POSITIONS * (POSITIONS - 1) / 2);
            all.sum = share.members().indexOf(share) == 0 ? all.sum : 0;
            return all;
        } catch (CancellationException | GpuException e) {
            all.close();
            throw e;
        } finally {
            share.leave();
            own.sum = Long.MIN_VALUE;
            own.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void everyDeviceReadsWhatAllFound(int count) {
        for (int i = 0; i < 20; i++) {
            checkWhole(DeviceGroup.run(
                    devices(count),
                    WorkPart.WHOLE,
                    execution(),
                    (execution, device, share) -> exchanged(execution, share)));
        }
    }

    /** The others wait for it in their exchange when it is lost, before it has met them or after. */
    @ParameterizedTest
    @CsvSource({"2, false", "2, true", "3, false", "3, true", "4, false", "4, true"})
    void othersCountAgainWhatADeviceFoundThatIsLostInAnExchange(int count, boolean met) {
        List<GpuDevice> devices = devices(count);
        CountDownLatch claimed = new CountDownLatch(1);
        List<Sum> parts = DeviceGroup.run(devices, WorkPart.WHOLE, execution(), (execution, device, share) -> {
            if (device != devices.get(1)) {
                await(claimed, execution);
                return exchanged(execution, share);
            }
            try (Sum found = new Sum()) {
                share.begin(POSITIONS, 0);
                assertThat(claim(share, 0, POSITIONS)).isNotNull();
                claimed.countDown();
                if (met) {
                    share.meet(found, execution.workers().cancellation());
                }
                throw TestDevices.lose(device);
            } finally {
                share.leave();
            }
        });
        checkWhole(parts);
    }

    /** Where nobody has any work, the first to say so has the result, and others must not wait for it. */
    @Test
    void othersGoOnWhenADeviceWithoutWorkIsLostThatHasMet() {
        List<GpuDevice> devices = devices(2);
        CountDownLatch met = new CountDownLatch(1);
        List<Sum> parts = DeviceGroup.run(devices, WorkPart.WHOLE, execution(), (execution, device, share) -> {
            if (device == devices.get(1)) {
                await(met, execution);
                share.begin(0, 0);
                share.meet(new Object(), execution.workers().cancellation());
                share.leave();
                return new Sum();
            }
            try {
                share.begin(0, 0);
                share.meet(new Object(), execution.workers().cancellation());
                throw TestDevices.lose(device);
            } finally {
                met.countDown();
                share.leave();
            }
        });
        assertThat(parts).hasSize(1);
        parts.forEach(Sum::close);
        assertThat(open).hasValue(0);
    }

    @Test
    void timesAreThoseOfTheSlowest() {
        List<GpuDevice> devices = devices(2);
        Execution whole = execution();
        CountDownLatch both = new CountDownLatch(2);
        List<Sum> parts = DeviceGroup.run(devices, WorkPart.WHOLE, whole, (execution, device, share) -> {
            share.begin(2, 0);
            share.claim(0, 2, from -> from + 1);
            both.countDown();
            execution.times().add(Stage.COMPUTE, device == devices.get(0) ? 5 : 7);
            return new Sum();
        });
        assertThat(whole.times().exactMillis(Stage.COMPUTE)).isBetween(5.0, 7.0);
        parts.forEach(Sum::close);
    }
}
