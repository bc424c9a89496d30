package dev.motif.cypher.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.job.Job;
import dev.motif.cypher.job.Jobs;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EmptyDatabase
class UserThreadsTest {
    private static final int LIMIT = 2;

    private static final String CALL = "CALL motif.kcore.%s({nodes: 'P', relationships: 'KNOWS'}, {concurrency: 2,"
            + " readConcurrency: 2%s}) YIELD configuration RETURN configuration.concurrency AS threads";

    /** A job of the caller that runs as long as a test. */
    private final Job other =
            new Job("other", "", "elsewhere", "motif.test", stage -> {}, (how, line) -> {}, details -> {}, () -> {});

    @BeforeEach
    void limitThreads() {
        System.setProperty(CallConfig.USER_LIMIT_PROPERTY, String.valueOf(LIMIT));
        TestDatabase.rows("CREATE (:P)-[:KNOWS]->(:P)");
        Jobs.server().start(other);
    }

    @AfterEach
    void noLimit() {
        other.close();
        System.clearProperty(CallConfig.USER_LIMIT_PROPERTY);
    }

    private static Object threads(String mode, String more) {
        return TestDatabase.row(CALL.formatted(mode, more)).get("threads");
    }

    @Test
    void aCallGetsTheThreadsThatOthersOfTheUserLeave() {
        assertThat(threads("stats", "")).isEqualTo(2L);
        assertThat(Jobs.server().giveThreads(other, 1, LIMIT)).isEqualTo(1);
        assertThat(threads("stats", "")).isEqualTo(1L);
        assertThat(threads("write", ", writeProperty: 'core', writeConcurrency: 2"))
                .isEqualTo(1L);
        assertThat(Jobs.server().giveThreads(other, 2, LIMIT)).isEqualTo(2);
        TestDatabase.assertError(
                CALL.formatted("stats", ""),
                "other calls of the user have all of the 2 threads that the server's `motif.concurrency.limit.user`"
                        + " allows: wait until one has ended");
        other.close();
        assertThat(threads("stats", "")).isEqualTo(2L);
    }

    @Test
    void sysInfoShowsTheLimits() {
        assertThat(TestDatabase.rows("CALL motif.sysInfo() YIELD key, value WITH * WHERE key STARTS WITH 'concurrency'"
                        + " RETURN key, value"))
                .isEqualTo(List.of(
                        Map.of("key", "concurrencyLimit", "value", "none"),
                        Map.of("key", "concurrencyLimitOfAUser", "value", 2L)));
    }
}
