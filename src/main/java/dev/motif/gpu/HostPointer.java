package dev.motif.gpu;

import jcuda.Pointer;

/** Host memory by its address. */
final class HostPointer extends Pointer {
    HostPointer(long address) {
        super(address);
    }

    private HostPointer(Pointer other) {
        super(other);
    }

    /** The address that {@code pointer} stands for. */
    static long addressOf(Pointer pointer) {
        return new HostPointer(pointer).getNativePointer();
    }
}
