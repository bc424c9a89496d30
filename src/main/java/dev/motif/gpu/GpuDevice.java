package dev.motif.gpu;

import dev.motif.gpu.driver.Cuda;
import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmemAttach_flags;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
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
     * between. A call of few milliseconds waits this long for each of its launches that it waits for.
     */
    private static final long SHARED_SLICE_NANOS = 5_000_000;

    /**
     * The nanoseconds for which slices stay short after a call came beside another one: the next is likely to come
     * soon.
     */
    private static final long SHARED_FOR_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The JVM option with which every array is an allocation of its own that is filled with garbage. */
    static final String MEMORY_CHECK_PROPERTY = "motif.gpu.memory.check";

    private static final long TICK_MILLIS = 20;

    private static final Executor LOADING = task -> {
        Thread thread = new Thread(task, "motif-kernels");
        thread.setDaemon(true);
        thread.start();
    };

    /** Memory that has been kept for this long without a call goes back to the driver. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * The losses by a process of its own after which a device is not used any more, each this long after the one
     * before.
     */
    private static final int MOST_LOSSES = 5;

    private static final long LOSSES_FOR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final CUdevice device;
    private final GpuInfo info;
    private final MemoryQueue memory;
    private final DeviceGraphCache copies = new DeviceGraphCache(this);

    private final DeviceMemory blocks;
    private final Map<String, CUfunction> functions = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<KernelModule>> modules = new ConcurrentHashMap<>();
    private final Deque<StreamResources> channels = new ConcurrentLinkedDeque<>();
    private final PinnedBuffers pinned = new PinnedBuffers(this);
    private volatile CUcontext context;
    private final AtomicLong liveBytes = new AtomicLong();
    private final AtomicInteger sessions = new AtomicInteger();
    private final AtomicBoolean tidying = new AtomicBoolean();
    private volatile long lastClosedNanos;
    private volatile long allowedAllocations = -1;
    private volatile long longestSliceNanos = Long.MAX_VALUE;
    private volatile long lastSharedNanos = System.nanoTime() - SHARED_FOR_NANOS;
    private volatile LaunchChange launchChange;
    private volatile String lost;
    private volatile int fault = CUresult.CUDA_SUCCESS;
    private int losses;
    private long lastLossNanos = System.nanoTime();
    private volatile List<GpuDevice> peers = List.of();

    /** The peers that this device has tried to reach. */
    private final Set<GpuDevice> reached = ConcurrentHashMap.newKeySet();

    /**
     * How a device is used at a moment.
     *
     * @param limitBytes the bytes that calls and copies of graphs may reserve
     * @param graphBytes the bytes of copies of graphs
     * @param keptBytes the bytes that are kept for further calls
     * @param waitingCalls the calls that wait for memory
     * @param unusableReason why it can no longer be used; null when it can
     */
    public record Usage(
            GpuInfo info,
            long limitBytes,
            long reservedBytes,
            long graphBytes,
            long keptBytes,
            int waitingCalls,
            String unusableReason)
            implements Serializable {
        /** The same with another reason, unless that is null. */
        Usage withReason(String reason) {
            return reason == null
                    ? this
                    : new Usage(info, limitBytes, reservedBytes, graphBytes, keptBytes, waitingCalls, reason);
        }
    }

    /**
     * Describes a device; opens no context and loads no kernels yet.
     *
     * @param limitBytes how many bytes calls and copies may reserve at once
     */
    GpuDevice(CUdevice device, GpuInfo info, long limitBytes) {
        this.device = device;
        this.info = info;
        this.memory = new MemoryQueue(limitBytes, copies::evict);
        this.blocks = new DeviceMemory(new DriverMemory(), memory::limitBytes, !checksMemory());
    }

    public GpuInfo info() {
        return info;
    }

    Usage usage() {
        return new Usage(
                info, limitBytes(), reservedBytes(), copies.bytes(), keptBytes(), waitingCalls(), unusableReason());
    }

    /** The copies of graphs that stay on the device between calls. */
    public DeviceGraphCache copies() {
        return copies;
    }

    /** Says which other devices of this host are of the same kind: copies of graphs can be taken from them. */
    void setPeers(List<GpuDevice> others) {
        peers = List.copyOf(others);
    }

    /** The other devices of this host of the same kind that are not lost. */
    List<GpuDevice> peers() {
        return peers.stream().filter(peer -> peer.loss() == null).toList();
    }

    /**
     * Begins to copy the first {@code bytes} bytes of an array of another device to one of this device, in the order of a
     * stream of this device: directly where they can reach each other, else the driver takes it through the host.
     */
    void copyFromPeer(GpuDevice peer, DeviceArray source, DeviceArray target, long bytes, CUstream stream) {
        checkWith(
                peer,
                peer.fault == CUresult.CUDA_SUCCESS ? copy(peer, source, target, bytes, stream) : peer.fault,
                "copying " + Bytes.toText(bytes) + " from another device");
    }

    private int copy(GpuDevice peer, DeviceArray source, DeviceArray target, long bytes, CUstream stream) {
        if (peer.context.equals(context)) {
            return JCudaDriver.cuMemcpyDtoDAsync(target.pointer(), source.pointer(), bytes, stream);
        }
        reach(peer);
        return JCudaDriver.cuMemcpyPeerAsync(target.pointer(), context, source.pointer(), peer.context, bytes, stream);
    }

    private void reach(GpuDevice peer) {
        int[] possible = new int[1];
        if (reached.add(peer)
                && JCudaDriver.cuDeviceCanAccessPeer(possible, device, peer.device) == CUresult.CUDA_SUCCESS
                && possible[0] != 0) {
            // Without it, copies take the way through the host, so the result does not matter.
            JCudaDriver.cuCtxEnablePeerAccess(peer.context, 0);
        }
    }

    /** The bytes that calls and copies have reserved. */
    public long reservedBytes() {
        return memory.reservedBytes();
    }

    /** The bytes that calls and copies may reserve in all. */
    public long limitBytes() {
        return memory.limitBytes();
    }

    /**
     * The bytes that a call which can do with less memory had better take at this moment: the bytes that nobody else
     * uses, but for an eighth of {@link #limitBytes}, which is left to the short calls that come meanwhile. At least
     * half of the limit, so that it does not become much slower because of them.
     */
    public long roomBytes() {
        long used = Math.max(0, reservedBytes() - copies.unusedBytes());
        return Math.max(limitBytes() / 2, limitBytes() - limitBytes() / 8 - used);
    }

    /** Why one call cannot reserve {@code bytes} bytes, as text for the user; null when it can. */
    public String obstacle(long bytes) {
        return bytes <= limitBytes()
                ? null
                : Bytes.toText(bytes) + " of device memory are needed, but only " + Bytes.toText(limitBytes())
                        + " may be used";
    }

    public int waitingCalls() {
        return memory.waiting();
    }

    /**
     * Why the device can no longer be used, or null. After an error that the driver calls sticky, no CUDA call of this
     * process works any more, not even after a reset of the context.
     */
    public String unusableReason() {
        String reason = lost;
        return reason == null ? null : info.name() + " was lost (" + reason + "): restart Neo4j to use it again";
    }

    /** The error by which this process has lost the device; null when it has not. */
    public String loss() {
        return lost;
    }

    /**
     * Waits until {@code bytes} bytes of the device are free and opens a session with them for the calling thread.
     *
     * @throws GpuException when the device is lost, or {@code bytes} exceeds {@link #limitBytes}
     */
    public GpuSession open(long bytes, Workers workers) {
        return open(() -> bytes, workers);
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
    public GpuSession open(DerivedGraphCache.Key key, long workBytes, long copyBytes, Workers workers) {
        return open(List.of(new DeviceGraphCache.Need(key, copyBytes)), workBytes, workers);
    }

    /**
     * Opens a session that works on copies of a graph. It holds the copies that are on the device already; for each of
     * the others its bytes are reserved, and the session must make it. Waits until the bytes are free.
     *
     * @param workBytes what the session needs in addition to the copies
     * @throws GpuException when the device is lost, or the bytes exceed {@link #limitBytes}
     */
    public GpuSession open(List<DeviceGraphCache.Need> needs, long workBytes, Workers workers) {
        List<DerivedGraphCache.Use<DeviceCopy>> held = new ArrayList<>();
        try {
            LongSupplier needed = () -> {
                // Copies that are there are held at once, so that they stay while this call waits.
                long bytes = Math.addExact(workBytes, copies.acquire(needs, held));
                String obstacle = obstacle(Math.addExact(bytes, bytesOf(held)));
                if (obstacle != null) {
                    throw new GpuException(obstacle);
                }
                return bytes;
            };
            GpuSession session = open(needed, workers);
            session.hold(held);
            return session;
        } catch (RuntimeException | Error e) {
            held.forEach(DerivedGraphCache.Use::close);
            throw e;
        }
    }

    private static long bytesOf(List<DerivedGraphCache.Use<DeviceCopy>> held) {
        return held.stream().mapToLong(use -> use.form().bytes()).sum();
    }

    private GpuSession open(LongSupplier needed, Workers workers) {
        long bytes = memory.reserve(needed, workers.cancellation());
        return OffHeapScope.closingOnFailure(() -> memory.release(bytes), () -> {
            enter();
            return new GpuSession(this, bytes, workers);
        });
    }

    private void enter() {
        if (lost != null) {
            throw new GpuException(unusableReason());
        }
        if (context == null) {
            retain();
        }
        makeCurrent();
    }

    private synchronized void retain() {
        if (context == null) {
            CUcontext retained = new CUcontext();
            Cuda.check(JCudaDriver.cuDevicePrimaryCtxRetain(retained, device), "opening " + info.name());
            context = retained;
        }
    }

    /**
     * Makes the context of this device current on the calling thread: the driver keeps a current context for each
     * thread.
     */
    void makeCurrent() {
        check(JCudaDriver.cuCtxSetCurrent(context), "entering the context of " + info.name());
    }

    /**
     * Says that the process that has the device has lost it. The next one may use it, but not when that goes on: each loss
     * ends the other calls of the process, too.
     */
    synchronized void lostByProcess() {
        long now = System.nanoTime();
        losses = now - lastLossNanos > LOSSES_FOR_NANOS ? 1 : losses + 1;
        lastLossNanos = now;
        if (losses == MOST_LOSSES) {
            lost = losses + " times, each within an hour of the one before";
        }
    }

    /** Makes the device one that was not lost, after a test that said so of one that was not. */
    void find() {
        lost = null;
        fault = CUresult.CUDA_SUCCESS;
    }

    /**
     * Checks a result code of the driver, and remembers when it means that the device is lost.
     *
     * @param what what was done, in a few words with its sizes
     * @throws GpuException when {@code result} is not success
     */
    void check(int result, String what) {
        noteLoss(result, what);
        Cuda.check(result, what);
    }

    /**
     * Checks a result code for work in which another device took part: the driver's error may come from either device,
     * so that both are asked, and who answers with an error is lost.
     *
     * @param peer null for none
     * @throws GpuException when {@code result} is not success
     */
    void checkWith(GpuDevice peer, int result, String what) {
        if (peer != null && Cuda.isLost(result)) {
            peer.ask(what);
            ask(what);
            Cuda.check(result, what);
        }
        check(result, what);
    }

    /** Waits for all work on the device, and remembers when it turns out to be lost. */
    private void ask(String what) {
        int result = fault;
        if (result == CUresult.CUDA_SUCCESS && context != null) {
            JCudaDriver.cuCtxSetCurrent(context);
            result = JCudaDriver.cuCtxSynchronize();
        }
        noteLoss(result, what);
    }

    private void noteLoss(int result, String what) {
        if (Cuda.isLost(result) && lost == null) {
            lost = what + ": " + Cuda.name(result);
        }
    }

    /**
     * For tests: from now on the driver answers with this error who reads memory of the device, or asks for it, as after
     * work that has failed without being noticed.
     */
    void failUnnoticed(int result) {
        fault = result;
    }

    /**
     * A kernel as the driver knows it. Where the driver must compile its module first, which may take long, that goes on
     * although {@code cancellation} ends the call.
     */
    CUfunction function(KernelSignature kernel, Cancellation cancellation) {
        CUfunction known = functions.get(kernel.name());
        if (known == null) {
            known = module(kernel.module(), cancellation).function(kernel);
            functions.put(kernel.name(), known);
        }
        return known;
    }

    private KernelModule module(String name, Cancellation cancellation) {
        CompletableFuture<KernelModule> loading =
                modules.computeIfAbsent(name, any -> CompletableFuture.supplyAsync(() -> load(name), LOADING));
        try {
            while (true) {
                try {
                    return loading.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    cancellation.check();
                }
            }
        } catch (ExecutionException e) {
            modules.remove(name, loading);
            throw e.getCause() instanceof GpuException known ? known : new GpuException(String.valueOf(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private KernelModule load(String name) {
        makeCurrent();
        return KernelModule.load(name, this);
    }

    PinnedBuffers pinned() {
        return pinned;
    }

    /** A channel for one session, which gives it back. */
    StreamResources borrowChannel() {
        StreamResources idle = channels.poll();
        return idle != null ? idle : new StreamResources(this);
    }

    /** Takes back the channel of a session; one whose work failed is destroyed. */
    void giveBack(StreamResources channel, boolean works) {
        if (works) {
            channels.push(channel);
        } else {
            channel.destroy();
        }
    }

    void release(long bytes) {
        memory.release(bytes);
    }

    void sessionOpened() {
        if (sessions.incrementAndGet() > 1) {
            lastSharedNanos = System.nanoTime();
        }
    }

    void sessionClosed() {
        lastClosedNanos = System.nanoTime();
        if (sessions.decrementAndGet() == 0 && tidying.compareAndSet(false, true)) {
            tidyLater(IDLE_NANOS);
        }
    }

    private void tidyLater(long nanos) {
        CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(this::tidy);
    }

    /** Gives memory that is kept for further calls back to the driver, once there have been none for a while. */
    private void tidy() {
        tidying.set(false);
        if (sessions.get() > 0 || lost != null) {
            return;
        }
        long wait = IDLE_NANOS - (System.nanoTime() - lastClosedNanos);
        if (wait <= 0) {
            makeCurrent();
            blocks.giveBack();
        } else if (tidying.compareAndSet(false, true)) {
            tidyLater(wait);
        }
    }

    /** The nanoseconds that a launch of a search may take at this moment. */
    long sliceNanos() {
        boolean shared = sessions.get() > 1 || System.nanoTime() - lastSharedNanos < SHARED_FOR_NANOS;
        return Math.min(longestSliceNanos, shared ? SHARED_SLICE_NANOS : SLICE_NANOS);
    }

    /** For tests: from now on, launches of searches take at most {@code nanos} nanoseconds. */
    void limitSlices(long nanos) {
        longestSliceNanos = nanos;
    }

    /** For tests: what is done before each launch of a kernel. */
    @FunctionalInterface
    interface LaunchChange {
        /**
         * May replace arguments, and write to arrays among them.
         *
         * @param arguments the arguments by name: Integers, Longs and {@link DeviceArray}s
         */
        void before(GpuSession session, String kernel, Map<String, Object> arguments);
    }

    /** For tests: from now on, {@code change} is asked before each launch, unless it is null. */
    void changeLaunches(LaunchChange change) {
        launchChange = change;
    }

    /** The arguments of a launch of {@code kernel}, as {@link #changeLaunches} wants them. */
    KernelArguments argumentsNow(GpuSession session, KernelSignature kernel, KernelArguments arguments) {
        LaunchChange change = launchChange;
        if (change == null) {
            return arguments;
        }
        KernelArguments now = arguments.now();
        change.before(session, kernel.name(), now.values());
        return now;
    }

    /** The most bytes that calls and copies had reserved at once, since the beginning or {@link #resetPeak}. */
    public long peakReservedBytes() {
        return memory.peakBytes();
    }

    /** Makes {@link #peakReservedBytes} start again from the bytes that are reserved now. */
    public void resetPeak() {
        memory.resetPeak();
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
        checkAllowed(bytes);
        long address = blocks.allocate(bytes);
        if (address == 0 && copies.evict(Long.MAX_VALUE)) {
            address = blocks.allocate(bytes);
        }
        if (address == 0) {
            check(CUresult.CUDA_ERROR_OUT_OF_MEMORY, "allocating " + Bytes.toText(bytes) + " on " + info.name());
        }
        liveBytes.addAndGet(bytes);
        return new DeviceArray(address, bytes);
    }

    private void checkAllowed(long bytes) {
        if (allowedAllocations >= 0 && allowedAllocations-- == 0) {
            allowedAllocations = 0;
            Cuda.check(CUresult.CUDA_ERROR_OUT_OF_MEMORY, "allocating " + bytes + " bytes (forbidden by a test)");
        }
    }

    /**
     * Whether processors and device may use unified memory at the same time, and its pages move one by one. Not so on
     * Windows.
     */
    public boolean hasUnifiedMemory() {
        int[] value = new int[1];
        Cuda.check(
                JCudaDriver.cuDeviceGetAttribute(
                        value, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, device),
                "asking for unified memory");
        return value[0] != 0;
    }

    /**
     * Allocates unified memory, which is in the machine's memory until pages of it are fetched.
     *
     * @throws GpuException when the driver cannot provide it
     */
    DeviceArray allocateUnified(long bytes) {
        checkAllowed(bytes);
        CUdeviceptr pointer = new CUdeviceptr();
        check(
                JCudaDriver.cuMemAllocManaged(pointer, bytes, CUmemAttach_flags.CU_MEM_ATTACH_GLOBAL),
                "allocating " + Bytes.toText(bytes) + " of unified memory for " + info.name());
        liveBytes.addAndGet(bytes);
        return new DeviceArray(Cuda.addressOf(pointer), bytes);
    }

    /** Frees unified memory, which no work on the device may use any more. Never fails. */
    void freeUnified(DeviceArray array) {
        freeByDriver(array.address());
        liveBytes.addAndGet(-array.bytes());
    }

    /** Tells the driver how pages are used; does nothing for no bytes. */
    void advise(DeviceArray array, long bytes, int advice, boolean byDevice) {
        if (bytes > 0) {
            CUdevice user = byDevice ? device : JCudaDriver.CU_DEVICE_CPU;
            check(
                    JCudaDriver.cuMemAdvise(array.pointer(), bytes, advice, user),
                    "advising " + Bytes.toText(bytes) + " of unified memory");
        }
    }

    /** Begins to copy pages to the device, in the order of a stream; does nothing for no bytes. */
    void prefetch(DeviceArray array, long bytes, CUstream stream) {
        if (bytes > 0) {
            check(
                    JCudaDriver.cuMemPrefetchAsync(array.pointer(), bytes, device, stream),
                    "fetching " + Bytes.toText(bytes) + " of unified memory");
        }
    }

    private void freeByDriver(long address) {
        // A lost context has taken its memory along, and what the driver answers then does not matter.
        if (lost == null) {
            JCudaDriver.cuCtxSetCurrent(context);
            JCudaDriver.cuMemFree(Cuda.devicePointer(address));
        }
    }

    /** Memory from the driver. */
    private final class DriverMemory implements DeviceMemory.Source {
        @Override
        public long allocate(long bytes) {
            CUdeviceptr pointer = new CUdeviceptr();
            int result = JCudaDriver.cuMemAlloc(pointer, bytes);
            if (result == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
                return 0;
            }
            check(result, "allocating " + Bytes.toText(bytes) + " on " + info.name());
            return Cuda.addressOf(pointer);
        }

        @Override
        public void free(long address) {
            freeByDriver(address);
        }
    }

    /** Frees an array, which no work on the device may use any more. Never fails. */
    void free(DeviceArray array) {
        blocks.free(array.address());
        liveBytes.addAndGet(-array.bytes());
    }

    /** The bytes that are kept for the allocations of further calls, and given back when there are none for a while. */
    public long keptBytes() {
        return blocks.keptBytes();
    }

    /** Whether every array is an allocation of its own with defined garbage in it, for compute-sanitizer and tests. */
    boolean checksMemory() {
        return Boolean.getBoolean(MEMORY_CHECK_PROPERTY);
    }

    /** The bytes that are allocated on the device, by calls and for copies. */
    public long liveBytes() {
        return liveBytes.get();
    }
}
