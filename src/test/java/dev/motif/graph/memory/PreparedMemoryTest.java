package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.PreparedForms.Key;
import dev.motif.graph.memory.PreparedForms.Use;
import dev.motif.graph.order.RankedGraph;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests how long forms of graphs stay in off-heap memory. */
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
        assertThat(memory.liveBytes()).isZero();
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

    @Test
    void graphClosedDuringAUseFreesTheFormAfterwards() {
        memory.keepFormsOf(graph);
        try (Use<RankedGraph> use = RankedGraph.form(graph, memory, workers)) {
            graph.close();
            assertThat(memory.liveBytes()).isEqualTo(use.form().bytes());
            assertThat(use.form().adjacency().vertexCount()).isEqualTo(180);
        }
        assertThat(memory.liveBytes()).isZero();
    }

    @Test
    void formThatIsNotFinishedIsNotKept() {
        memory.keepFormsOf(graph);
        Workers killed = new Workers(2, () -> true, Progress.NONE);
        assertThatThrownBy(() -> RankedGraph.form(graph, memory, killed)).isInstanceOf(CancellationException.class);
        assertThat(memory.forms().bytes()).isZero();
        assertThat(memory.liveBytes()).isEqualTo(graphBytes);
    }

    /** All calls find that the form is missing; one of them is killed while it makes the form. */
    @Test
    void callsAtOnceKeepOneForm() throws Exception {
        memory.keepFormsOf(graph);
        Workers killed = new Workers(2, () -> true, Progress.NONE);
        CyclicBarrier barrier = new CyclicBarrier(CALLS_AT_ONCE);
        ExecutorService threads = Executors.newFixedThreadPool(CALLS_AT_ONCE);
        try {
            List<Callable<Long>> calls = new ArrayList<>();
            for (int call = 0; call < CALLS_AT_ONCE; call++) {
                Workers own = call == 0 ? killed : workers;
                calls.add(() -> {
                    try (Use<RankedGraph> use = memory.form(new Key(graph, "ranked"), () -> {
                        await(barrier);
                        return RankedGraph.of(graph, memory, own);
                    })) {
                        return use.form().adjacency().slotCount();
                    } catch (CancellationException e) {
                        return -1L;
                    }
                });
            }
            List<Long> slots = new ArrayList<>();
            for (Future<Long> result : threads.invokeAll(calls)) {
                slots.add(result.get());
            }
            assertThat(slots.subList(1, CALLS_AT_ONCE)).containsOnly(2 * graph.edgeCount());
            assertThat(slots.get(0)).isEqualTo(-1);
        } finally {
            threads.shutdown();
        }
        RankedGraph ranked = rankedOnce();
        assertThat(memory.liveBytes()).isEqualTo(graphBytes + ranked.bytes());
        assertThat(memory.forms().unusedBytes()).isEqualTo(ranked.bytes());
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
