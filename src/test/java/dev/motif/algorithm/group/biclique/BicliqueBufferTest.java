package dev.motif.algorithm.group.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBiclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkPart;
import dev.motif.choice.FoundGroups;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.TestDevices;
import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the queue between a search and its reader, which do not run at the same time here but where a test says so. */
@LeavesNothing
@Timeout(300)
class BicliqueBufferTest {
    private static final long LIMIT = 64 << 20;

    /** So many bicliques of {@link #biclique} take about twice the capacity of a buffer. */
    private static final int MANY = 10_000;

    /** A search that has found no room so often waits for its reader, by all that it has asked between. */
    private static final int TIMES_FULL = 3;

    private static final int SEARCHES = 8;

    private static final MaximalBiclique SOME = new MaximalBiclique() {
        @Override
        public int leftSize() {
            return 100;
        }

        @Override
        public int rightSize() {
            return 100;
        }

        @Override
        public void copyLeft(int[] target) {}

        @Override
        public void copyRight(int[] target) {}
    };

    private final NativeMemory memory = new NativeMemory(LIMIT);
    private final AtomicBoolean othersWait = new AtomicBoolean();
    private final AtomicBoolean cancelled = new AtomicBoolean();

    /** Stands still, but where a test lets it go on. */
    private final AtomicLong nanos = new AtomicLong();

    /** By thread how often it has found no room in a buffer: it asks then whether others wait for the search. */
    private final Map<Thread, Integer> full = new ConcurrentHashMap<>();

    private final FoundBuffer<Biclique> buffer = buffer(othersWait::get);

    @AfterEach
    void closedBufferHoldsNothing() {
        buffer.close();
    }

    private FoundBuffer<Biclique> buffer(BooleanSupplier keepsOthersWaiting) {
        return new FoundBuffer<>(
                Biclique.KIND.form(),
                memory,
                () -> {
                    full.merge(Thread.currentThread(), 1, Integer::sum);
                    return keepsOthersWaiting.getAsBoolean();
                },
                nanos::get);
    }

    private static Biclique biclique(int number) {
        Random random = new Random(number);
        return Biclique.of(
                random.ints(random.nextInt(300)).toArray(),
                random.ints(random.nextInt(600)).toArray());
    }

    /** A biclique of this many bytes in the buffer. */
    private static Biclique large(long bytes) {
        return Biclique.of(IntStream.range(0, (int) (bytes / Integer.BYTES) - 4).toArray(), new int[] {7});
    }

    private void put(int number) {
        buffer.put(biclique(number), cancelled::get);
    }

    private CompletableFuture<Void> puttingAll() {
        return CompletableFuture.runAsync(() -> {
            IntStream.range(0, MANY).forEach(this::put);
            buffer.end(null);
        });
    }

    private void takeAll() {
        for (int number = 0; number < MANY; number++) {
            assertThat(buffer.take()).isEqualTo(biclique(number));
        }
        assertThat(buffer.take()).isNull();
    }

    /**
     * Waits until a buffer has {@code bytes} bytes, and {@code threads} threads of a search find no room several times then;
     * looks that the search has not gone on.
     */
    private void awaitFull(CompletableFuture<Void> search, int threads, long bytes) throws InterruptedException {
        while (memory.liveBytes() < bytes && !search.isDone()) {
            Thread.sleep(1);
        }
        full.clear();
        while (full.values().stream().filter(times -> times >= TIMES_FULL).count() < threads && !search.isDone()) {
            Thread.sleep(1);
        }
        assertThat(search).isNotDone();
        assertThat(memory.liveBytes()).isEqualTo(bytes);
    }

    private void letPatienceEnd() {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(FoundBuffer.PATIENCE_MILLIS));
    }

    @Test
    void searchWaitsForItsReaderAndNothingIsLost() throws Exception {
        CompletableFuture<Void> search = puttingAll();
        awaitFull(search, 1, FoundBuffer.CAPACITY_BYTES);
        takeAll();
        search.get(4, TimeUnit.MINUTES);
        assertThat(memory.peakBytes()).isLessThanOrEqualTo(FoundBuffer.CAPACITY_BYTES);
    }

    @Test
    void readerThatKeepsUpNeedsOneBlock() {
        for (int number = 0; number < MANY; number++) {
            put(number);
            assertThat(buffer.take()).isEqualTo(biclique(number));
        }
        assertThat(memory.peakBytes()).isLessThanOrEqualTo(FoundBuffer.CAPACITY_BYTES / 8);
    }

    /** As in a query whose next call needs the GPU on which the search runs. */
    @Test
    void searchThatOthersWaitForEndsThoughNobodyReads() throws Exception {
        othersWait.set(true);
        CompletableFuture<Void> search = puttingAll();
        awaitFull(search, 1, FoundBuffer.CAPACITY_BYTES);
        letPatienceEnd();
        search.get(4, TimeUnit.MINUTES);
        assertThat(memory.liveBytes()).isGreaterThan(FoundBuffer.CAPACITY_BYTES);
        takeAll();
    }

    /** As with as many GPUs. The reader frees a block before patience ends. */
    @Test
    void patienceIsThatOfOneSearchAndBeginsAnewWhenRoomComes() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(SEARCHES);
        try (FoundBuffer<Biclique> slow = buffer(() -> true)) {
            List<CompletableFuture<Void>> searches = new ArrayList<>();
            for (int search = 0; search < SEARCHES; search++) {
                searches.add(CompletableFuture.runAsync(
                        () -> {
                            for (int number = 0; !cancelled.get(); number++) {
                                slow.put(biclique(number), cancelled::get);
                            }
                        },
                        threads));
            }
            CompletableFuture<Void> any = CompletableFuture.allOf(searches.toArray(CompletableFuture[]::new));
            awaitFull(any, SEARCHES, FoundBuffer.CAPACITY_BYTES);
            nanos.set(999_000_000);
            awaitFull(any, SEARCHES, FoundBuffer.CAPACITY_BYTES);
            for (int taken = 0; taken < 2000; taken++) {
                slow.take();
            }
            awaitFull(any, SEARCHES, FoundBuffer.CAPACITY_BYTES);
            nanos.set(1_998_000_000);
            awaitFull(any, SEARCHES, FoundBuffer.CAPACITY_BYTES);
            while (memory.liveBytes() <= FoundBuffer.CAPACITY_BYTES) {
                nanos.addAndGet(100_000_000);
                Thread.sleep(1);
            }
            cancelled.set(true);
            any.handle((nothing, failure) -> null).join();
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void searchThatOthersBeginToWaitForGoesOn() throws Exception {
        CompletableFuture<Void> search = puttingAll();
        awaitFull(search, 1, FoundBuffer.CAPACITY_BYTES);
        othersWait.set(true);
        awaitFull(search, 1, FoundBuffer.CAPACITY_BYTES);
        letPatienceEnd();
        search.get(4, TimeUnit.MINUTES);
        takeAll();
    }

    @Test
    void searchWaitsAgainOnceNobodyElseDoes() throws Exception {
        long until = 2 * FoundBuffer.CAPACITY_BYTES;
        try (FoundBuffer<Biclique> growing = buffer(() -> memory.liveBytes() < until)) {
            CompletableFuture<Void> search = CompletableFuture.runAsync(() -> {
                for (int number = 0; ; number++) {
                    growing.put(biclique(number), cancelled::get);
                }
            });
            awaitFull(search, 1, FoundBuffer.CAPACITY_BYTES);
            letPatienceEnd();
            awaitFull(search, 1, until);
            cancelled.set(true);
            assertThatThrownBy(search::join).hasCauseInstanceOf(CancellationException.class);
        }
    }

    @Test
    void searchThatOthersWaitForFailsOnceHalfOfTheFreeMemoryIsTaken() throws Exception {
        othersWait.set(true);
        CompletableFuture<Void> search = CompletableFuture.runAsync(() -> {
            for (int number = 0; ; number++) {
                put(number);
            }
        });
        awaitFull(search, 1, FoundBuffer.CAPACITY_BYTES);
        letPatienceEnd();
        assertThatThrownBy(search::join)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Other calls wait for the memory of the GPU that this search holds, and there is too little"
                        + " off-heap memory to go on without anybody fetching what it finds: fetch it faster, ask for"
                        + " less with `limit` or least sizes, or set backend: 'CPU'.");
        assertThat(memory.peakBytes()).isBetween(LIMIT / 4, LIMIT / 2);
    }

    /** One of two GPUs is lost when the other one waits for the reader, of whom nothing is heard. */
    @Test
    void searchThatLosesAGpuEndsThoughNobodyReads() throws Exception {
        List<GpuDevice> devices = List.of(TestDevices.planned(0, 1L << 30), TestDevices.planned(1, 1L << 30));
        CountDownLatch ended = new CountDownLatch(1);
        MaximalBicliqueStreamAlgorithm.Search search = (searching, consumers) -> {
            try {
                DeviceGroup.<AutoCloseable>run(devices, WorkPart.WHOLE, searching, (own, device, share) -> {
                    share.begin(2, 0);
                    share.claim(0, 2, from -> from + 1);
                    share.handOver();
                    while (device == devices.get(0)) {
                        if (memory.liveBytes() == FoundBuffer.CAPACITY_BYTES) {
                            throw TestDevices.lose(device);
                        }
                        Thread.onSpinWait();
                    }
                    MaximalBicliqueConsumer consumer =
                            consumers.apply(own.workers().cancellation());
                    while (true) {
                        consumer.accept(SOME);
                    }
                });
            } finally {
                ended.countDown();
            }
        };
        Execution execution = new Execution(memory, Workers.of(2), new StageTimes());
        try (FoundGroups<Biclique> cursor = MaximalBicliqueStreamAlgorithm.stream(
                search,
                new MaximalBicliqueStreamConfig(MaximalBicliqueConfig.TOTALS, Long.MAX_VALUE),
                execution,
                () -> false)) {
            ended.await();
            // The reader may get what was found before it hears of the failure.
            assertThatThrownBy(() -> cursor.forEachRemaining(found -> {})).isInstanceOf(GpuException.class);
        }
    }

    @Test
    void failureOfTheSearchReachesTheReaderAndFreesWhatItFound() {
        put(1);
        put(2);
        buffer.take();
        buffer.end(new IllegalStateException("failed"));
        for (int again = 0; again < 2; again++) {
            assertThatThrownBy(buffer::take)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("failed");
            assertThat(memory.liveBytes()).isZero();
        }
    }

    @Test
    void bicliqueLargerThanTheBufferIsHeldAlone() throws Exception {
        Biclique huge = large(2 * FoundBuffer.CAPACITY_BYTES);
        put(1);
        CompletableFuture<Void> search = CompletableFuture.runAsync(() -> {
            buffer.put(huge, Cancellation.NEVER);
            buffer.put(biclique(2), Cancellation.NEVER);
            buffer.end(null);
        });
        assertThat(buffer.take()).isEqualTo(biclique(1));
        assertThat(buffer.take()).isEqualTo(huge);
        assertThat(buffer.take()).isEqualTo(biclique(2));
        search.get(4, TimeUnit.MINUTES);
        assertThat(buffer.take()).isNull();
    }
}
