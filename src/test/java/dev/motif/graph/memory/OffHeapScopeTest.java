package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.leaks.LeavesNothing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@LeavesNothing
class OffHeapScopeTest {
    private final NativeMemory memory = new NativeMemory(1 << 20);
    private final List<String> closed = new ArrayList<>();

    @Test
    void everythingIsClosedAtTheEnd() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            scope.ints(10);
            scope.longs(10);
            assertThat(scope.zeroedInts(10).get(9)).isZero();
            assertThat(scope.zeroedLongs(10).get(9)).isZero();
            assertThat(memory.liveBytes()).isEqualTo(240);
        }
    }

    @Test
    void keptResourcesStayOpen() {
        OffHeapInts kept;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            kept = scope.ints(10);
            scope.longs(10);
            assertThat(scope.keep(kept)).isSameAs(kept);
        }
        assertThat(memory.liveBytes()).isEqualTo(kept.bytes());
        kept.close();
    }

    @Test
    void failedAllocationClosesTheOthers() {
        assertThatThrownBy(() -> {
                    try (OffHeapScope scope = new OffHeapScope(memory)) {
                        scope.ints(1000);
                        scope.longs(1 << 20);
                    }
                })
                .isInstanceOf(OffHeapMemoryException.class);
    }

    @Test
    void resourcesAreClosedInReverseOrder() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            scope.own(closing("first"));
            scope.own(closing("second"));
            scope.own(closing("third"));
        }
        assertThat(closed).containsExactly("third", "second", "first");
    }

    @Test
    void resourceClosedEarlyIsClosedOnce() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            scope.own(closing("late"));
            scope.close(scope.own(closing("early")));
            assertThat(closed).containsExactly("early");
        }
        assertThat(closed).containsExactly("early", "late");
    }

    @Test
    void foreignResourceCannotBeKept() {
        try (OffHeapScope scope = new OffHeapScope(memory);
                OffHeapInts foreign = memory.ints(1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> scope.keep(foreign))
                    .withMessageStartingWith("the scope does not own ");
        }
    }

    @Test
    void failingCloseDoesNotKeepTheOthersOpen() {
        OffHeapScope scope = new OffHeapScope(memory);
        scope.ints(10);
        scope.own(failing(new IOException("inner")));
        scope.own(closing("between"));
        scope.own(failing(new IllegalArgumentException("outer")));
        assertThatThrownBy(scope::close)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("outer")
                .satisfies(e -> assertThat(e.getSuppressed()).singleElement().satisfies(inner -> assertThat(inner)
                        .hasRootCauseInstanceOf(IOException.class)));
        assertThat(closed).containsExactly("between");
    }

    private AutoCloseable closing(String name) {
        return () -> closed.add(name);
    }

    private static AutoCloseable failing(Exception e) {
        return () -> {
            throw e;
        };
    }
}
