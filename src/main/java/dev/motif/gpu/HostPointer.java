package dev.motif.gpu;

import jcuda.Pointer;

/** Memory by its address. */
final class HostPointer extends Pointer {
    HostPointer(long address) {
        super(address);
    }

    private HostPointer(Pointer other) {
        super(other);
    }

    /** The address that {@code pointer} stands for. */
    static long addressOf(Pointer pointer) {
        HostPointer copy = new HostPointer(pointer);
        return copy.getNativePointer() + copy.getByteOffset();
    }
}
