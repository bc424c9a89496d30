package dev.motif.gpu;

import dev.motif.gpu.driver.Cuda;
import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapArray;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import jcuda.NativePointerObject;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmem_advise;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * The work of one call on a device: its memory, its stream, its launches. {@link #close} frees everything that it
 * allocated, whatever happened. Only the thread that opened it may use it.
 */
public final class GpuSession implements AutoCloseable {
    /** The threads of a warp. */
    public static final int WARP_SIZE = 32;

    /** The threads of a block of a kernel that can do with any number of them. */
    private static final int THREADS = 256;

    private static final int BLOCKS_PER_MULTIPROCESSOR = 16;
    private static final int SPINS = 2_000;

    /** The bytes that new arrays are filled with under {@link GpuDevice#MEMORY_CHECK_PROPERTY}. */
    private static final byte UNDEFINED = (byte) 0xA5;

    private static final long PAUSE_NANOS = 50_000;

    /** Uploads of at most this many bytes do not wait for the stream. */
    private static final int STAGED_BYTES = 16 << 10;

    /** The bytes of unified memory that a thread fills at a time. */
    private static final long BYTES_PER_TASK = 16L << 20;

    /** Copies of at most this many bytes go through this session's stream. */
    private static final long SMALL_BYTES = 1L << 20;

    private final GpuDevice device;
    private final Workers workers;
    private final StreamResources channel;
    private final CUstream stream;

    /** The resources for copies beside the work that is launched; null before the first copy. */
    private StreamResources beside;

    private final List<DeviceArray> arrays = new ArrayList<>();

    /** Arrays of unified memory. */
    private final List<DeviceArray> unified = new ArrayList<>();

    private long reservedBytes;
    private long usedBytes;
    private final List<DerivedGraphCache.Use<DeviceCopy>> copies = new ArrayList<>();

    /** The bytes of the channel's pinned memory from which copies may still be running. */
    private int stagedBytes;

    /** The device from which work of this session may be copying; null for none. */
    private GpuDevice peer;

    private boolean timing;
    private String lastLaunch = "nothing";

    GpuSession(GpuDevice device, long reservedBytes, Workers workers) {
        this.device = device;
        this.reservedBytes = reservedBytes;
        this.workers = workers;
        this.channel = device.borrowChannel();
        this.stream = channel.stream;
        device.sessionOpened();
    }

    public GpuInfo info() {
        return device.info();
    }

    /**
     * Gives the nanoseconds that one launch of a search may take. As an argument of {@link #launch} it is asked at
     * every launch. A search that needs longer goes on in the next launch.
     */
    public LongSupplier slice() {
        return device::sliceNanos;
    }

    /**
     * A new array of {@code count} bytes, at least 1, whose content is undefined. It belongs to this session.
     *
     * @throws GpuException when it exceeds what this session has reserved, or the driver cannot provide it
     */
    public DeviceArray bytes(long count) {
        long bytes = Math.max(1, count);
        checkReserved(bytes);
        DeviceArray array = device.allocate(bytes);
        usedBytes += bytes;
        arrays.add(array);
        if (device.checksMemory()) {
            device.check(
                    JCudaDriver.cuMemsetD8Async(array.pointer(), UNDEFINED, bytes, stream),
                    "filling " + bytes + " bytes");
            await();
        }
        return array;
    }

    private void checkReserved(long bytes) {
        if (usedBytes + bytes > reservedBytes) {
            throw new GpuException(
                    "allocating " + Bytes.toText(bytes) + " on " + device.info().name() + ": only "
                            + Bytes.toText(reservedBytes - usedBytes) + " of the " + Bytes.toText(reservedBytes)
                            + " that this call has reserved are left");
        }
    }

    /**
     * A new array of unified memory with the content of {@code source}, in the machine's memory. It belongs to this
     * session. Pages are on the device from {@link #fetch} to {@link #drop}.
     *
     * @param fetchedBytes the most bytes of it that are to be on the device at once, which count as reserved
     * @throws GpuException when they exceed what this session has reserved, or the driver cannot provide the array
     */
    public DeviceArray unified(OffHeapInts source, long fetchedBytes) {
        checkReserved(fetchedBytes);
        DeviceArray array = device.allocateUnified(Math.max(1, source.bytes()));
        usedBytes += fetchedBytes;
        unified.add(array);
        // So that pages which the device drops need not be copied back.
        device.advise(array, array.bytes(), CUmem_advise.CU_MEM_ADVISE_SET_PREFERRED_LOCATION, false);
        workers.forRanges(
                source.bytes(),
                BYTES_PER_TASK,
                (worker, from, to) -> NativeMemory.copy(source.address() + from, array.address() + from, to - from));
        return array;
    }

    /** Begins to copy the pages of the first {@code bytes} bytes of unified memory to the device, in stream order. */
    public void fetch(DeviceArray array, long bytes) {
        checkFits(bytes, array);
        device.advise(array, bytes, CUmem_advise.CU_MEM_ADVISE_SET_READ_MOSTLY, true);
        device.prefetch(array, bytes, stream);
    }

    /**
     * Takes the pages of the first {@code bytes} bytes of unified memory from the device. Work that uses them must have
     * ended.
     */
    public void drop(DeviceArray array, long bytes) {
        checkFits(bytes, array);
        device.advise(array, bytes, CUmem_advise.CU_MEM_ADVISE_UNSET_READ_MOSTLY, true);
    }

    /** A new array of {@code length} 32-bit words whose content is undefined; see {@link #bytes}. */
    public DeviceArray ints(long length) {
        return bytes(Math.multiplyExact(length, Integer.BYTES));
    }

    /** A new array of {@code length} 64-bit words whose content is undefined; see {@link #bytes}. */
    public DeviceArray longs(long length) {
        return bytes(Math.multiplyExact(length, Long.BYTES));
    }

    /**
     * A new array of {@code length} 32-bit words, all 0 for the work that is launched after this; see {@link #bytes}.
     */
    public DeviceArray zeroedInts(long length) {
        DeviceArray array = ints(length);
        clear(array);
        return array;
    }

    /**
     * A new array of {@code length} 64-bit words, all 0 for the work that is launched after this; see {@link #bytes}.
     */
    public DeviceArray zeroedLongs(long length) {
        DeviceArray array = longs(length);
        clear(array);
        return array;
    }

    /** A new array with the content of {@code source}. */
    public DeviceArray uploaded(OffHeapArray source) {
        DeviceArray array = bytes(source.bytes());
        upload(source, array);
        return array;
    }

    /** A new array with the first {@code bytes} bytes of {@code source}, which are copied in stream order. */
    public DeviceArray copied(DeviceArray source, long bytes) {
        checkFits(bytes, source);
        DeviceArray array = bytes(bytes);
        if (bytes > 0) {
            device.check(
                    JCudaDriver.cuMemcpyDtoDAsync(array.pointer(), source.pointer(), bytes, stream),
                    "copying " + Bytes.toText(bytes) + " on the device");
        }
        return array;
    }

    /** Sets all bytes of {@code array} to 0, in stream order. */
    public void clear(DeviceArray array) {
        device.check(
                JCudaDriver.cuMemsetD8Async(array.pointer(), (byte) 0, array.bytes(), stream),
                "clearing " + Bytes.toText(array.bytes()));
    }

    /** Frees an array of this session before the session ends. Work that uses the array must have ended. */
    public void free(DeviceArray array) {
        if (arrays.remove(array)) {
            usedBytes -= array.bytes();
            device.free(array);
        }
    }

    /**
     * The copy of this key that this session holds; when it holds none, one that is taken from another device, if any has it
     * and there is room; else null.
     */
    public DeviceCopy copy(DerivedGraphCache.Key key) {
        return copies.stream()
                .filter(use -> use.key().equals(key))
                .map(DerivedGraphCache.Use::form)
                .findFirst()
                .orElseGet(() -> copyOfPeer(key));
    }

    /**
     * The arrays of the copy of this key, as {@link #copy} gives it; when it gives none, the arrays of {@code make}, a
     * copy that other sessions can then use as well.
     */
    public List<DeviceArray> copy(DerivedGraphCache.Key key, Supplier<List<DeviceArray>> make) {
        DeviceCopy copy = copy(key);
        return (copy == null ? keepCopy(key, make.get()) : copy).arrays();
    }

    private DeviceCopy copyOfPeer(DerivedGraphCache.Key key) {
        for (GpuDevice other : device.peers()) {
            try (DerivedGraphCache.Use<DeviceCopy> use = other.copies().acquire(key)) {
                DeviceCopy copy = use != null && usedBytes + use.form().bytes() <= reservedBytes
                        ? copyOf(other, key, use.form())
                        : null;
                if (copy != null) {
                    return copy;
                }
            }
        }
        return null;
    }

    /** A copy of one that another device has; null when that fails, since it can be made from the host. */
    private DeviceCopy copyOf(GpuDevice other, DerivedGraphCache.Key key, DeviceCopy source) {
        List<DeviceArray> targets = new ArrayList<>();
        try {
            takeFrom(other, () -> source.arrays().forEach(array -> {
                targets.add(bytes(array.bytes()));
                copyFrom(other, array, targets.get(targets.size() - 1), array.bytes());
            }));
        } catch (GpuException e) {
            if (device.loss() != null) {
                throw e;
            }
            targets.forEach(this::free);
            return null;
        }
        return keepCopy(key, targets, source.facts());
    }

    /**
     * Runs {@code taking}, which copies from arrays of another device, and waits for it. Once this returns or throws,
     * nothing reads there any more. All work that writes these arrays must have ended, and nobody may free or change
     * them meanwhile.
     *
     * @param other a device, which may be the device of this session
     * @throws GpuException also when the other device was lost: then this one may not be
     */
    public void takeFrom(GpuDevice other, Runnable taking) {
        peer = other;
        try {
            taking.run();
            await();
        } finally {
            peer = null;
            channel.settle();
        }
    }

    /** Begins to copy the first {@code bytes} bytes of an array of another device, in {@link #takeFrom}, in stream order. */
    public void copyFrom(GpuDevice other, DeviceArray source, DeviceArray target, long bytes) {
        checkFits(bytes, source);
        checkFits(bytes, target);
        if (bytes > 0) {
            device.copyFromPeer(other, source, target, bytes, stream);
        }
    }

    /** Sets a 64-bit word while work of this session is running, which sees it when it reads the word from memory. */
    public void setBeside(DeviceArray word, long value) {
        checkFits(Long.BYTES, word);
        beside().memory.putLong(0, value);
        device.check(
                JCudaDriver.cuMemcpyHtoDAsync(word.pointer(), beside.pinned(0), Long.BYTES, beside.stream),
                "setting a word on the device");
        await(beside.stream, () -> {});
    }

    private StreamResources beside() {
        beside = beside == null ? device.borrowChannel() : beside;
        return beside;
    }

    void hold(List<DerivedGraphCache.Use<DeviceCopy>> held) {
        copies.addAll(held);
    }

    /** Makes {@code kept} a copy of a graph about which the host needs to know nothing; see below. */
    public DeviceCopy keepCopy(DerivedGraphCache.Key key, List<DeviceArray> kept) {
        return keepCopy(key, kept, null);
    }

    /**
     * Makes {@code kept}, arrays of this session, a copy of a graph, which stays on the device when the session ends.
     * Waits for all work of this session, since other sessions may use the copy at once.
     *
     * @param facts what the host knows about the copy: an immutable object, or null
     */
    public DeviceCopy keepCopy(DerivedGraphCache.Key key, List<DeviceArray> kept, Object facts) {
        await();
        arrays.removeAll(kept);
        DerivedGraphCache.Use<DeviceCopy> use = device.copies().add(key, kept, facts);
        copies.add(use);
        DeviceCopy copy = use.form();
        reservedBytes -= copy.bytes();
        usedBytes -= copy.bytes();
        return copy;
    }

    /** Copies an array to the device, in stream order. It may be changed once this returns. */
    public void upload(OffHeapArray source, DeviceArray target) {
        upload(source.address(), source.bytes(), target);
    }

    /**
     * Copies {@code bytes} bytes from off-heap memory at {@code address} to the device, in stream order. The memory may
     * be changed once this returns.
     */
    public void upload(long address, long bytes, DeviceArray target) {
        checkFits(bytes, target);
        if (bytes > SMALL_BYTES) {
            device.pinned().upload(address, bytes, target.pointer(), workers);
            return;
        }
        boolean staged = bytes <= STAGED_BYTES;
        Pointer source = Cuda.pointer(address);
        if (staged) {
            int at = stage((int) bytes);
            NativeMemory.copy(address, channel.address() + at, bytes);
            source = channel.pinned(at);
        }
        device.check(
                JCudaDriver.cuMemcpyHtoDAsync(target.pointer(), source, bytes, stream),
                "copying " + bytes + " bytes to the device");
        if (!staged) {
            await();
        }
    }

    /** Copies a few longs to the device, in stream order. */
    public void writeLongs(DeviceArray target, long... values) {
        int bytes = Math.multiplyExact(values.length, Long.BYTES);
        checkFits(bytes, target);
        int at = stage(bytes);
        staged(at, bytes).put(values);
        device.check(
                JCudaDriver.cuMemcpyHtoDAsync(target.pointer(), channel.pinned(at), bytes, stream),
                "copying " + bytes + " bytes to the device");
    }

    /** Bytes of the channel's pinned memory, which {@link #stage} has found. */
    private LongBuffer staged(int at, int bytes) {
        return channel.memory.slice(at, bytes).order(ByteOrder.nativeOrder()).asLongBuffer();
    }

    /** Where {@code bytes} bytes of the channel's pinned memory begin that no copy uses any more. */
    private int stage(int bytes) {
        if (stagedBytes + bytes > StreamResources.STAGING_BYTES) {
            await();
        }
        int at = stagedBytes;
        stagedBytes += (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        return at;
    }

    /** Fills an array from the device, after all work launched before. The copy has ended when this returns. */
    public void download(DeviceArray source, OffHeapArray target) {
        download(source, target.address(), target.bytes());
    }

    /**
     * Copies {@code bytes} bytes from the device to off-heap memory at {@code address}, after all work launched before.
     * The copy has ended when this returns.
     */
    public void download(DeviceArray source, long address, long bytes) {
        checkFits(bytes, source);
        await();
        if (bytes > SMALL_BYTES) {
            device.pinned()
                    .download(
                            source.pointer(),
                            bytes,
                            workers,
                            (from, at, length) -> NativeMemory.copy(from, address + at, length));
            return;
        }
        device.check(
                JCudaDriver.cuMemcpyDtoHAsync(Cuda.pointer(address), source.pointer(), bytes, stream),
                "copying " + bytes + " bytes from the device");
        await();
    }

    /**
     * Runs {@code copying} on a thread of its own, while work is launched and awaited. Neither may use arrays that the other
     * one writes; what {@code copying} reads must have been written before.
     */
    public void copyBeside(Consumer<Copies> copying, Runnable launching) {
        workers.runBeside(
                () -> {
                    device.makeCurrent();
                    copying.accept(new Copies(device, workers.beside()));
                },
                launching);
    }

    /** Copies beside the work of a session. */
    public static final class Copies {
        private final GpuDevice device;
        private final Workers workers;

        private Copies(GpuDevice device, Workers workers) {
            this.device = device;
            this.workers = workers;
        }

        /** Copies {@code bytes} bytes from off-heap memory at {@code address} to the device. */
        public void upload(long address, long bytes, DeviceArray target) {
            checkFits(bytes, target);
            device.pinned().upload(address, bytes, target.pointer(), workers);
        }

        /**
         * Adds the first {@code count} 32-bit words of {@code source} to the words of {@code sums} from {@code first}
         * on.
         */
        public void addTo(OffHeapInts sums, long first, long count, DeviceArray source) {
            checkFits(count * Integer.BYTES, source);
            device.pinned()
                    .download(
                            source.pointer(),
                            count * Integer.BYTES,
                            workers,
                            (from, at, length) ->
                                    sums.addFrom(from, first + at / Integer.BYTES, length / Integer.BYTES));
        }
    }

    /** Reads the first {@code length} longs of a small array, after all work launched before. */
    public long[] readLongs(DeviceArray source, int length) {
        checkFits((long) length * Long.BYTES, source);
        long[] values = new long[length];
        int bytes = Math.multiplyExact(length, Long.BYTES);
        if (bytes <= StreamResources.STAGING_BYTES) {
            int at = stage(bytes);
            read(channel.pinned(at), source, bytes);
            staged(at, bytes).get(values);
        } else {
            await();
            read(Pointer.to(values), source, bytes);
        }
        return values;
    }

    /** Reads a sum of 128 bits, its low and then its high word, after all work launched before. */
    public BigInteger readSum(DeviceArray source) {
        long[] words = readLongs(source, 2);
        return OffHeapSums.toBigInteger(words[1], words[0]);
    }

    private void read(Pointer target, DeviceArray source, int bytes) {
        device.check(
                JCudaDriver.cuMemcpyDtoHAsync(target, source.pointer(), bytes, stream), "reading " + bytes + " bytes");
        await();
    }

    private static void checkFits(long bytes, DeviceArray array) {
        if (bytes < 0 || bytes > array.bytes()) {
            throw new IllegalArgumentException(
                    "`bytes` must be in [0, " + array.bytes() + "], the size of the array, got " + bytes);
        }
    }

    /**
     * Launches a kernel, in stream order.
     *
     * @param grid the number of blocks, 1 or more
     * @param block the number of threads in a block
     * @param sharedBytes the bytes of dynamic shared memory of a block
     * @param arguments a {@link DeviceArray}, Integer, Long or LongSupplier for each parameter of {@code kernel}
     */
    public void launch(KernelSignature kernel, int grid, int block, int sharedBytes, Object... arguments) {
        launch(kernel, grid, block, sharedBytes, KernelArguments.inOrder(kernel, arguments));
    }

    /** Launches a kernel with arguments by name, in stream order. */
    public void launch(KernelSignature kernel, int grid, int block, int sharedBytes, KernelArguments arguments) {
        CUfunction function = device.function(kernel, workers.cancellation());
        KernelArguments values = device.argumentsNow(this, kernel, arguments);
        Pointer parameters = pointers(values.packed(kernel));
        int result =
                JCudaDriver.cuLaunchKernel(function, grid, 1, 1, block, 1, 1, sharedBytes, stream, parameters, null);
        launched(result, kernel, grid, block, sharedBytes, values);
    }

    /**
     * Launches a kernel whose blocks go on to further items until none is left, in stream order. It gets the blocks
     * that {@code items} need, but at most {@link #mostBlocks}.
     *
     * @param perBlock the number of items that a block takes at once
     * @param block the number of threads in a block
     */
    public void launchOver(KernelSignature kernel, long items, int perBlock, int block, Object... arguments) {
        launchOver(kernel, items, perBlock, block, KernelArguments.inOrder(kernel, arguments));
    }

    /**
     * Launches a kernel whose blocks go on to further items until none is left, with arguments by name, in stream
     * order.
     */
    public void launchOver(KernelSignature kernel, long items, int perBlock, int block, KernelArguments arguments) {
        launch(kernel, blocks(items, perBlock, mostBlocks()), block, 0, arguments);
    }

    /** Launches a kernel with a thread for each item; see {@link #launchOver}. */
    public void launchThreads(KernelSignature kernel, long items, Object... arguments) {
        launchThreads(kernel, items, KernelArguments.inOrder(kernel, arguments));
    }

    /** Launches a kernel with a thread for each item and arguments by name; see {@link #launchOver}. */
    public void launchThreads(KernelSignature kernel, long items, KernelArguments arguments) {
        launchOver(kernel, items, THREADS, THREADS, arguments);
    }

    /** Launches a kernel with a warp for each item; see {@link #launchOver}. */
    public void launchWarps(KernelSignature kernel, long items, Object... arguments) {
        launchWarps(kernel, items, KernelArguments.inOrder(kernel, arguments));
    }

    /** Launches a kernel with a warp for each item and arguments by name; see {@link #launchOver}. */
    public void launchWarps(KernelSignature kernel, long items, KernelArguments arguments) {
        launchOver(kernel, items, THREADS / WARP_SIZE, THREADS, arguments);
    }

    /** Launches a kernel with a tile of the slots of rows for each block; see {@link #launchOver}. */
    public void launchSlots(KernelSignature kernel, long slots, Object... arguments) {
        launchSlots(kernel, slots, KernelArguments.inOrder(kernel, arguments));
    }

    /**
     * Launches a kernel with a tile of the slots of rows for each block and arguments by name; see {@link #launchOver}.
     */
    public void launchSlots(KernelSignature kernel, long slots, KernelArguments arguments) {
        launchOver(kernel, slots, KernelAbi.SLOT_TILE, KernelAbi.SLOT_THREADS, arguments);
    }

    /**
     * Launches a kernel whose blocks wait for one another, in stream order.
     *
     * @param grid the number of blocks, at most one for each multiprocessor, so that all of them run at the same time
     * @param block the number of threads in a block
     */
    public void launchCooperative(KernelSignature kernel, int grid, int block, KernelArguments arguments) {
        CUfunction function = device.function(kernel, workers.cancellation());
        KernelArguments values = device.argumentsNow(this, kernel, arguments);
        Pointer parameters = pointers(values.packed(kernel));
        int result = JCudaDriver.cuLaunchCooperativeKernel(function, grid, 1, 1, block, 1, 1, 0, stream, parameters);
        launched(result, kernel, grid, block, 0, values);
    }

    private static Pointer pointers(byte[][] arguments) {
        return Pointer.to(Arrays.stream(arguments).map(Pointer::to).toArray(NativePointerObject[]::new));
    }

    private void launched(
            int result, KernelSignature kernel, int grid, int block, int sharedBytes, KernelArguments arguments) {
        if (result != CUresult.CUDA_SUCCESS) {
            device.check(
                    result,
                    "launching " + kernel.name() + "<<<" + grid + ", " + block + ", " + sharedBytes + ">>>" + arguments
                            + " with " + Bytes.toText(reservedBytes - usedBytes) + " free");
        }
        lastLaunch = kernel.name();
    }

    /** The number of blocks that keeps every multiprocessor busy, for kernels whose blocks go on to further items. */
    public int mostBlocks() {
        return BLOCKS_PER_MULTIPROCESSOR * device.info().multiprocessors();
    }

    /** The number of blocks that {@code items} need, from 1 to {@code most}. */
    public int blocks(long items, int perBlock, int most) {
        return (int) Math.max(1, Math.min((items + perBlock - 1) / perBlock, most));
    }

    /**
     * The number of blocks of a kernel that the device runs at the same time.
     *
     * @param block the number of threads in a block
     * @param sharedBytes the bytes of dynamic shared memory of a block
     */
    public int residentBlocks(KernelSignature kernel, int block, int sharedBytes) {
        CUfunction function = device.function(kernel, workers.cancellation());
        int[] blocks = new int[1];
        device.check(
                JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block, sharedBytes),
                "asking for the occupancy of " + kernel.name());
        return Math.max(1, blocks[0]) * device.info().multiprocessors();
    }

    /**
     * Runs {@code launches} and waits for their work; returns the milliseconds that the device took for it. Such times
     * cannot be nested.
     */
    public double time(Runnable launches) {
        if (timing) {
            throw new IllegalStateException("a time is being taken already");
        }
        timing = true;
        try {
            device.check(JCudaDriver.cuEventRecord(channel.start, stream), "recording an event");
            launches.run();
            device.check(JCudaDriver.cuEventRecord(channel.end, stream), "recording an event");
            await();
            float[] millis = new float[1];
            device.check(JCudaDriver.cuEventElapsedTime(millis, channel.start, channel.end), "reading a time");
            return millis[0];
        } finally {
            timing = false;
        }
    }

    /**
     * Waits for all work of this session and publishes progress meanwhile. A running kernel cannot be
     * stopped, so work is launched in pieces of well under a second, with a check of the cancellation between them.
     */
    public void await() {
        await(() -> {});
    }

    /** Waits for all launches, and runs {@code meanwhile} some thousand times a second. */
    public void await(Runnable meanwhile) {
        await(stream, meanwhile);
        stagedBytes = 0;
    }

    private void await(CUstream stream, Runnable meanwhile) {
        int spins = 0;
        int result = JCudaDriver.cuStreamQuery(stream);
        while (result == CUresult.CUDA_ERROR_NOT_READY) {
            if (++spins > SPINS) {
                workers.progress().publish();
                meanwhile.run();
                LockSupport.parkNanos(PAUSE_NANOS);
            } else {
                Thread.onSpinWait();
            }
            result = JCudaDriver.cuStreamQuery(stream);
        }
        if (result != CUresult.CUDA_SUCCESS) {
            device.checkWith(peer, result, "waiting for the device (last launched: " + lastLaunch + ")");
        }
    }

    /**
     * Checks that no kernel has given up a wait for another warp or block (cuda/include/wait.cuh).
     *
     * @param word the word in which the kernels say so, as the last launch has left it
     * @throws GpuException when one has, which happens only if the memory of the search was damaged
     */
    public void checkNotStuck(long word) {
        if (word != 0) {
            workers.cancellation().check();
            throw new GpuException(lastLaunch + " on " + device.info().name()
                    + " waited for what never came: its memory must have been damaged");
        }
    }

    @Override
    public void close() {
        // Nothing may be freed under a running kernel.
        boolean settled = channel.settle();
        if (beside != null) {
            device.giveBack(beside, beside.settle());
        }
        arrays.forEach(device::free);
        arrays.clear();
        unified.forEach(device::freeUnified);
        unified.clear();
        copies.forEach(DerivedGraphCache.Use::close);
        device.giveBack(channel, settled);
        device.release(reservedBytes);
        device.sessionClosed();
    }
}
