package dev.motif.backend.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryEstimateTest {
    private static final MemoryEstimate FIXED = MemoryEstimate.of("fixed", 2048);
    private static final MemoryEstimate RANGE = MemoryEstimate.range("range", 1024, 3072);

    @Test
    void sumAddsItsParts() {
        MemoryEstimate sum = MemoryEstimate.sum("sum", FIXED, RANGE);
        assertThat(sum.minBytes()).isEqualTo(3072);
        assertThat(sum.maxBytes()).isEqualTo(5120);
        assertThat(sum.parts()).containsExactly(FIXED, RANGE);
    }

    @Test
    void largestTakesTheLargestOfEachBound() {
        MemoryEstimate largest = MemoryEstimate.largest("largest", FIXED, RANGE);
        assertThat(largest.minBytes()).isEqualTo(2048);
        assertThat(largest.maxBytes()).isEqualTo(3072);
    }

    @Test
    void nothingNeedsNothing() {
        assertThat(MemoryEstimate.sum("none").maxBytes()).isZero();
        assertThat(MemoryEstimate.largest("none").maxBytes()).isZero();
    }

    @Test
    void sumBeyond63BitsIsAnError() {
        MemoryEstimate huge = MemoryEstimate.of("huge", Long.MAX_VALUE);
        assertThatThrownBy(() -> MemoryEstimate.sum("sum", huge, FIXED)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void reversedOrNegativeRangeIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryEstimate.range("reversed", 2, 1))
                .withMessage("[2, 1] is no range of bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> MemoryEstimate.of("negative", -1));
    }

    @Test
    void textIsOneNumberOrARange() {
        assertThat(FIXED.text()).isEqualTo("2.0 KiB");
        assertThat(RANGE.text()).isEqualTo("[1.0 KiB ... 3.0 KiB]");
    }

    @Test
    void treeViewIndentsParts() {
        MemoryEstimate inner = MemoryEstimate.sum("inner", RANGE, MemoryEstimate.sum("innermost", FIXED));
        assertThat(MemoryEstimate.sum("outer", inner, FIXED).treeView()).isEqualTo("""
                        outer: [5.0 KiB ... 7.0 KiB]
                        |-- inner: [3.0 KiB ... 5.0 KiB]
                            |-- range: [1.0 KiB ... 3.0 KiB]
                            |-- innermost: 2.0 KiB
                                |-- fixed: 2.0 KiB
                        |-- fixed: 2.0 KiB
                        """);
    }

    @Test
    void mapViewNestsParts() {
        assertThat(MemoryEstimate.sum("outer", FIXED).mapView())
                .isEqualTo(Map.of(
                        "name",
                        "outer",
                        "memoryUsage",
                        "2.0 KiB",
                        "bytesMin",
                        2048L,
                        "bytesMax",
                        2048L,
                        "components",
                        List.of(FIXED.mapView())));
        assertThat(FIXED.mapView().get("components")).isEqualTo(List.of());
    }
}
