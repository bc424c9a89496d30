package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class CsrBuilderTest {
    private static final int SAMPLES = Seeds.atMost(300);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private record Parallel(long slot, long payload) {}

    @Test
    void randomEdgesAreSortedAndUnique() {
        for (long seed = 0; seed < SAMPLES; seed++) {
            EdgeSample sample = EdgeSample.of(seed);
            try (EdgeBuckets buckets = sample.buckets(memory, false);
                    CsrBuilder.Built built = new CsrBuilder(memory, sample.workers()).build(buckets)) {
                assertThat(CsrRows.of(built.csr()))
                        .as("seed %d: %s", seed, sample)
                        .isEqualTo(CsrRows.of(sample.sources(), sample.edges()));
                assertThat(built.duplicates())
                        .as("duplicates, seed %d: %s", seed, sample)
                        .isEqualTo(sample.edges().size() - new TreeSet<>(sample.edges()).size());
                assertThat(built.payloads()).isNull();
                assertThat(built.parallel()).isNull();
            }
        }
    }

    @Test
    void randomEdgesKeepTheirSmallestPayloadAndAllOthersAsParallel() {
        for (long seed = 0; seed < SAMPLES; seed++) {
            EdgeSample sample = EdgeSample.of(seed);
            try (EdgeBuckets buckets = sample.buckets(memory, true);
                    CsrBuilder.Built built = new CsrBuilder(memory, sample.workers()).build(buckets)) {
                assertThatCode(() -> checkPayloads(sample, built))
                        .as("seed %d: %s", seed, sample)
                        .doesNotThrowAnyException();
            }
        }
    }

    private static void checkPayloads(EdgeSample sample, CsrBuilder.Built built) {
        Map<Edge, List<Long>> byEdge = new TreeMap<>();
        for (int i = 0; i < sample.edges().size(); i++) {
            byEdge.computeIfAbsent(sample.edges().get(i), edge -> new ArrayList<>())
                    .add(sample.payloads().get(i));
        }
        assertThat(CsrRows.of(built.csr())).isEqualTo(CsrRows.of(sample.sources(), byEdge.keySet()));
        List<Long> smallest = new ArrayList<>();
        List<Parallel> others = new ArrayList<>();
        for (List<Long> payloads : byEdge.values()) {
            payloads.sort(null);
            payloads.stream().skip(1).forEach(payload -> others.add(new Parallel(smallest.size(), payload)));
            smallest.add(payloads.get(0));
        }
        assertThat(values(built.payloads())).isEqualTo(smallest);
        assertThat(values(built.parallel().slots())).isSorted();
        assertThat(parallels(built.parallel())).isEqualTo(others);
        assertThat(built.duplicates()).isEqualTo(others.size());
    }

    private static List<Parallel> parallels(CsrBuilder.ParallelEdges parallel) {
        List<Long> slots = values(parallel.slots());
        List<Long> payloads = values(parallel.payloads());
        assertThat(payloads).hasSameSizeAs(slots);
        List<Parallel> parallels = new ArrayList<>();
        for (int i = 0; i < slots.size(); i++) {
            parallels.add(new Parallel(slots.get(i), payloads.get(i)));
        }
        parallels.sort(Comparator.comparingLong(Parallel::slot).thenComparingLong(Parallel::payload));
        return parallels;
    }

    private static List<Long> values(OffHeapLongs array) {
        List<Long> values = new ArrayList<>();
        for (long i = 0; i < array.length(); i++) {
            values.add(array.get(i));
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void manyEdgesFillManyChunksOfEveryBucket(int concurrency) {
        Random random = new Random(concurrency);
        EdgeSample sample = EdgeSample.of(random, 3000, 800, 300_000, 2_000_000, concurrency);
        try (EdgeBuckets buckets = sample.buckets(memory, true);
                CsrBuilder.Built built = new CsrBuilder(memory, sample.workers()).build(buckets)) {
            assertThat(buckets.bucketCount()).isGreaterThan(20);
            checkPayloads(sample, built);
        }
    }

    /** A worker that waited for memory to sort must not sort after a kill, and one that sorts must not go on. */
    @Test
    void cancelledWorkersSortNoBucket() {
        EdgeSample sample = EdgeSample.of(new Random(3), 3000, 800, 300_000, 2_000_000, 4);
        Thread caller = Thread.currentThread();
        AtomicInteger asked = new AtomicInteger();
        Cancellation ofWorkers = () -> Thread.currentThread() != caller && asked.incrementAndGet() > 0;
        try (EdgeBuckets buckets = sample.buckets(memory, true)) {
            long before = memory.liveBytes();
            assertThat(buckets.bucketCount()).isGreaterThan(20);
            CsrBuilder builder = new CsrBuilder(memory, new Workers(4, ofWorkers, Progress.NONE));
            assertThatThrownBy(() -> builder.build(buckets)).isInstanceOf(CancellationException.class);
            assertThat(asked).hasValueBetween(1, 4);
            assertThat(memory.liveBytes()).isEqualTo(before);
        }
    }

    @Test
    void noVerticesMakeAnEmptyGraph() {
        try (EdgeBuckets buckets = new EdgeBuckets(memory, 0, 0, 1000, true);
                CsrBuilder.Built built = new CsrBuilder(memory, Workers.of(2)).build(buckets)) {
            assertThat(built.csr().vertexCount()).isZero();
            assertThat(built.csr().slotCount()).isZero();
            assertThat(built.csr().start(0)).isZero();
            assertThat(built.duplicates()).isZero();
            assertThat(built.payloads().length()).isZero();
            assertThat(built.parallel().slots().length()).isZero();
        }
    }

    @Test
    void resultTakesNoMoreThanItsSize() {
        EdgeSample sample = EdgeSample.of(new Random(1), 50, 20, 5000, 2_000_000, 2);
        CsrBuilder.Built built;
        try (EdgeBuckets buckets = sample.buckets(memory, true)) {
            built = new CsrBuilder(memory, sample.workers()).build(buckets);
        }
        try (built) {
            long slots = built.csr().slotCount();
            long parallel = sample.edges().size() - slots;
            assertThat(built.csr().bytes()).isEqualTo(8 * 51 + 4 * slots);
            assertThat(memory.liveBytes()).isEqualTo(8 * 51 + (4 + 8) * slots + (8 + 8) * parallel);
        }
    }

    /** With skew 8, one bucket has half of all edges; with skew 1, no bucket has more than a tenth. */
    @ParameterizedTest
    @CsvSource({"8, true", "8, false", "1, true", "1, false"})
    void sortingTakesSixBytesAnEdgeUnlessOneBucketTakesMore(double skew, boolean withPayloads) {
        int sources = 1 << 20;
        int edges = 1_500_000;
        SplittableRandom random = new SplittableRandom(1);
        try (EdgeBuckets buckets = new EdgeBuckets(memory, sources, sources, edges, withPayloads)) {
            try (EdgeBuckets.Writer writer = buckets.writer()) {
                for (int i = 0; i < edges; i++) {
                    writer.add((int) (sources * Math.pow(random.nextDouble(), skew)), random.nextInt(sources), i);
                }
            }
            long largest = 0;
            for (int bucket = 0; bucket < buckets.bucketCount(); bucket++) {
                largest = Math.max(largest, buckets.edgeCount(bucket));
            }
            long sorting = Math.max(6L * edges, largest * (withPayloads ? 32 : 16));
            long before = memory.liveBytes();
            memory.resetPeak();
            new CsrBuilder(memory, Workers.of(16)).build(buckets).close();
            long beside = 8L * (sources + 1) + 4L * edges;
            assertThat(memory.peakBytes() - before - beside).isBetween(sorting / 4, sorting);
        }
    }
}
