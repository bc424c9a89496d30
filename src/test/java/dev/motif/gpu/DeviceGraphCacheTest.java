package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache.Key;
import dev.motif.graph.memory.DerivedGraphCache.Use;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.TestGraphs;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which copies a session finds. The copies here have no arrays, so that no device is needed. */
class DeviceGraphCacheTest {
    private final DeviceGraphCache copies = TestDevices.planned(1 << 20).copies();

    @Test
    void missingCopiesAreReckonedAndOthersAreHeldOnce() {
        try (BipartiteGraph graph = TestGraphs.complete(3, 2).toGraph(new NativeMemory(1L << 20), Workers.of(1))) {
            DeviceGraphCache.Need ranked = new DeviceGraphCache.Need(new Key(graph, "ranked"), 100);
            DeviceGraphCache.Need core = new DeviceGraphCache.Need(new Key(graph, "core", 3), 20);
            assertThat(DeviceGraphCache.Need.sum(List.of(ranked, core))).isEqualTo(120);
            copies.add(ranked.key(), List.of(), "facts").close();

            List<Use<DeviceCopy>> held = new ArrayList<>();
            assertThat(copies.acquire(List.of(ranked, core), held)).isEqualTo(20);
            assertThat(held).hasSize(1);
            assertThat(held.get(0).form().facts()).isEqualTo("facts");
            assertThat(copies.evict(1)).isFalse();

            // Another call makes the second copy while this one waits.
            copies.add(core.key(), List.of(), null).close();
            assertThat(copies.acquire(List.of(ranked, core), held)).isZero();
            assertThat(held).hasSize(2);
            assertThat(copies.evict(1)).isFalse();

            held.forEach(Use::close);
            assertThat(copies.evict(1)).isTrue();
            assertThat(copies.acquire(List.of(ranked, core), new ArrayList<>())).isEqualTo(120);
        }
    }
}
