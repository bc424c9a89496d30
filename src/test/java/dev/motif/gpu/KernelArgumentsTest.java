package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.gpu.KernelSignature.Parameter;
import dev.motif.gpu.KernelSignature.Type;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KernelArgumentsTest {
    private static final DeviceArray ARRAY = new DeviceArray(0, 100).from(24);
    private static final KernelSignature KERNEL = new KernelSignature(
            "module",
            "sum_total_per_thread",
            List.of(
                    new Parameter(0, 0, Type.INT, "n"),
                    new Parameter(1, 0, Type.INT, "k"),
                    new Parameter(1, 8, Type.POINTER, "rows"),
                    new Parameter(1, 16, Type.INT, "last"),
                    new Parameter(2, 0, Type.LONG, "nanos")));

    private static KernelArguments arguments() {
        return new KernelArguments()
                .with("nanos", 5L)
                .with(new KernelArguments().with("k", 2).with("rows", ARRAY))
                .with("last", 3);
    }

    private static long at(byte[] argument, int offset, Type type) {
        ByteBuffer bytes = ByteBuffer.wrap(argument).order(ByteOrder.nativeOrder());
        return type == Type.INT ? bytes.getInt(offset) : bytes.getLong(offset);
    }

    @Test
    void argumentsGoToTheirPlacesByName() {
        byte[][] packed = arguments().with("n", 1).packed(KERNEL);
        assertThat(packed.length).isEqualTo(3);
        assertThat(packed[1]).hasSize(24);
        assertThat(at(packed[0], 0, Type.INT)).isEqualTo(1);
        assertThat(at(packed[1], 0, Type.INT)).isEqualTo(2);
        assertThat(at(packed[1], 8, Type.POINTER)).isEqualTo(24);
        assertThat(at(packed[1], 16, Type.INT)).isEqualTo(3);
        assertThat(at(packed[2], 0, Type.LONG)).isEqualTo(5);
    }

    @Test
    void argumentsMayComeInOrder() {
        assertThat(KernelArguments.inOrder(KERNEL, 1, 2, ARRAY, 3, 5L).packed(KERNEL))
                .isDeepEqualTo(arguments().with("n", 1).packed(KERNEL));
        assertThatThrownBy(() -> KernelArguments.inOrder(KERNEL, 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sum_total_per_thread takes 5 arguments, got 2");
    }

    @Test
    void manyArgumentsAreGivenByName() {
        KernelSignature large = new KernelSignature(
                "module",
                "sum_total_per_warp",
                IntStream.range(0, 9)
                        .mapToObj(i -> new Parameter(i, 0, Type.INT, "p" + i))
                        .toList());
        assertThatThrownBy(() -> KernelArguments.inOrder(large, 0, 1, 2, 3, 4, 5, 6, 7, 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sum_total_per_warp takes more than 8 arguments: give them by name");
    }

    @Test
    void theNullArrayIsTheAddressZero() {
        byte[][] packed =
                KernelArguments.inOrder(KERNEL, 1, 2, DeviceArray.NULL, 3, 5L).packed(KERNEL);
        assertThat(at(packed[1], 8, Type.POINTER)).isZero();
    }

    @Test
    void suppliersAreAskedAtEachLaunch() {
        AtomicLong nanos = new AtomicLong(7);
        KernelArguments arguments = KernelArguments.inOrder(KERNEL, 1, 2, ARRAY, 3, 5L);
        KernelArguments asked = new KernelArguments()
                .with("n", 1)
                .with("k", 2)
                .with("rows", ARRAY)
                .with("last", 3)
                .with("nanos", nanos::getAndIncrement);
        assertThat(at(asked.packed(KERNEL)[2], 0, Type.LONG)).isEqualTo(7);
        assertThat(at(asked.packed(KERNEL)[2], 0, Type.LONG)).isEqualTo(8);
        assertThat(at(arguments.packed(KERNEL)[2], 0, Type.LONG)).isEqualTo(5);
    }

    @Test
    void missingUnknownAndWronglyTypedArgumentsAreNamed() {
        assertThatThrownBy(() -> arguments().packed(KERNEL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("`n` of sum_total_per_thread is missing");
        assertThatThrownBy(() -> arguments().with("n", 1).with("m", 1).packed(KERNEL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sum_total_per_thread has no parameter of the name m");
        assertThatThrownBy(() -> arguments().with("n", 1L).packed(KERNEL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("`n` of sum_total_per_thread must be of type INT, got 1");
        assertThatThrownBy(() -> arguments().with("k", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("`k` is given twice");
    }
}
