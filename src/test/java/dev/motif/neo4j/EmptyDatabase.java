package dev.motif.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.catalog.OffHeapBudget;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives each test of a class the {@link TestDatabase} without nodes and named graphs, and checks after each that nothing
 * but its named graphs was live. Methods that run before and after each test belong to the test.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(EmptyDatabase.Check.class)
public @interface EmptyDatabase {
    /** The extension of JUnit. */
    final class Check implements BeforeEachCallback, AfterEachCallback {
        @Override
        public void beforeEach(ExtensionContext context) {
            TestDatabase.emptied();
        }

        @Override
        public void afterEach(ExtensionContext context) {
            try {
                assertThat(TestDatabase.liveBytes())
                        .as("live bytes beside those of named graphs")
                        .isEqualTo(TestDatabase.graphBytes());
            } finally {
                TestDatabase.emptied();
            }
            assertThat(TestDatabase.liveBytes()).as("live bytes").isZero();
            assertThat(OffHeapBudget.heap().liveBytes())
                    .as("live bytes on the heap")
                    .isZero();
        }
    }
}
