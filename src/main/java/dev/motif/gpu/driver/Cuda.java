package dev.motif.gpu.driver;

import java.util.Set;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUresult;

/** Turns the driver's result codes into exceptions, and addresses into JCuda's pointers and back. */
public final class Cuda {
    /** Result codes after which no call can use the context any more. */
    private static final Set<Integer> LOST = Set.of(
            CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
            CUresult.CUDA_ERROR_LAUNCH_FAILED,
            CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
            CUresult.CUDA_ERROR_ECC_UNCORRECTABLE,
            CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR,
            CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
            CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
            CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
            CUresult.CUDA_ERROR_INVALID_PC,
            CUresult.CUDA_ERROR_NOT_INITIALIZED,
            CUresult.CUDA_ERROR_DEINITIALIZED,
            CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
            CUresult.CUDA_ERROR_UNKNOWN);

    private Cuda() {}

    /**
     * Checks a result code of the driver.
     *
     * @param what what was done, in a few words with its sizes
     * @throws GpuException when {@code result} is not success
     */
    public static void check(int result, String what) {
        if (result != CUresult.CUDA_SUCCESS) {
            throw new GpuException(what + " failed: " + name(result));
        }
    }

    /** True when {@code result} means that the device cannot be used any more. */
    public static boolean isLost(int result) {
        return LOST.contains(result);
    }

    public static String name(int result) {
        return CUresult.stringFor(result);
    }

    /** A version of CUDA as text: 12.4 for 12040. */
    public static String versionText(int version) {
        return version / 1000 + "." + version % 1000 / 10;
    }

    /** A pointer to the memory at {@code address}, on the host or on a device. */
    public static Pointer pointer(long address) {
        return new Address(address);
    }

    /** A pointer to device memory at {@code address}. */
    public static CUdeviceptr devicePointer(long address) {
        return new CUdeviceptr().withByteOffset(address);
    }

    /** The address that {@code pointer} stands for. */
    public static long addressOf(Pointer pointer) {
        return new Address(pointer).value();
    }

    /** A pointer whose address can be read: JCuda shows addresses only to subclasses. */
    private static final class Address extends Pointer {
        Address(long address) {
            super(address);
        }

        Address(Pointer other) {
            super(other);
        }

        long value() {
            return getNativePointer() + getByteOffset();
        }
    }
}
