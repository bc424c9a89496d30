package dev.motif.algorithm.similar.intersection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ListMergeTest {
    private static final int[] LENGTHS = {0, 1, 7, 8, 9, 16, 100, 1000, 1024, 1025, 5000};
    private static final int SEEDS = 4;

    /** Counts the values that are in both {@code lists[a, endOfA)} and {@code lists[b, endOfB)}. */
    private interface Intersection {
        int count(OffHeapInts lists, long a, long endOfA, long b, long endOfB);
    }

    @Test
    void scalarMergeCountsWhatIsInBoth() {
        check(new ScalarMerge()::count);
    }

    @Test
    void pivotSkipCountsWhatIsInBoth() {
        check(ListMergeTest::pivotSkip);
    }

    private static int pivotSkip(OffHeapInts lists, long a, long endOfA, long b, long endOfB) {
        return PivotSkip.count(lists, a, endOfA, b, endOfB, ListMerge.fastest());
    }

    @Test
    void lowerBoundIsTheFirstElementThatIsNotBelow() {
        checkLowerBounds();
    }

    private static void checkLowerBounds() {
        NativeMemory memory = new NativeMemory(1 << 20);
        for (int length : new int[] {0, 1, 15, 16, 17, 31, 32, 33, 100, 1000}) {
            try (OffHeapInts list = memory.ints(length)) {
                for (int i = 0; i < length; i++) {
                    list.set(i, 3 * i);
                }
                for (int from = 0; from <= length; from += 1 + length / 10) {
                    for (int pivot = -1; pivot <= 3 * length; pivot++) {
                        int expected = Math.min(length, Math.max(from, (pivot + 2) / 3));
                        assertThat(PivotSkip.lowerBound(list, from, length, pivot, ListMerge.fastest()))
                                .as("%d from %d of %d", pivot, from, length)
                                .isEqualTo(expected);
                    }
                }
            }
        }
    }

    @Test
    void thisJvmHasNoVectorApi() {
        assertThat(ListMerge.vectorsAvailable()).isFalse();
        assertThat(ListMerge.fastest()).isInstanceOf(ScalarMerge.class);
    }

    /** Starts another JVM with the module of the Vector API, since this one was started without it. */
    @Test
    void vectorMergeCountsWhatIsInBothWhereTheJvmHasTheVectorApi() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-modules",
                        ListMerge.VECTOR_MODULE,
                        "-enableassertions",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ListMergeTest.class.getName()))
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).endsWith("vectors and definition agree\n");
    }

    /** The program that the JVM with the Vector API runs. */
    public static void main(String[] args) {
        assertThat(ListMerge.vectorsAvailable()).isTrue();
        assertThat(ListMerge.fastest()).isInstanceOf(VectorMerge.class);
        check(new VectorMerge(false)::count);
        check(new VectorMerge(true)::count);
        check(ListMergeTest::pivotSkip);
        checkLowerBounds();
        System.out.print("vectors and definition agree\n");
    }

    private static void check(Intersection intersection) {
        NativeMemory memory = new NativeMemory(1 << 24);
        Random random = new Random(1);
        for (int seed = 0; seed < SEEDS; seed++) {
            for (int lengthOfA : LENGTHS) {
                for (int lengthOfB : LENGTHS) {
                    int range = 1 + (lengthOfA + lengthOfB) * (1 + random.nextInt(4));
                    check(intersection, memory, draw(random, lengthOfA, range), draw(random, lengthOfB, range));
                }
            }
        }
        assertThat(memory.liveBytes()).isZero();
    }

    private static TreeSet<Integer> draw(Random random, int length, int range) {
        TreeSet<Integer> elements = new TreeSet<>();
        while (elements.size() < length) {
            elements.add(random.nextInt(range));
        }
        return elements;
    }

    private static void check(Intersection intersection, NativeMemory memory, TreeSet<Integer> a, TreeSet<Integer> b) {
        try (OffHeapInts lists = memory.ints((long) a.size() + b.size())) {
            long next = 0;
            for (int element : a) {
                lists.set(next++, element);
            }
            for (int element : b) {
                lists.set(next++, element);
            }
            long expected = a.stream().filter(b::contains).count();
            assertThat(intersection.count(lists, 0, a.size(), a.size(), next))
                    .as("%s and %s", a, b)
                    .isEqualTo((int) expected);
        }
    }
}
