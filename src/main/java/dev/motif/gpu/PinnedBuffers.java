package dev.motif.gpu;

import static jcuda.driver.JCudaDriver.cuMemcpyDtoHAsync;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoDAsync;

import dev.motif.gpu.driver.Cuda;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * Copies between pageable memory of the host and a device at the speed of the bus: several threads move chunks through
 * pinned buffers, two for each thread, so that one can be filled while the other is on its way. Copies at the same time
 * share the threads' lanes: each takes a lane for each of its chunks, as far as others have left any. Thread-safe.
 */
final class PinnedBuffers {
    private static final int LANES = 8;
    private static final int BUFFERS_PER_LANE = 2;
    private static final long CHUNK_BYTES = 4L << 20;
    private static final long POLL_MILLIS = 20;

    private final GpuDevice device;
    private final Deque<Lane> idle = new ArrayDeque<>();
    private int made;

    /** The pinned buffers and the stream of one copying thread. */
    private final class Lane {
        private final CUstream stream = new CUstream();
        private final Pointer[] pinned = new Pointer[BUFFERS_PER_LANE];
        private final long[] addresses = new long[BUFFERS_PER_LANE];
        private final CUevent[] done = new CUevent[BUFFERS_PER_LANE];
        private final Deque<Runnable> parts = new ArrayDeque<>();
        private int next;

        Lane() {
            try {
                device.check(
                        JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING), "creating a stream");
                parts.push(() -> JCudaDriver.cuStreamDestroy(stream));
                for (int i = 0; i < BUFFERS_PER_LANE; i++) {
                    makeBuffer(i);
                }
            } catch (RuntimeException | Error e) {
                destroy();
                throw e;
            }
        }

        private void makeBuffer(int buffer) {
            Pointer memory = new Pointer();
            device.check(
                    JCudaDriver.cuMemHostAlloc(memory, CHUNK_BYTES, JCudaDriver.CU_MEMHOSTALLOC_PORTABLE),
                    "pinning " + Bytes.toText(CHUNK_BYTES) + " of host memory");
            parts.push(() -> JCudaDriver.cuMemFreeHost(memory));
            pinned[buffer] = memory;
            addresses[buffer] = Cuda.addressOf(memory);
            CUevent event = new CUevent();
            device.check(JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DISABLE_TIMING), "creating an event");
            parts.push(() -> JCudaDriver.cuEventDestroy(event));
            done[buffer] = event;
        }

        void destroy() {
            parts.forEach(Runnable::run);
        }

        /** The buffer to use next, which may still be on its way. */
        int nextBuffer() {
            return next++ % BUFFERS_PER_LANE;
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
     * Copies {@code bytes} bytes from {@code address} on the host to the device, whatever streams are doing. The copy
     * has ended when this returns.
     */
    void upload(long address, long bytes, CUdeviceptr target, Workers workers) {
        inChunks(bytes, workers, (lane, at, length) -> {
            int buffer = lane.nextBuffer();
            lane.await(buffer);
            NativeMemory.copy(address + at, lane.addresses[buffer], length);
            device.check(
                    cuMemcpyHtoDAsync(target.withByteOffset(at), lane.pinned[buffer], length, lane.stream),
                    "copying " + length + " bytes to the device");
            lane.mark(buffer);
        });
    }

    /** Takes what comes from a device, on several threads. */
    @FunctionalInterface
    interface Taking {
        /** Takes {@code length} bytes, {@code at} bytes behind the first, which are at {@code address} on the host for now. */
        void take(long address, long at, long length);
    }

    /**
     * Copies {@code bytes} bytes from the device to {@code taking} on the host, whatever streams are doing. All have been taken
     * when this returns.
     */
    void download(CUdeviceptr source, long bytes, Workers workers, Taking taking) {
        inChunks(bytes, workers, (lane, at, length) -> {
            int buffer = lane.nextBuffer();
            device.check(
                    cuMemcpyDtoHAsync(lane.pinned[buffer], source.withByteOffset(at), length, lane.stream),
                    "copying " + length + " bytes from the device");
            lane.mark(buffer);
            lane.await(buffer);
            taking.take(lane.addresses[buffer], at, length);
        });
    }

    @FunctionalInterface
    private interface ChunkCopy {
        void copy(Lane lane, long at, long length);
    }

    private void inChunks(long bytes, Workers workers, ChunkCopy copy) {
        int threads = Math.min(LANES, Runtime.getRuntime().availableProcessors());
        long chunks = (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
        List<Lane> lanes = take((int) Math.min(threads, chunks), workers);
        boolean copied = false;
        try {
            workers.with(lanes.size()).forRanges(bytes, CHUNK_BYTES, (worker, from, to) -> {
                device.makeCurrent();
                copy.copy(lanes.get(worker), from, to - from);
            });
            copied = true;
        } finally {
            // Also after a failure: the caller frees the memory of both ends.
            giveBack(lanes, copied, bytes);
        }
    }

    /** Takes up to {@code most} lanes; waits until there is at least one. */
    private synchronized List<Lane> take(int most, Workers workers) {
        while (idle.isEmpty() && made == LANES) {
            workers.cancellation().check();
            try {
                wait(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted while waiting for a copy");
            }
        }
        List<Lane> taken = new ArrayList<>();
        while (taken.size() < most && !idle.isEmpty()) {
            taken.add(idle.pop());
        }
        while (taken.size() < most && made < LANES) {
            taken.add(makeLane(taken));
        }
        return taken;
    }

    private Lane makeLane(List<Lane> taken) {
        try {
            Lane lane = new Lane();
            made++;
            return lane;
        } catch (RuntimeException | Error e) {
            idle.addAll(taken);
            throw e;
        }
    }

    /** Waits for the lanes' copies and gives back the lanes that work. */
    private void giveBack(List<Lane> lanes, boolean copied, long bytes) {
        List<Lane> working = new ArrayList<>();
        int failed = CUresult.CUDA_SUCCESS;
        for (Lane lane : lanes) {
            int result = JCudaDriver.cuStreamSynchronize(lane.stream);
            if (result == CUresult.CUDA_SUCCESS) {
                working.add(lane);
            } else {
                failed = result;
                lane.destroy();
            }
        }
        synchronized (this) {
            idle.addAll(working);
            made -= lanes.size() - working.size();
            notifyAll();
        }
        if (copied) {
            device.check(failed, "copying " + Bytes.toText(bytes));
        }
    }
}
