package dev.motif.gpu;

import dev.motif.gpu.KernelSignature.Parameter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The arguments of a launch, by the names that the kernel's parameters have in the .cu file. A name may be given only
 * once: {@code with} throws an {@link IllegalArgumentException} otherwise.
 */
public final class KernelArguments {
    /** Kernels of more parameters than this take their arguments by name only. */
    private static final int MOST_IN_ORDER = 8;

    private final Map<String, Object> values = new LinkedHashMap<>();

    public KernelArguments with(String name, DeviceArray value) {
        return put(name, value);
    }

    public KernelArguments with(String name, int value) {
        return put(name, value);
    }

    public KernelArguments with(String name, long value) {
        return put(name, value);
    }

    /** Adds a 64-bit argument whose value is asked for anew at each launch. */
    public KernelArguments with(String name, LongSupplier value) {
        return put(name, value);
    }

    /** Adds all arguments of {@code others}. */
    public KernelArguments with(KernelArguments others) {
        others.values.forEach(this::put);
        return this;
    }

    private KernelArguments put(String name, Object value) {
        if (values.put(name, value) != null) {
            throw new IllegalArgumentException("`" + name + "` is given twice");
        }
        return this;
    }

    /**
     * Names arguments that are given in the order of the kernel's parameters.
     *
     * @param arguments a {@link DeviceArray}, Integer, Long or LongSupplier for each parameter
     * @throws IllegalArgumentException when their number is wrong, or above {@value #MOST_IN_ORDER}
     */
    static KernelArguments inOrder(KernelSignature kernel, Object... arguments) {
        if (arguments.length != kernel.parameters().size()) {
            throw new IllegalArgumentException(
                    kernel.name() + " takes " + kernel.parameters().size() + " arguments, got " + arguments.length);
        }
        if (arguments.length > MOST_IN_ORDER) {
            throw new IllegalArgumentException(
                    kernel.name() + " takes more than " + MOST_IN_ORDER + " arguments: give them by name");
        }
        KernelArguments named = new KernelArguments();
        for (int i = 0; i < arguments.length; i++) {
            named.put(kernel.parameters().get(i).name(), arguments[i]);
        }
        return named;
    }

    /** A copy of these arguments, with each supplier replaced by the value that it gives now. */
    KernelArguments now() {
        KernelArguments now = new KernelArguments();
        values.forEach((name, value) ->
                now.values.put(name, value instanceof LongSupplier supplier ? (Object) supplier.getAsLong() : value));
        return now;
    }

    /** The values by name, which may be replaced. */
    Map<String, Object> values() {
        return values;
    }

    /**
     * The arguments as the driver takes them: the bytes of each one, in native byte order, with the values that
     * suppliers give now. A struct is one argument.
     *
     * @throws IllegalArgumentException when an argument is missing, unknown or of the wrong type
     */
    byte[][] packed(KernelSignature kernel) {
        ByteBuffer[] packed = new ByteBuffer[kernel.argumentCount()];
        Arrays.setAll(packed, i -> ByteBuffer.allocate(kernel.argumentBytes(i)).order(ByteOrder.nativeOrder()));
        for (Parameter parameter : kernel.parameters()) {
            pack(kernel, parameter, values.get(parameter.name()), packed[parameter.argument()]);
        }
        if (values.size() > kernel.parameters().size()) {
            throw new IllegalArgumentException(kernel.name() + " has no parameter of the name " + unknownTo(kernel));
        }
        byte[][] bytes = new byte[packed.length][];
        Arrays.setAll(bytes, i -> packed[i].array());
        return bytes;
    }

    private String unknownTo(KernelSignature kernel) {
        Set<String> unknown = new LinkedHashSet<>(values.keySet());
        kernel.parameters().forEach(parameter -> unknown.remove(parameter.name()));
        return unknown.iterator().next();
    }

    private static void pack(KernelSignature kernel, Parameter parameter, Object given, ByteBuffer target) {
        if (given == null) {
            throw new IllegalArgumentException("`" + parameter.name() + "` of " + kernel.name() + " is missing");
        }
        Object value = given instanceof LongSupplier supplier ? (Long) supplier.getAsLong() : given;
        boolean fits =
                switch (parameter.type()) {
                    case POINTER -> value instanceof DeviceArray;
                    case INT -> value instanceof Integer;
                    case LONG -> value instanceof Long;
                };
        if (!fits) {
            throw new IllegalArgumentException("`" + parameter.name() + "` of " + kernel.name() + " must be of type "
                    + parameter.type() + ", got " + value);
        }
        if (value instanceof Integer number) {
            target.putInt(parameter.offset(), number);
        } else {
            target.putLong(parameter.offset(), value instanceof DeviceArray array ? array.address() : (Long) value);
        }
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
