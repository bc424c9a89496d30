package dev.motif.research.pivoting;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.research.pivoting.PivotingConfig.Encoding;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PivotingConfigTest {
    private static final PivotingConfig ALL = PivotingConfig.of(KCliqueConfig.all());

    private static void rejected(ThrowingCallable config, String message) {
        assertThatIllegalArgumentException().isThrownBy(config).withMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, 24, 33, 64})
    void groupSizeIsAPowerOfTwo(int size) {
        rejected(() -> ALL.withGroupSize(size), "`groupSize` must be 1, 2, 4, 8, 16 or 32, got " + size);
    }

    @Test
    void complementsNeedBitmaps() {
        rejected(
                () -> ALL.with(Technique.COMPLEMENT).with(Encoding.CSR),
                "`encoding` must be 'BINARY' for `algorithm: 'COMPLEMENT'`, got 'CSR'");
    }
}
