package dev.motif.algorithm.count.clique.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Workers;
import org.junit.jupiter.api.Test;

class BitGraphTest {
    /** Of graphs with less than one word a row, with blocks of words and with words after these. */
    @Test
    void whatIsFoundOfAListIsThatOfEachVertex() {
        NativeMemory memory = new NativeMemory(1L << 24);
        for (int vertices : new int[] {20, 64, 129, 256, 300, 530}) {
            try (UnipartiteGraph graph =
                            RandomGraphs.uniform(vertices, 0.6, vertices).toUnipartiteGraph(memory, Workers.of(1));
                    BitGraph bits = new BitGraph(graph.adjacency(), false, memory)) {
                bits.openFirst(vertices);
                bits.fill(3);
                bits.enter(0, vertices / 2, 2);
                int[] list = new int[vertices];
                int[] degrees = new int[vertices];
                int count = bits.list(2, list, 0);
                bits.degrees(2, list, count, degrees);
                for (int i = 0; i < count; i++) {
                    assertThat(degrees[i]).isEqualTo(bits.degree(2, list[i])).isPositive();
                }
                long[] edges = new long[Long.SIZE];
                int few = Math.min(count, Long.SIZE);
                bits.edgesAmong(list, few, edges);
                for (int i = 0; i < few; i++) {
                    for (int j = 0; j < few; j++) {
                        assertThat((edges[i] >>> j & 1) != 0).isEqualTo(bits.adjacent(list[i], list[j]));
                    }
                }
            }
        }
        assertThat(memory.liveBytes()).isZero();
    }
}
