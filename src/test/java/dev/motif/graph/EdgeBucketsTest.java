package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.leaks.LeavesNothing;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class EdgeBucketsTest {
    private final NativeMemory memory = new NativeMemory(1L << 30);

    private record Written(Edge edge, long payload) implements Comparable<Written> {
        @Override
        public int compareTo(Written other) {
            int byEdge = edge.compareTo(other.edge);
            return byEdge != 0 ? byEdge : Long.compare(payload, other.payload);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "2, 1", "3, 2", "4, 2", "5, 3", "1073741824, 30", "1073741825, 31", "2147483647, 31"})
    void bitsHoldEveryValueBelowTheCount(int count, int bits) {
        assertThat(EdgeBuckets.bitsFor(count)).isEqualTo(bits);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 100",
        "1, 0",
        "1, 2000000",
        "1000, 0",
        "1000, 2000000",
        "1023, 131072",
        "2147483647, 0",
        "2147483647, 2000000",
        "2147483647, 9223372036854775807"
    })
    void bucketsCoverEverySourceOnce(int sources, long expectedEdges) {
        try (EdgeBuckets buckets = new EdgeBuckets(memory, sources, 1, expectedEdges, false)) {
            int next = 0;
            for (int bucket = 0; bucket < buckets.bucketCount(); bucket++) {
                assertThat(buckets.firstSource(bucket)).isEqualTo(next);
                assertThat(buckets.endSource(bucket)).isGreaterThan(next);
                next = buckets.endSource(bucket);
            }
            assertThat(next).isEqualTo(sources);
            assertThat(buckets.bucketCount()).isLessThanOrEqualTo(1 << 12);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyEdgeIsInTheBucketOfItsSource(boolean withPayloads) {
        for (long seed = 0; seed < Seeds.atMost(100); seed++) {
            EdgeSample sample = EdgeSample.of(seed);
            try (EdgeBuckets buckets = sample.buckets(memory, withPayloads)) {
                List<Written> expected = new ArrayList<>();
                for (int i = 0; i < sample.edges().size(); i++) {
                    expected.add(new Written(
                            sample.edges().get(i),
                            withPayloads ? sample.payloads().get(i) : 0));
                }
                expected.sort(null);
                assertThat(written(buckets)).as("seed %d: %s", seed, sample).isEqualTo(expected);
            }
        }
    }

    private static List<Written> written(EdgeBuckets buckets) {
        List<Written> written = new ArrayList<>();
        for (int bucket = 0; bucket < buckets.bucketCount(); bucket++) {
            int first = buckets.firstSource(bucket);
            int end = buckets.endSource(bucket);
            int before = written.size();
            buckets.forEach(bucket, (packed, payload) -> {
                Edge edge = new Edge((int) (packed >>> 32), (int) packed);
                assertThat(edge.left()).isBetween(first, end - 1);
                written.add(new Written(edge, payload));
            });
            assertThat(buckets.edgeCount(bucket)).isEqualTo(written.size() - before);
        }
        written.sort(null);
        return written;
    }

    @Test
    void writerHandsItsEdgesOverWhenItIsClosed() {
        try (EdgeBuckets buckets = new EdgeBuckets(memory, 10, 10, 10, false)) {
            try (EdgeBuckets.Writer writer = buckets.writer()) {
                writer.add(3, 4);
                assertThat(buckets.edgeCount(0)).isZero();
            }
            assertThat(buckets.edgeCount(0)).isOne();
        }
    }

    @Test
    void edgeOutsideTheGraphIsCaughtWithAssertions() {
        try (EdgeBuckets buckets = new EdgeBuckets(memory, 3, 4, 10, false);
                EdgeBuckets.Writer writer = buckets.writer()) {
            assertThatThrownBy(() -> writer.add(3, 0))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("3-0");
            assertThatThrownBy(() -> writer.add(0, 4)).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> writer.add(-1, 0)).isInstanceOf(AssertionError.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 40})
    void edgesBeforeAFailedAllocationAreKeptOnce(int chunks) {
        NativeMemory little = new NativeMemory(chunks * 512L * Long.BYTES + 1);
        Random random = new Random(chunks);
        List<Written> expected = new ArrayList<>();
        try (EdgeBuckets buckets = new EdgeBuckets(little, 8, 8, 4 << 16, false)) {
            try (EdgeBuckets.Writer writer = buckets.writer()) {
                assertThatThrownBy(() -> {
                            while (true) {
                                Edge edge = new Edge(random.nextInt(8), random.nextInt(8));
                                writer.add(edge.left(), edge.right());
                                expected.add(new Written(edge, 0));
                            }
                        })
                        .isInstanceOf(OffHeapMemoryException.class);
            }
            expected.sort(null);
            assertThat(written(buckets)).isEqualTo(expected);
        }
        assertThat(little.liveBytes()).isZero();
    }
}
