package dev.motif.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.projection.id.IdHold;
import dev.motif.projection.id.IdHolds;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

@EmptyDatabase
class DatabaseWatchTest {
    @AfterEach
    void removeLimits() {
        System.clearProperty(DatabaseWatch.MOST_UNUSED_PROPERTY);
        System.clearProperty(DatabaseWatch.LONGEST_PROPERTY);
    }

    @Test
    void holdsEndAfterAsManyIdsAsTheServerAllows() {
        TestDatabase.rows("UNWIND range(1, 20) AS i CREATE (:P)");
        IdHolds holds = new IdHolds((GraphDatabaseAPI) TestDatabase.get(), OffHeapBudget.memory());
        try (IdHold hold = holds.begin()) {
            System.setProperty(DatabaseWatch.MOST_UNUSED_PROPERTY, "10");
            DatabaseWatch.endWhatIsTooLong(holds);
            assertThat(hold.state()).isEqualTo(IdHold.State.HELD);
            long id = (long)
                    TestDatabase.row("MATCH (n:P) RETURN id(n) AS id LIMIT 1").get("id");
            TestDatabase.rows("MATCH (n:P) DELETE n");
            assertThat(holds.unused()).isEqualTo(20);
            DatabaseWatch.endWhatIsTooLong(holds);
            assertThat(hold.state()).isEqualTo(IdHold.State.COMPARED);
            assertThat(hold.isHeld()).isFalse();
            assertThat(hold.isGoneNode(id)).as("deleted while it was held").isTrue();
            assertThat(holds.since()).as("an open transaction").isNull();
            try (IdHold later = holds.begin()) {
                assertThat(later.state()).isEqualTo(IdHold.State.HELD);
            }
        }
    }

    @Test
    void holdsEndAfterAsLongAsTheServerAllows() {
        IdHolds holds = new IdHolds((GraphDatabaseAPI) TestDatabase.get(), OffHeapBudget.memory());
        try (IdHold hold = holds.begin()) {
            System.setProperty(DatabaseWatch.LONGEST_PROPERTY, "9999d");
            DatabaseWatch.endWhatIsTooLong(holds);
            assertThat(hold.state()).isEqualTo(IdHold.State.HELD);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "1.5", "ten", "1000000000000000000000"})
    void numberOfIdsIsOne(String value) {
        assertThatThrownBy(() -> DatabaseWatch.mostUnused(value))
                .hasMessageContaining("`motif.hold.limit.ids` must be an INTEGER in [1, ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0s", "-1h", "12 apples"})
    void timeIsADuration(String value) {
        assertThatThrownBy(() -> DatabaseWatch.longest(value))
                .hasMessageContaining("`motif.hold.limit.time` must be a duration of a second or more, such as '12h'");
    }

    @Test
    void limitsAreRead() {
        assertThat(DatabaseWatch.mostUnused("1000000")).isEqualTo(1_000_000);
        assertThat(DatabaseWatch.longest("12h")).isEqualTo(Duration.ofHours(12));
    }
}
