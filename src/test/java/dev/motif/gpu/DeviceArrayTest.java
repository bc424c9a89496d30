package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DeviceArrayTest {
    private final DeviceArray array = new DeviceArray(1000, 100);

    @Test
    void partsHaveTheBytesThatAreAskedFor() {
        assertThat(array.from(30)).isEqualTo(new DeviceArray(1030, 70));
        assertThat(array.part(30, 70)).isEqualTo(array.from(30));
        assertThat(array.part(30, 20)).isEqualTo(new DeviceArray(1030, 20));
        assertThat(array.part(100, 0)).isEqualTo(new DeviceArray(1100, 0));
    }

    @Test
    void partsBeyondTheArrayAreErrors() {
        assertThatThrownBy(() -> array.from(101))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("`byteOffset` must be in [0, 100], got 101");
        assertThatThrownBy(() -> array.part(30, 71))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("`length` must be in [0, 70], got 71");
        assertThatThrownBy(() -> array.part(30, -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
