package dev.motif.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.HeapBytes;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that the largest groups are kept. */
class LargestGroupsTest {
    private final HeapBudget budget = new HeapBudget(1 << 20);
    private final LargestGroups.Heap<String> heap =
            new LargestGroups.Heap<>(budget, "the texts that are kept", HeapBytes::of);

    @AfterEach
    void closingGivesAllBack() {
        heap.close();
        assertThat(budget.liveBytes()).isZero();
    }

    /** Devices find groups again when one of them is lost. */
    @Test
    void eachGroupIsKeptOnce() {
        LargestGroups<String> largest = new LargestGroups<String>(
                3, (group, least) -> group.length(), Comparator.naturalOrder(), group -> true, heap);
        for (int time = 0; time < 4; time++) {
            for (int size = 1; size <= 5; size++) {
                largest.offer("a".repeat(size));
            }
        }
        assertThat(largest.list()).containsExactly("aaaaa", "aaaa", "aaa");
        assertThat(budget.liveBytes()).isEqualTo(3 * (LargestGroups.GROUP_BYTES + HeapBytes.of("aaa")));
        assertThat(largest.threshold()).isEqualTo(3);
    }

    @Test
    void ofEquallyLargeOnesTheFirstAreKept() {
        List<String> all = Stream.of("bb", "ab", "c", "ba", "aa", "d").toList();
        assertThat(LargestGroups.of(
                        all.iterator(), 3, (group, least) -> group.length(), Comparator.naturalOrder(), heap))
                .containsExactly("aa", "ab", "ba");
        assertThat(LargestGroups.of(
                        all.iterator(), 10, (group, least) -> group.length(), Comparator.naturalOrder(), heap))
                .containsExactly("aa", "ab", "ba", "bb", "c", "d");
    }

    @Test
    void groupThatDoesNotFitIsAnErrorAndNotKept() {
        budget.limitTo(2 * (LargestGroups.GROUP_BYTES + HeapBytes.of("a")));
        LargestGroups<String> largest = new LargestGroups<String>(
                3, (group, least) -> group.length(), Comparator.naturalOrder(), group -> true, heap);
        largest.offer("a");
        largest.offer("b");
        assertThatThrownBy(() -> largest.offer("c"))
                .isInstanceOf(HeapBudget.Exceeded.class)
                .hasMessageStartingWith("Not enough heap for the texts that are kept: ");
        assertThat(largest.list()).containsExactly("a", "b");
        assertThat(budget.freeBytes()).isZero();
    }

    @Test
    void threadsKeepWhatOneWouldKeep() throws InterruptedException {
        List<Integer> all = new Random(3).ints(20_000, 0, 5_000).boxed().toList();
        LargestGroups<Integer> largest = new LargestGroups<Integer>(
                100,
                (group, least) -> group / 3,
                Comparator.naturalOrder(),
                group -> group % 2 == 0,
                new LargestGroups.Heap<>(heap.share(), number -> 16));
        List<Thread> threads = Stream.of(0, 1, 2)
                .map(number -> new Thread(() -> {
                    for (int i = number; i < all.size(); i += 3) {
                        largest.offer(all.get(i));
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(largest.list())
                .isEqualTo(all.stream()
                        .distinct()
                        .filter(group -> group % 2 == 0)
                        .sorted(Comparator.<Integer>comparingInt(group -> -(group / 3))
                                .thenComparing(group -> group))
                        .limit(100)
                        .toList());
    }
}
