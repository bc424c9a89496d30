package dev.motif.gpu;

import dev.motif.graph.Bytes;
import dev.motif.parallel.Workers;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * One GPU: its primary context, its loaded kernels, the budget of its memory and the copies of graphs that stay on it.
 * Several calls use it at the same time, each in a {@link GpuSession} of its own. Thread-safe.
 */
public final class GpuDevice {
    /** About the time that one launch of a search takes, and so the time after which a cancellation is noticed. */
    private static final long SLICE_NANOS = 100_000_000;

    /**
     * About the time that one launch of a search takes while other calls use the device too, whose kernels run in
     * between.
     */
    private static final long SHARED_SLICE_NANOS = 20_000_000;

    private final CUdevice device;
    private final GpuInfo info;
    private final MemoryQueue memory;
    private final DeviceCopies copies = new DeviceCopies(this);

    private CUcontext context;
    private final Map<String, KernelModule> modules = new HashMap<>();
    private PinnedBuffers pinned;
    private final AtomicLong liveBytes = new AtomicLong();
    private final AtomicInteger sessions = new AtomicInteger();
    private volatile long allowedAllocations = -1;
    private volatile long longestSliceNanos = Long.MAX_VALUE;
    private String lost;

    /**
     * Describes a device; opens no context and loads no kernels yet.
     *
     * @param limitBytes how many bytes calls and copies may reserve at once
     */
    GpuDevice(CUdevice device, GpuInfo info, long limitBytes) {
        this.device = device;
        this.info = info;
        this.memory = new MemoryQueue(limitBytes, copies::evict);
    }

    public GpuInfo info() {
        return info;
    }

    /** The copies of graphs that stay on the device between calls. */
    public DeviceCopies copies() {
        return copies;
    }

    /** The bytes that calls and copies have reserved. */
    public long reservedBytes() {
        return memory.reservedBytes();
    }

    /** The bytes that calls and copies may reserve in all. */
    public long limitBytes() {
        return memory.limitBytes();
    }

    /** Why one call cannot reserve {@code bytes} bytes, as text for the user; null when it can. */
    public String obstacle(long bytes) {
        return bytes <= limitBytes()
                ? null
                : Bytes.toText(bytes) + " of device memory are needed, but only " + Bytes.toText(limitBytes())
                        + " may be used";
    }

    /** The number of calls that wait for memory. */
    public int waitingCalls() {
        return memory.waiting();
    }

    /**
     * Why the device can no longer be used, or null. After an error that the driver calls sticky, no CUDA call of this
     * process works any more, not even after a reset of the context.
     */
    public synchronized String unusableReason() {
        return lost == null ? null : info.name() + " was lost (" + lost + "): restart Neo4j to use it again";
    }

    /**
     * Waits until {@code bytes} bytes of the device are free and opens a session with them for the calling thread.
     *
     * @throws GpuException when the device is lost, or {@code bytes} exceeds {@link #limitBytes}
     */
    public GpuSession open(long bytes, Workers workers) {
        return open(
                new MemoryQueue.Request() {
                    @Override
                    public long bytes() {
                        return bytes;
                    }

                    @Override
                    public void granted() {}
                },
                workers);
    }

    /**
     * Opens a session that works on a copy of a graph. When the copy is on the device already, the session holds it;
     * otherwise {@code copyBytes} more bytes are reserved, and the session must make the copy. Waits until the bytes
     * are free.
     *
     * @param key which copy of which graph
     * @param workBytes what the session needs in addition to the copy
     * @param copyBytes what making the copy needs, the copy included
     * @throws GpuException when the device is lost, or the bytes exceed {@link #limitBytes}
     */
    public GpuSession open(DeviceCopies.Key key, long workBytes, long copyBytes, Workers workers) {
        DeviceCopy[] held = new DeviceCopy[1];
        GpuSession session = open(
                new MemoryQueue.Request() {
                    @Override
                    public long bytes() {
                        return copies.contains(key) ? workBytes : Math.addExact(workBytes, copyBytes);
                    }

                    @Override
                    public void granted() {
                        held[0] = copies.acquire(key);
                    }
                },
                workers);
        session.hold(held[0]);
        return session;
    }

    private GpuSession open(MemoryQueue.Request request, Workers workers) {
        long bytes = memory.reserve(request, workers.cancellation());
        try {
            enter();
            return new GpuSession(this, bytes, workers);
        } catch (RuntimeException | Error e) {
            memory.release(bytes);
            throw e;
        }
    }

    private synchronized void enter() {
        if (lost != null) {
            throw new GpuException(unusableReason());
        }
        if (context == null) {
            CUcontext retained = new CUcontext();
            Cuda.check(JCudaDriver.cuDevicePrimaryCtxRetain(retained, device), "opening " + info.name());
            context = retained;
        }
        makeCurrent();
    }

    /**
     * Makes the context of this device current on the calling thread: the driver keeps a current context for each
     * thread.
     */
    void makeCurrent() {
        Cuda.check(JCudaDriver.cuCtxSetCurrent(context), "entering the context of " + info.name());
    }

    /**
     * Checks a result code of the driver, and remembers when it means that the device is lost.
     *
     * @param what what was done, in a few words with its sizes
     * @throws GpuException when {@code result} is not success
     */
    void check(int result, String what) {
        if (Cuda.isLost(result)) {
            synchronized (this) {
                lost = what + ": " + Cuda.name(result);
            }
        }
        Cuda.check(result, what);
    }

    synchronized CUfunction function(KernelSignature kernel) {
        return modules.computeIfAbsent(kernel.module(), name -> KernelModule.load(name, info))
                .function(kernel);
    }

    synchronized PinnedBuffers pinned() {
        if (pinned == null) {
            pinned = new PinnedBuffers(this);
        }
        return pinned;
    }

    void release(long bytes) {
        memory.release(bytes);
    }

    void sessionOpened() {
        sessions.incrementAndGet();
    }

    void sessionClosed() {
        sessions.decrementAndGet();
    }

    /** The nanoseconds that a launch of a search may take at this moment. */
    long sliceNanos() {
        return Math.min(longestSliceNanos, sessions.get() > 1 ? SHARED_SLICE_NANOS : SLICE_NANOS);
    }

    /** For tests: from now on, launches of searches take at most {@code nanos} nanoseconds. */
    void limitSlices(long nanos) {
        longestSliceNanos = nanos;
    }

    /** For tests: the most bytes that were reserved at once. */
    long peakReservedBytes() {
        return memory.peakBytes();
    }

    /** For tests: changes the number of bytes that may be reserved to {@code bytes}. */
    void limitTo(long bytes) {
        memory.limitTo(bytes);
    }

    /** For tests: lets only {@code count} more allocations succeed; all when it is below 0. */
    void allowAllocations(long count) {
        allowedAllocations = count;
    }

    /**
     * Allocates device memory.
     *
     * @throws GpuException when the driver cannot provide it
     */
    DeviceArray allocate(long bytes) {
        if (allowedAllocations >= 0 && allowedAllocations-- == 0) {
            allowedAllocations = 0;
            Cuda.check(CUresult.CUDA_ERROR_OUT_OF_MEMORY, "allocating " + bytes + " bytes (forbidden by a test)");
        }
        CUdeviceptr pointer = new CUdeviceptr();
        check(JCudaDriver.cuMemAlloc(pointer, bytes), "allocating " + Bytes.toText(bytes) + " on " + info.name());
        liveBytes.addAndGet(bytes);
        return new DeviceArray(pointer, bytes);
    }

    /**
     * Frees an array. Never fails: a lost context has taken its memory along, and what the driver answers then does not
     * matter.
     */
    void free(DeviceArray array) {
        if (!isLost()) {
            JCudaDriver.cuCtxSetCurrent(context);
            JCudaDriver.cuMemFree(array.pointer());
        }
        liveBytes.addAndGet(-array.bytes());
    }

    private synchronized boolean isLost() {
        return lost != null;
    }

    /** The bytes that are allocated on the device, by calls and for copies. */
    public long liveBytes() {
        return liveBytes.get();
    }
}
