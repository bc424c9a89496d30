package dev.motif.gpu;

import static jcuda.driver.JCudaDriver.cuMemcpyDtoHAsync;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoDAsync;

import dev.motif.graph.Bytes;
import dev.motif.graph.NativeMemory;
import dev.motif.parallel.Workers;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * Copies between pageable memory of the host and a device at the speed of the bus: several threads move chunks through
 * pinned buffers, two for each thread, so that one can be filled while the other is on its way. Runs one copy at a
 * time; small copies go straight through the driver.
 */
final class PinnedBuffers {
    private static final int LANES = 8;
    private static final int BUFFERS_PER_LANE = 2;
    private static final long CHUNK_BYTES = 4L << 20;
    private static final long SMALL_BYTES = 1L << 20;

    private final GpuDevice device;
    private final Lane[] lanes = new Lane[LANES];

    /** The pinned buffers and the stream of one copying thread. */
    private final class Lane {
        private final CUstream stream = new CUstream();
        private final Pointer[] pinned = new Pointer[BUFFERS_PER_LANE];
        private final long[] addresses = new long[BUFFERS_PER_LANE];
        private final CUevent[] done = new CUevent[BUFFERS_PER_LANE];

        Lane() {
            device.check(
                    JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING), "creating a stream");
            for (int i = 0; i < BUFFERS_PER_LANE; i++) {
                pinned[i] = new Pointer();
                device.check(
                        JCudaDriver.cuMemHostAlloc(pinned[i], CHUNK_BYTES, JCudaDriver.CU_MEMHOSTALLOC_PORTABLE),
                        "pinning " + Bytes.toText(CHUNK_BYTES) + " of host memory");
                addresses[i] = Cuda.addressOf(pinned[i]);
                done[i] = new CUevent();
                device.check(
                        JCudaDriver.cuEventCreate(done[i], CUevent_flags.CU_EVENT_DISABLE_TIMING), "creating an event");
            }
        }

        void await(int buffer) {
            device.check(JCudaDriver.cuEventSynchronize(done[buffer]), "waiting for a copy");
        }

        void mark(int buffer) {
            device.check(JCudaDriver.cuEventRecord(done[buffer], stream), "recording an event");
        }
    }

    PinnedBuffers(GpuDevice device) {
        this.device = device;
    }

    /**
     * Copies {@code bytes} bytes from {@code address} on the host to the device. The copy has ended when this returns.
     */
    synchronized void upload(long address, long bytes, CUdeviceptr target, CUstream stream, Workers workers) {
        if (bytes <= SMALL_BYTES) {
            device.check(
                    cuMemcpyHtoDAsync(target, Cuda.pointer(address), bytes, stream),
                    "copying " + bytes + " bytes to the device");
            device.check(JCudaDriver.cuStreamSynchronize(stream), "copying " + bytes + " bytes to the device");
            return;
        }
        inChunks(bytes, workers, (lane, buffer, at, length) -> {
            lane.await(buffer);
            NativeMemory.copy(address + at, lane.addresses[buffer], length);
            device.check(
                    cuMemcpyHtoDAsync(target.withByteOffset(at), lane.pinned[buffer], length, lane.stream),
                    "copying " + length + " bytes to the device");
            lane.mark(buffer);
        });
    }

    /**
     * Copies {@code bytes} bytes from the device to {@code address} on the host. The copy has ended when this returns.
     */
    synchronized void download(CUdeviceptr source, long address, long bytes, CUstream stream, Workers workers) {
        if (bytes <= SMALL_BYTES) {
            device.check(
                    cuMemcpyDtoHAsync(Cuda.pointer(address), source, bytes, stream),
                    "copying " + bytes + " bytes from the device");
            device.check(JCudaDriver.cuStreamSynchronize(stream), "copying " + bytes + " bytes from the device");
            return;
        }
        inChunks(bytes, workers, (lane, buffer, at, length) -> {
            device.check(
                    cuMemcpyDtoHAsync(lane.pinned[buffer], source.withByteOffset(at), length, lane.stream),
                    "copying " + length + " bytes from the device");
            lane.mark(buffer);
            lane.await(buffer);
            NativeMemory.copy(lane.addresses[buffer], address + at, length);
        });
    }

    @FunctionalInterface
    private interface ChunkCopy {
        void copy(Lane lane, int buffer, long at, long length);
    }

    private void inChunks(long bytes, Workers workers, ChunkCopy copy) {
        int threads = Math.min(LANES, Runtime.getRuntime().availableProcessors());
        int[] next = new int[threads];
        for (int lane = 0; lane < threads; lane++) {
            if (lanes[lane] == null) {
                lanes[lane] = new Lane();
            }
        }
        workers.with(threads).forRanges(bytes, CHUNK_BYTES, (worker, from, to) -> {
            device.makeCurrent();
            copy.copy(lanes[worker], next[worker]++ % BUFFERS_PER_LANE, from, to - from);
        });
        for (int lane = 0; lane < threads; lane++) {
            device.check(JCudaDriver.cuStreamSynchronize(lanes[lane].stream), "copying " + Bytes.toText(bytes));
        }
    }
}
