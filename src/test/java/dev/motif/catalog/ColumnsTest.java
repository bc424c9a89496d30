package dev.motif.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.neo4j.TestDatabase;
import dev.motif.projection.EntityKind;
import dev.motif.projection.value.ValueType;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests who owns columns while they are added, read and dropped. */
class ColumnsTest {
    private final Columns columns = new Columns("g", List.of(), EdgeLog.EMPTY);
    private long before;

    @BeforeEach
    void rememberMemory() {
        before = TestDatabase.liveBytes();
    }

    @AfterEach
    void nothingIsLeft() {
        columns.close();
        assertThat(TestDatabase.liveBytes()).isEqualTo(before);
    }

    private void add(String name, EntityKind elements, long... values) {
        try (Columns.Addition addition = columns.add(List.of(name), OffHeapBudget.memory())) {
            fill(addition, name, elements, values);
            addition.publish();
        }
    }

    private static void fill(Columns.Addition addition, String name, EntityKind elements, long... values) {
        OffHeapLongs array = addition.values(name, ValueType.INTEGER, elements, values.length);
        for (int i = 0; i < values.length; i++) {
            array.set(i, values[i]);
        }
    }

    @Test
    void columnsAreSeenOnceAllOfThemAreThere() {
        try (Columns.Addition addition = columns.add(List.of("a", "b"), OffHeapBudget.memory())) {
            fill(addition, "a", EntityKind.LEFT, 1, 2);
            fill(addition, "a", EntityKind.RIGHT, 3);
            fill(addition, "b", EntityKind.RELATIONSHIPS, 4, 5);
            assertThat(columns.list()).isEmpty();
            addition.publish();
        }
        assertThat(columns.list()).extracting(Column::name).containsExactly("a", "b");
        assertThat(columns.list()).extracting(Column::bytes).containsExactly(24L, 16L);
        assertThat(columns.list()).extracting(column -> column.of(true)).containsExactly("NODES", "RELATIONSHIPS");
        assertThat(columns.list().get(0).value(EntityKind.RIGHT, 0)).isEqualTo(3L);
    }

    @Test
    void secondOfTwoWithOneNameFailsAtOnceAndTheFirstWins() {
        try (Columns.Addition first = columns.add(List.of("a"), OffHeapBudget.memory())) {
            assertThatThrownBy(() -> columns.add(List.of("b", "a"), OffHeapBudget.memory()))
                    .hasMessage("A column with the name 'a' is being added to graph 'g' by another call.");
            fill(first, "a", EntityKind.LEFT, 1);
            first.publish();
        }
        assertThatThrownBy(() -> columns.add(List.of("b", "a"), OffHeapBudget.memory()))
                .hasMessageContaining("already has a column");
        // The failed calls have reserved nothing.
        add("b", EntityKind.LEFT, 2);
        assertThat(columns.list()).extracting(Column::name).containsExactly("a", "b");
    }

    @Test
    void columnThatIsNotPublishedLeavesNoNameAndNoMemory() {
        try (Columns.Addition addition = columns.add(List.of("a"), OffHeapBudget.memory())) {
            fill(addition, "a", EntityKind.LEFT, 1, 2, 3);
            assertThat(TestDatabase.liveBytes()).isEqualTo(before + 24);
        }
        assertThat(TestDatabase.liveBytes()).isEqualTo(before);
        add("a", EntityKind.LEFT, 1);
    }

    @Test
    void columnIsFreedWithTheLastOfItsUsers() {
        add("a", EntityKind.LEFT, 7);
        Column first = columns.acquire(List.of("a"), true).get(0);
        Column second = columns.acquire(Columns.ALL, true).get(0);
        columns.drop(List.of("a"), true).forEach(Column::release);
        add("a", EntityKind.LEFT, 8);
        assertThat(first.value(EntityKind.LEFT, 0)).isEqualTo(7L);
        first.release();
        assertThat(second.value(EntityKind.LEFT, 0)).isEqualTo(7L);
        assertThat(TestDatabase.liveBytes()).isEqualTo(before + 16);
        second.release();
        assertThat(TestDatabase.liveBytes()).isEqualTo(before + 8);
        assertThatThrownBy(second::release)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("column a was released more often than acquired");
    }

    @Test
    void columnOfAnotherTypeOrNameCannotBeFilled() {
        try (Columns.Addition addition = columns.add(List.of("a"), OffHeapBudget.memory())) {
            fill(addition, "a", EntityKind.LEFT, 1);
            assertThatThrownBy(() -> addition.values("a", ValueType.FLOAT, EntityKind.RIGHT, 1))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> addition.values("b", ValueType.FLOAT, EntityKind.RIGHT, 1))
                    .isInstanceOf(IllegalStateException.class);
        }
    }
}
