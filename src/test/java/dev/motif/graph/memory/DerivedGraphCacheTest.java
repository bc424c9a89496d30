package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache.Key;
import dev.motif.graph.memory.DerivedGraphCache.Use;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@LeavesNothing
class DerivedGraphCacheTest {
    private static final int MANY = 2 * DerivedGraphCache.MOST_VARIANTS;

    private final NativeMemory memory = new NativeMemory(1L << 20);
    private final BipartiteGraph graph = TestGraphs.complete(3, 2).toGraph(memory, Workers.of(1));
    private final BipartiteGraph other = TestGraphs.complete(2, 2).toGraph(memory, Workers.of(1));
    private final DerivedGraphCache<TestForm> forms = new DerivedGraphCache<>();

    /** A form of a given size that counts how often it is closed. */
    private static final class TestForm implements DerivedGraphCache.Form {
        private final long bytes;
        private int closed;

        TestForm(long bytes) {
            this.bytes = bytes;
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    @AfterEach
    void close() {
        graph.close();
        other.close();
        assertThat(forms.bytes()).isZero();
    }

    private TestForm add(Key key, long bytes) {
        TestForm form = new TestForm(bytes);
        forms.add(key, form).close();
        return form;
    }

    @Test
    void keysDifferInGraphNameAndVariant() {
        TestForm form = add(new Key(graph, "core", List.of(2, 3)), 10);
        try (Use<TestForm> use = forms.acquire(new Key(graph, "core", List.of(2, 3)))) {
            assertThat(use.form()).isSameAs(form);
        }
        assertThat(forms.contains(new Key(graph, "core", List.of(3, 2)))).isFalse();
        assertThat(forms.contains(new Key(graph, "ranked", List.of(2, 3)))).isFalse();
        assertThat(forms.contains(new Key(other, "core", List.of(2, 3)))).isFalse();
        assertThat(forms.acquire(new Key(graph, "core"))).isNull();
        assertThat(forms.bytesOf(graph)).isEqualTo(10);
        assertThat(forms.bytesOf(other)).isZero();
    }

    @Test
    void formNotUsedForTheLongestTimeGoesFirst() {
        Key first = new Key(graph, "first");
        Key second = new Key(graph, "second");
        Key third = new Key(other, "third");
        add(first, 10);
        TestForm gone = add(second, 10);
        add(third, 10);
        forms.acquire(first).close();
        assertThat(forms.evict(1)).isTrue();
        assertThat(gone.closed).isEqualTo(1);
        assertThat(forms.contains(first)).isTrue();
        assertThat(forms.contains(third)).isTrue();
        assertThat(forms.evict(11)).isTrue();
        assertThat(forms.bytes()).isZero();
        assertThat(forms.evict(1)).isFalse();
    }

    @Test
    void formsInUseAreNotEvicted() {
        Key key = new Key(graph, "core");
        TestForm form = add(key, 10);
        Use<TestForm> first = forms.acquire(key);
        Use<TestForm> second = forms.acquire(key);
        first.close();
        // Closing a use twice ends it once.
        first.close();
        assertThat(forms.evict(1)).isFalse();
        assertThat(forms.unusedBytes()).isZero();
        second.close();
        assertThat(forms.unusedBytes()).isEqualTo(10);
        assertThat(forms.evict(1)).isTrue();
        assertThat(form.closed).isEqualTo(1);
    }

    @Test
    void onlyTheLastVariantsOfAFormStay() {
        add(new Key(graph, "ranked"), 1);
        add(new Key(other, "core", 0), 1);
        for (int k = 0; k < MANY; k++) {
            add(new Key(graph, "core", k), 1);
            // The first one is used again and again.
            forms.acquire(new Key(graph, "core", 0)).close();
        }
        for (int k = 0; k < MANY; k++) {
            assertThat(forms.contains(new Key(graph, "core", k)))
                    .as("core %d", k)
                    .isEqualTo(k == 0 || k > DerivedGraphCache.MOST_VARIANTS);
        }
        assertThat(forms.contains(new Key(graph, "ranked"))).isTrue();
        assertThat(forms.contains(new Key(other, "core", 0))).isTrue();
    }

    @Test
    void variantsInUseStay() {
        for (int k = 0; k < MANY; k++) {
            forms.add(new Key(graph, "core", k), new TestForm(1));
        }
        assertThat(forms.bytesOf(graph)).isEqualTo(MANY);
    }

    @Test
    void formOfTheSlowerOfTwoCallsIsFreedAfterItsUse() {
        Key key = new Key(graph, "core");
        TestForm slower = new TestForm(10);
        TestForm faster = add(key, 10);
        try (Use<TestForm> use = forms.add(key, slower)) {
            assertThat(use.form()).isSameAs(slower);
            assertThat(slower.closed).isZero();
        }
        assertThat(slower.closed).isEqualTo(1);
        assertThat(forms.acquire(key).form()).isSameAs(faster);
        assertThat(faster.closed).isZero();
    }

    @Test
    void formsGoWithTheGraphOnceNobodyUsesThem() {
        TestForm unused = add(new Key(graph, "ranked"), 10);
        TestForm used = new TestForm(10);
        Use<TestForm> use = forms.add(new Key(graph, "core"), used);
        TestForm ofOther = add(new Key(other, "ranked"), 10);
        graph.close();
        assertThat(unused.closed).isEqualTo(1);
        assertThat(used.closed).isZero();
        assertThat(ofOther.closed).isZero();
        assertThat(forms.contains(new Key(graph, "core"))).isFalse();
        use.close();
        assertThat(used.closed).isEqualTo(1);
    }

    @Test
    void formOfAGraphThatIsClosedMeanwhileIsNotKept() {
        graph.close();
        TestForm form = add(new Key(graph, "core"), 10);
        assertThat(form.closed).isEqualTo(1);
        assertThat(forms.contains(new Key(graph, "core"))).isFalse();
    }
}
