package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.similar.intersection.Intersection;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkRange;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranges of vertices, each counted for itself on the copy that the first of them made. */
@Tag("gpu")
class EdgeRangeGpuTest {
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    @Test
    void rangesCountTheSame() {
        try (UnipartiteGraph graph = new SmallGraphs(memory, workers).unipartite(new Random(3), 4096, 65_000)) {
            Csr rows = graph.adjacency();
            Intersection lists = Intersection.fastest();
            assertThat(EdgeRangeGpu.obstacle(device, GraphSize.of(graph), rows.slotCount()))
                    .isNull();
            List<WorkRange> ranges = new ArrayList<>(WorkRange.cut(rows.vertexCount(), u -> rows.degree((int) u), 7));
            ranges.add(new WorkRange(5, 5, 0));
            int edges = 0;
            for (WorkRange range : ranges) {
                long first = rows.start((int) range.from());
                List<Integer> found = new ArrayList<>();
                List<Integer> expected = new ArrayList<>();
                Execution execution = new Execution(memory, workers, new StageTimes());
                try (OffHeapInts counts = EdgeRangeGpu.count(graph, range, execution, device)) {
                    for (long u = range.from(); u < range.to(); u++) {
                        for (long slot = rows.firstSlotFrom((int) u, (int) u + 1); slot < rows.end((int) u); slot++) {
                            found.add(counts.get(slot - first));
                        }
                    }
                }
                for (long u = range.from(); u < range.to(); u++) {
                    lists.ofEdges(rows, (int) u, Cancellation.NEVER, (from, to, common) -> expected.add(common));
                }
                assertThat(found).isEqualTo(expected);
                edges += found.size();
            }
            assertThat((long) edges).isEqualTo(graph.edgeCount());
        }
        assertThat(memory.liveBytes()).isZero();
    }
}
