package dev.motif.gpu;

import java.util.List;

/**
 * A kernel as Java calls it: the name in the .cu file and the types of its parameters in their order.
 *
 * @param module the .cu file without its ending
 * @param name the kernel's name, {@code <algorithm>_<result>_per_<owner>}
 * @param parameters their types
 */
public record KernelSignature(String module, String name, List<Type> parameters) {
    /** The types that kernels take. */
    public enum Type {
        /** A device address: 64 bits. */
        POINTER,
        /** 32 bits. */
        INT,
        /** 64 bits. */
        LONG
    }

    public KernelSignature {
        parameters = List.copyOf(parameters);
    }

    public static KernelSignature of(String module, String name, Type... parameters) {
        return new KernelSignature(module, name, List.of(parameters));
    }
}
