package dev.motif.algorithm.count.clique.model;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class KCliqueConfigTest {
    private static void rejected(ThrowingCallable config, String message) {
        assertThatIllegalArgumentException().isThrownBy(config).withMessageContaining(message);
    }

    @Test
    void sizesAreInRange() {
        rejected(() -> KCliqueConfig.total(2, 5), "`minK` must be in [3, 512], got 2");
        rejected(() -> KCliqueConfig.total(3, 513), "`maxK` must be in [3, 512], got 513");
        rejected(() -> KCliqueConfig.total(5, 4), "`maxK` must be in [5, 512], got 4");
    }

    @Test
    void timeoutIsNotNegative() {
        rejected(() -> KCliqueConfig.all().withTimeoutMillis(-1), "`timeoutMillis` must be 0 or more, got -1");
    }
}
