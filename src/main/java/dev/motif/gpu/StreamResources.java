package dev.motif.gpu;

import dev.motif.gpu.driver.Cuda;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import jcuda.Pointer;
import jcuda.driver.CUevent;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * A stream, two events and pinned memory, which a session borrows from its device since making them takes longer than a
 * small call.
 */
final class StreamResources {
    /** The pinned bytes for small copies. */
    static final int STAGING_BYTES = 64 << 10;

    final CUstream stream = new CUstream();
    final CUevent start = new CUevent();
    final CUevent end = new CUevent();
    private final Pointer pinned = new Pointer();

    final ByteBuffer memory;

    private final Deque<Runnable> made = new ArrayDeque<>();

    /** Makes a channel in the current context of {@code device}. */
    StreamResources(GpuDevice device) {
        try {
            make(device, stream);
            make(device, start);
            make(device, end);
            device.check(
                    JCudaDriver.cuMemHostAlloc(pinned, STAGING_BYTES, JCudaDriver.CU_MEMHOSTALLOC_PORTABLE),
                    "pinning " + STAGING_BYTES + " bytes of host memory");
            made.push(() -> JCudaDriver.cuMemFreeHost(pinned));
            memory = pinned.getByteBuffer(0, STAGING_BYTES).order(ByteOrder.nativeOrder());
        } catch (RuntimeException | Error e) {
            destroy();
            throw e;
        }
    }

    private void make(GpuDevice device, CUstream made) {
        device.check(JCudaDriver.cuStreamCreate(made, CUstream_flags.CU_STREAM_NON_BLOCKING), "creating a stream");
        this.made.push(() -> JCudaDriver.cuStreamDestroy(made));
    }

    private void make(GpuDevice device, CUevent made) {
        device.check(JCudaDriver.cuEventCreate(made, 0), "creating an event");
        this.made.push(() -> JCudaDriver.cuEventDestroy(made));
    }

    /** The pinned memory from {@code offset} on. */
    Pointer pinned(int offset) {
        return pinned.withByteOffset(offset);
    }

    /** The host address of the pinned memory. */
    long address() {
        return Cuda.addressOf(pinned);
    }

    /** Waits for all work; false when it failed, after which the channel must not be used again. */
    boolean settle() {
        return JCudaDriver.cuStreamSynchronize(stream) == CUresult.CUDA_SUCCESS;
    }

    void destroy() {
        made.forEach(Runnable::run);
        made.clear();
    }
}
