package dev.motif.gpu;

import java.util.Set;
import jcuda.driver.CUresult;

/** Turns the driver's result codes into exceptions. */
final class Cuda {
    /** After one of these the context is of no use any more, for anybody. */
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
     * @param what what was done, in a few words with its sizes
     * @throws GpuException when {@code result} is not success
     */
    static void check(int result, String what) {
        if (result != CUresult.CUDA_SUCCESS) {
            throw new GpuException(what + " failed: " + name(result));
        }
    }

    static boolean isLost(int result) {
        return LOST.contains(result);
    }

    static String name(int result) {
        return CUresult.stringFor(result);
    }
}
