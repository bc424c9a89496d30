package dev.motif.gpu;

import dev.motif.graph.Bytes;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapSums;
import dev.motif.parallel.Workers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import jcuda.NativePointerObject;
import jcuda.Pointer;
import jcuda.driver.CUevent;
import jcuda.driver.CUfunction;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * The work of one call on a device: its memory, its stream, its launches. {@link #close} frees everything that it
 * allocated, whatever happened. Only the thread that opened it may use it.
 */
public final class GpuSession implements AutoCloseable {
    private static final int BLOCKS_PER_MULTIPROCESSOR = 16;
    private static final int SPINS = 2_000;
    private static final long PAUSE_NANOS = 50_000;

    /**
     * The bytes of dynamic shared memory that any kernel may use; a kernel that needs more must be allowed to first.
     */
    private static final int PLAIN_SHARED_BYTES = 16 << 10;

    private final GpuDevice device;
    private final Workers workers;
    private final CUstream stream = new CUstream();
    private final List<DeviceArray> arrays = new ArrayList<>();
    private long reservedBytes;
    private long usedBytes;
    private DeviceCopy copy;
    private CUstream signals;

    /**
     * The word that is sent over {@link #signals}. It is off the heap, because JCuda holds the garbage collector up
     * while it copies an array.
     */
    private ByteBuffer signal;

    private DeviceArray stopWord;
    private boolean stopped;
    private String lastLaunch = "nothing";

    GpuSession(GpuDevice device, long reservedBytes, Workers workers) {
        this.device = device;
        this.reservedBytes = reservedBytes;
        this.workers = workers;
        device.check(JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING), "creating a stream");
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
        if (usedBytes + bytes > reservedBytes) {
            throw new GpuException(
                    "allocating " + Bytes.toText(bytes) + " on " + device.info().name() + ": only "
                            + Bytes.toText(reservedBytes - usedBytes) + " of the " + Bytes.toText(reservedBytes)
                            + " that this call has reserved are left");
        }
        DeviceArray array = device.allocate(bytes);
        usedBytes += bytes;
        arrays.add(array);
        return array;
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
    public DeviceArray uploaded(OffHeapLongs source) {
        DeviceArray array = longs(source.length());
        upload(source.address(), source.bytes(), array);
        return array;
    }

    /** A new array with the content of {@code source}. */
    public DeviceArray uploaded(OffHeapInts source) {
        DeviceArray array = ints(source.length());
        upload(source.address(), source.bytes(), array);
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

    /** The copy of the graph that this session holds, or null. */
    public DeviceCopy copy() {
        return copy;
    }

    void hold(DeviceCopy held) {
        copy = held;
    }

    /**
     * Makes {@code kept}, arrays of this session, the copy of a graph, which stays on the device when the session ends.
     *
     * @param key which copy of which graph it is
     */
    public DeviceCopy keepCopy(DeviceCopies.Key key, List<DeviceArray> kept) {
        arrays.removeAll(kept);
        copy = device.copies().add(key, kept);
        reservedBytes -= copy.bytes();
        usedBytes -= copy.bytes();
        return copy;
    }

    /**
     * Copies {@code bytes} bytes from off-heap memory at {@code address} to the device. The copy has ended when this
     * returns.
     */
    public void upload(long address, long bytes, DeviceArray target) {
        checkFits(bytes, target);
        device.pinned().upload(address, bytes, target.pointer(), stream, workers);
    }

    /**
     * Copies {@code bytes} bytes from the device to off-heap memory at {@code address}, after all work launched before.
     * The copy has ended when this returns.
     */
    public void download(DeviceArray source, long address, long bytes) {
        checkFits(bytes, source);
        await();
        device.pinned().download(source.pointer(), address, bytes, stream, workers);
    }

    /**
     * Copies 128-bit counts from the device, given as an array of their low and one of their high words. The copy has
     * ended when this returns.
     */
    public void download(DeviceArray low, DeviceArray high, OffHeapSums counts) {
        download(low, counts.low().address(), counts.low().bytes());
        download(high, counts.high().address(), counts.high().bytes());
    }

    /** Reads the first {@code length} longs of a small array, after all work launched before. */
    public long[] readLongs(DeviceArray source, int length) {
        checkFits((long) length * Long.BYTES, source);
        long[] values = new long[length];
        await();
        device.check(
                JCudaDriver.cuMemcpyDtoHAsync(Pointer.to(values), source.pointer(), (long) length * Long.BYTES, stream),
                "reading " + length + " longs");
        await();
        return values;
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
        CUfunction function = device.function(kernel);
        if (sharedBytes > PLAIN_SHARED_BYTES) {
            device.check(
                    KernelModule.allowSharedBytes(function, sharedBytes),
                    kernel.name() + ": asking for " + sharedBytes + " bytes of shared memory");
        }
        KernelArguments values = arguments.now();
        Pointer parameters = pointers(values.packed(kernel));
        int result =
                JCudaDriver.cuLaunchKernel(function, grid, 1, 1, block, 1, 1, sharedBytes, stream, parameters, null);
        device.check(result, describe(kernel, grid, block, sharedBytes, values));
        lastLaunch = kernel.name();
    }

    /**
     * Launches a kernel whose blocks go on to further items until none is left, in stream order. It gets as many blocks
     * as {@code items} need, but at most {@link #mostBlocks}.
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

    /**
     * Launches a kernel whose blocks wait for one another, in stream order: one block on each multiprocessor, so that
     * all of them run at the same time.
     *
     * @param block the number of threads in a block
     */
    public void launchCooperative(KernelSignature kernel, int block, KernelArguments arguments) {
        CUfunction function = device.function(kernel);
        int grid = device.info().multiprocessors();
        KernelArguments values = arguments.now();
        Pointer parameters = pointers(values.packed(kernel));
        int result = JCudaDriver.cuLaunchCooperativeKernel(function, grid, 1, 1, block, 1, 1, 0, stream, parameters);
        device.check(result, describe(kernel, grid, block, 0, values));
        lastLaunch = kernel.name();
    }

    private static Pointer pointers(byte[][] arguments) {
        return Pointer.to(Arrays.stream(arguments).map(Pointer::to).toArray(NativePointerObject[]::new));
    }

    private String describe(KernelSignature kernel, int grid, int block, int sharedBytes, KernelArguments arguments) {
        return "launching " + kernel.name() + "<<<" + grid + ", " + block + ", " + sharedBytes + ">>>" + arguments
                + " with " + Bytes.toText(reservedBytes - usedBytes) + " free";
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
        CUfunction function = device.function(kernel);
        if (sharedBytes > PLAIN_SHARED_BYTES) {
            device.check(KernelModule.allowSharedBytes(function, sharedBytes), "asking for shared memory");
        }
        int[] blocks = new int[1];
        device.check(
                JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block, sharedBytes),
                "asking for the occupancy of " + kernel.name());
        return Math.max(1, blocks[0]) * device.info().multiprocessors();
    }

    /** Runs {@code launches} and waits for their work; returns the milliseconds that the device took for it. */
    public double time(Runnable launches) {
        CUevent start = event();
        CUevent end = event();
        try {
            device.check(JCudaDriver.cuEventRecord(start, stream), "recording an event");
            launches.run();
            device.check(JCudaDriver.cuEventRecord(end, stream), "recording an event");
            await();
            float[] millis = new float[1];
            device.check(JCudaDriver.cuEventElapsedTime(millis, start, end), "reading a time");
            return millis[0];
        } finally {
            JCudaDriver.cuEventDestroy(start);
            JCudaDriver.cuEventDestroy(end);
        }
    }

    /** Opens a second stream, over which running kernels get signals. It must exist before they run. */
    private void openSignals() {
        if (signals == null) {
            CUstream created = new CUstream();
            device.check(
                    JCudaDriver.cuStreamCreate(created, CUstream_flags.CU_STREAM_NON_BLOCKING), "creating a stream");
            signals = created;
            signal = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
        }
    }

    private CUevent event() {
        CUevent event = new CUevent();
        device.check(JCudaDriver.cuEventCreate(event, 0), "creating an event");
        return event;
    }

    /**
     * Makes a 32-bit word that is 0 and becomes 1 when the call is cancelled while {@link #await} waits. A kernel that
     * may run for a second takes it as an argument and ends early once it is not 0. What such a kernel wrote is of no
     * use, so a check of the cancellation must follow. Called once in a session.
     *
     * @param kernels the kernels that take the word, and those that are launched while such a kernel runs. They are
     *     loaded now: a driver that loads a kernel may wait for running ones, and the thread that launches it could not
     *     set the word meanwhile
     */
    public DeviceArray stopWord(List<KernelSignature> kernels) {
        kernels.forEach(device::function);
        openSignals();
        DeviceArray word = zeroedInts(1);
        // The word must be 0 before anybody sets it.
        await();
        stopWord = word;
        return word;
    }

    private void stopWhenCancelled() {
        if (stopWord != null && !stopped && workers.cancellation().requested()) {
            stopped = true;
            signal.putInt(0, 1);
            device.check(
                    JCudaDriver.cuMemcpyHtoDAsync(stopWord.pointer(), Pointer.to(signal), Integer.BYTES, signals),
                    "stopping kernels");
            device.check(JCudaDriver.cuStreamSynchronize(signals), "stopping kernels");
        }
    }

    /**
     * Waits for all work of this session and publishes progress meanwhile. A running kernel can be stopped only if it
     * has the {@link #stopWord}, so other work is launched in pieces of well under a second, with a check of the
     * cancellation between them.
     */
    public void await() {
        int spins = 0;
        int result = JCudaDriver.cuStreamQuery(stream);
        while (result == CUresult.CUDA_ERROR_NOT_READY) {
            if (++spins > SPINS) {
                workers.progress().publish();
                stopWhenCancelled();
                LockSupport.parkNanos(PAUSE_NANOS);
            } else {
                Thread.onSpinWait();
            }
            result = JCudaDriver.cuStreamQuery(stream);
        }
        device.check(result, "waiting for the device (last launched: " + lastLaunch + ")");
    }

    @Override
    public void close() {
        // Nothing may be freed under a running kernel.
        JCudaDriver.cuStreamSynchronize(stream);
        JCudaDriver.cuStreamDestroy(stream);
        if (signals != null) {
            JCudaDriver.cuStreamSynchronize(signals);
            JCudaDriver.cuStreamDestroy(signals);
        }
        arrays.forEach(device::free);
        arrays.clear();
        if (copy != null) {
            device.copies().leave(copy);
        }
        device.sessionClosed();
        device.release(reservedBytes);
    }
}
