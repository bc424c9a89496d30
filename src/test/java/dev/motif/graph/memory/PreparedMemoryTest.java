package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache.Key;
import dev.motif.graph.memory.DerivedGraphCache.Use;
import dev.motif.graph.order.RankedGraph;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how long forms of graphs stay in off-heap memory. */
@LeavesNothing
@Timeout(600)
class PreparedMemoryTest {
    private static final long LIMIT = 1L << 20;
    private static final int CALLS_AT_ONCE = 4;

    private final NativeMemory memory = new NativeMemory(LIMIT);
    private final Workers workers = Workers.of(2);
    private final BipartiteGraph graph =
            RandomGraphs.bipartite(3, 100, 80, 1000, 2).toGraph(memory, workers);
    private final long graphBytes = memory.liveBytes();

    @AfterEach
    void formsGoWithTheirGraph() {
        graph.close();
        assertThat(memory.freeBytes()).isEqualTo(LIMIT);
    }

    private RankedGraph rankedOnce() {
        try (Use<RankedGraph> use = RankedGraph.form(graph, memory, workers)) {
            return use.form();
        }
    }

    @Test
    void formOfAnotherGraphGoesWithItsUse() {
        try (Use<RankedGraph> use = RankedGraph.form(graph, memory, workers)) {
            assertThat(memory.liveBytes()).isEqualTo(graphBytes + use.form().bytes());
        }
        assertThat(memory.liveBytes()).isEqualTo(graphBytes);
    }

    @Test
    void formOfAGraphThatStaysIsFoundAgain() {
        memory.keepFormsOf(graph);
        RankedGraph ranked = rankedOnce();
        assertThat(memory.forms().bytesOf(graph)).isEqualTo(ranked.bytes());
        assertThat(memory.liveBytes()).isEqualTo(graphBytes + ranked.bytes());
        memory.resetPeak();
        assertThat(rankedOnce()).isSameAs(ranked);
        assertThat(memory.peakBytes()).isEqualTo(memory.liveBytes());
    }

    @Test
    void bytesOfUnusedFormsAreFree() {
        memory.keepFormsOf(graph);
        long free = memory.freeBytes();
        try (Use<RankedGraph> use = RankedGraph.form(graph, memory, workers)) {
            assertThat(memory.freeBytes()).isEqualTo(free - use.form().bytes());
        }
        assertThat(memory.freeBytes()).isEqualTo(free);
    }

    @Test
    void formsGiveWayToAnAllocationUnlessTheyAreUsed() {
        memory.keepFormsOf(graph);
        long free = memory.freeBytes();
        rankedOnce();
        try (OffHeapInts ints = memory.ints(free / Integer.BYTES)) {
            assertThat(memory.forms().bytes()).isZero();
            assertThat(memory.liveBytes()).isEqualTo(graphBytes + ints.bytes());
        }
        try (Use<RankedGraph> use = RankedGraph.form(graph, memory, workers)) {
            assertThatThrownBy(() -> memory.ints(free / Integer.BYTES)).isInstanceOf(OffHeapMemoryException.class);
            assertThat(memory.forms().bytes()).isEqualTo(use.form().bytes());
            assertThat(use.form().adjacency().slotCount()).isEqualTo(2 * graph.edgeCount());
        }
    }

    @Test
    void formsGiveWayToAShortageOfTheirOwnersPart() {
        NativeMemory owner = memory.part(new NativeMemory.Limit("user's limit", "motif.test", 100_000));
        NativeMemory other = memory.part(new NativeMemory.Limit("user's limit", "motif.test", 100_000));
        owner.keepFormsOf(graph);
        RankedGraph.form(graph, owner.part(), workers).close();
        assertThat(owner.liveBytes()).isEqualTo(memory.forms().bytes()).isPositive();
        assertThat(List.of(owner.freeBytes(), other.freeBytes())).containsOnly(100_000L);
        other.ints(25_000).close();
        assertThatThrownBy(() -> other.ints(25_001)).isInstanceOf(OffHeapMemoryException.class);
        assertThat(memory.forms().bytesOf(graph)).isPositive();
        owner.part().ints(25_000).close();
        assertThat(memory.forms().bytes()).isZero();
        assertThat(owner.liveBytes()).isZero();
    }

    /** As an administrator who asks for counts of another user's graph. */
    @Test
    void formsGiveWayToAShortageOfWhoMadeThem() {
        NativeMemory owner = memory.part(new NativeMemory.Limit("user's limit", "motif.test", 100_000));
        NativeMemory other = memory.part(new NativeMemory.Limit("user's limit", "motif.test", 100_000));
        owner.keepFormsOf(graph);
        RankedGraph.form(graph, other.part(), workers).close();
        assertThat(other.liveBytes()).isEqualTo(memory.forms().bytes()).isPositive();
        assertThat(List.of(owner.freeBytes(), other.freeBytes())).containsOnly(100_000L);
        owner.part().ints(25_000).close();
        assertThatThrownBy(() -> owner.ints(25_001)).isInstanceOf(OffHeapMemoryException.class);
        assertThat(memory.forms().bytesOf(graph)).isPositive();
        other.part().ints(25_000).close();
        assertThat(memory.forms().bytes()).isZero();
        assertThat(other.liveBytes()).isZero();
    }

    @Test
    void graphClosedDuringAUseFreesTheFormAfterwards() {
        memory.keepFormsOf(graph);
        try (Use<RankedGraph> use = RankedGraph.form(graph, memory, workers)) {
            graph.close();
            assertThat(memory.liveBytes()).isEqualTo(use.form().bytes());
            assertThat(use.form().adjacency().vertexCount()).isEqualTo(180);
        }
    }

    @Test
    void formThatIsNotFinishedIsNotKept() {
        memory.keepFormsOf(graph);
        Workers killed = new Workers(2, () -> true, Progress.NONE);
        assertThatThrownBy(() -> RankedGraph.form(graph, memory, killed)).isInstanceOf(CancellationException.class);
        assertThat(memory.forms().bytes()).isZero();
        assertThat(memory.liveBytes()).isEqualTo(graphBytes);
    }

    /** Calls that come together; {@link #made} makes what they ask for once {@link #go} lets it. */
    private final class Herd implements AutoCloseable {
        private final AtomicInteger made = new AtomicInteger();
        private final CountDownLatch go = new CountDownLatch(1);
        private final List<CompletableFuture<RankedGraph>> calls = new ArrayList<>();
        private final List<Thread> threads = new ArrayList<>();

        void call(Cancellation cancellation, UnaryOperator<RankedGraph> change) {
            CompletableFuture<RankedGraph> call = new CompletableFuture<>();
            calls.add(call);
            Thread thread = new Thread(() -> {
                try (Use<RankedGraph> use = memory.form(new Key(graph, "ranked"), cancellation, () -> make(change))) {
                    call.complete(use.form());
                } catch (RuntimeException | Error e) {
                    call.completeExceptionally(e);
                }
            });
            threads.add(thread);
            thread.start();
        }

        private RankedGraph make(UnaryOperator<RankedGraph> change) {
            made.incrementAndGet();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return change.apply(RankedGraph.of(graph, memory, workers));
        }

        void awaitMaker() throws InterruptedException {
            while (made.get() == 0) {
                Thread.sleep(1);
            }
        }

        /** Until each call waits for something. */
        void awaitAll() throws InterruptedException {
            for (Thread thread : threads) {
                while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
                    Thread.sleep(1);
                }
            }
        }

        @Override
        public void close() throws InterruptedException {
            go.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    @Test
    void callsAtOnceMakeOneForm() throws Exception {
        memory.keepFormsOf(graph);
        try (Herd herd = new Herd()) {
            for (int call = 0; call < CALLS_AT_ONCE; call++) {
                herd.call(Cancellation.NEVER, UnaryOperator.identity());
            }
            herd.awaitAll();
            memory.resetPeak();
            herd.go.countDown();
            for (CompletableFuture<RankedGraph> call : herd.calls) {
                assertThat(call.get()).isSameAs(herd.calls.get(0).get());
            }
            assertThat(herd.made).hasValue(1);
        }
        long peak = memory.peakBytes();
        RankedGraph ranked = rankedOnce();
        assertThat(memory.liveBytes()).isEqualTo(graphBytes + ranked.bytes());
        assertThat(memory.forms().unusedBytes()).isEqualTo(ranked.bytes());
        memory.forms().evict(1);
        memory.resetPeak();
        rankedOnce();
        assertThat(peak).isEqualTo(memory.peakBytes());
    }

    /** The first one fails, and the one that takes over is killed. */
    @Test
    void whenACallFailsToMakeAFormTheNextOneTakesOver() throws Exception {
        memory.keepFormsOf(graph);
        AtomicInteger tries = new AtomicInteger();
        List<CompletableFuture<RankedGraph>> calls;
        try (Herd herd = new Herd()) {
            calls = herd.calls;
            for (int call = 0; call < CALLS_AT_ONCE; call++) {
                herd.call(Cancellation.NEVER, ranked -> {
                    if (tries.incrementAndGet() == 3) {
                        return ranked;
                    }
                    ranked.close();
                    throw tries.get() == 1 ? new IllegalStateException("failed") : new CancellationException("killed");
                });
            }
            herd.awaitAll();
        }
        List<String> results = new ArrayList<>();
        for (CompletableFuture<RankedGraph> call : calls) {
            results.add(call.handle((form, failure) -> failure == null ? "form" : failure.getMessage())
                    .get());
        }
        assertThat(results).hasSize(CALLS_AT_ONCE).containsOnlyOnce("failed").containsOnlyOnce("killed");
        assertThat(results.stream().filter("form"::equals)).hasSize(CALLS_AT_ONCE - 2);
        assertThat(tries).hasValue(3);
    }

    @Test
    void callThatWaitsForAFormCanBeKilled() throws Exception {
        memory.keepFormsOf(graph);
        AtomicBoolean killed = new AtomicBoolean();
        try (Herd herd = new Herd()) {
            herd.call(Cancellation.NEVER, UnaryOperator.identity());
            herd.awaitMaker();
            herd.call(killed::get, UnaryOperator.identity());
            herd.awaitAll();
            killed.set(true);
            assertThatThrownBy(herd.calls.get(1)::get).isInstanceOf(CancellationException.class);
            assertThat(herd.calls.get(0)).isNotDone();
            herd.go.countDown();
            assertThat(herd.calls.get(0).get().adjacency().slotCount()).isEqualTo(2 * graph.edgeCount());
            assertThat(herd.made).hasValue(1);
        }
    }
}
