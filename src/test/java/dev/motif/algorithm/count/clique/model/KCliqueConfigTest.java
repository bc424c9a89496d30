package dev.motif.algorithm.count.clique.model;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.motif.algorithm.count.clique.model.KCliqueConfig.Encoding;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, 24, 33, 64})
    void groupSizeIsAPowerOfTwo(int size) {
        rejected(
                () -> KCliqueConfig.all().withGroupSize(size), "`groupSize` must be 1, 2, 4, 8, 16 or 32, got " + size);
    }

    @Test
    void timeoutIsNotNegative() {
        rejected(() -> KCliqueConfig.all().withTimeoutMillis(-1), "`timeoutMillis` must be 0 or more, got -1");
    }

    @Test
    void complementsNeedBitmaps() {
        rejected(
                () -> KCliqueConfig.all().with(Technique.COMPLEMENT).with(Encoding.CSR),
                "`encoding` must be 'BINARY' for `algorithm: 'COMPLEMENT'`, got 'CSR'");
    }
}
