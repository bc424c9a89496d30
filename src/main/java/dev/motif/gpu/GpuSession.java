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
 * What one call does on a device: its memory, its stream, its launches. Everything that it allocated is freed by {@link
 * #close}, whatever happened. Used by the thread that opened it.
 */
public final class GpuSession implements AutoCloseable {
    private static final int BLOCKS_PER_MULTIPROCESSOR = 16;
    private static final int SPINS = 2_000;
    private static final long PAUSE_NANOS = 50_000;

    /** A kernel that asks for more, beside what it declares itself, has to be allowed to. */
    private static final int PLAIN_SHARED_BYTES = 16 << 10;

    private final GpuDevice device;
    private final Workers workers;
    private final CUstream stream = new CUstream();
    private final List<DeviceArray> arrays = new ArrayList<>();
    private long reservedBytes;
    private long usedBytes;
    private DeviceCopy copy;
    private CUstream signals;

    /** What goes over {@link #signals}. Off the heap: JCuda holds the garbage collector up while it copies an array. */
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
     * How many nanoseconds a launch of a search may go on: as an argument of {@link #launch}, which asks each time. The search
     * goes on in the next one.
     */
    public LongSupplier slice() {
        return device::sliceNanos;
    }

    /** A new array of undefined content, at least 1 byte. */
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

    public DeviceArray ints(long length) {
        return bytes(Math.multiplyExact(length, Integer.BYTES));
    }

    public DeviceArray longs(long length) {
        return bytes(Math.multiplyExact(length, Long.BYTES));
    }

    public DeviceArray zeroedInts(long length) {
        DeviceArray array = ints(length);
        clear(array);
        return array;
    }

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

    /** Sets all bytes to 0, in stream order. */
    public void clear(DeviceArray array) {
        device.check(
                JCudaDriver.cuMemsetD8Async(array.pointer(), (byte) 0, array.bytes(), stream),
                "clearing " + Bytes.toText(array.bytes()));
    }

    /** Frees an array before the session ends. Work that uses it must have ended. */
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

    /** Makes {@code kept} the copy of a graph, which stays on the device when the session ends. */
    public DeviceCopy keepCopy(DeviceCopies.Key key, List<DeviceArray> kept) {
        arrays.removeAll(kept);
        copy = device.copies().add(key, kept);
        reservedBytes -= copy.bytes();
        usedBytes -= copy.bytes();
        return copy;
    }

    /** Copies {@code bytes} from off-heap memory at {@code address} to the device. Has ended when it returns. */
    public void upload(long address, long bytes, DeviceArray target) {
        checkFits(bytes, target);
        device.pinned().upload(address, bytes, target.pointer(), stream, workers);
    }

    /** Copies {@code bytes} from the device to off-heap memory at {@code address}. Has ended when it returns. */
    public void download(DeviceArray source, long address, long bytes) {
        checkFits(bytes, source);
        await();
        device.pinned().download(source.pointer(), address, bytes, stream, workers);
    }

    /** Copies counts, given as their low and their high words. Has ended when it returns. */
    public void download(DeviceArray low, DeviceArray high, OffHeapSums counts) {
        download(low, counts.low().address(), counts.low().bytes());
        download(high, counts.high().address(), counts.high().bytes());
    }

    /** Reads a small array. Waits for the work before it. */
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
     * @param block threads a block
     * @param sharedBytes dynamic shared memory a block
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
     * Launches a kernel whose blocks go on to further items, in stream order: with as many blocks as {@code items} need, but
     * no more than {@link #mostBlocks}.
     *
     * @param perBlock items that a block takes at once
     */
    public void launchOver(KernelSignature kernel, long items, int perBlock, int block, Object... arguments) {
        launchOver(kernel, items, perBlock, block, KernelArguments.inOrder(kernel, arguments));
    }

    /** Launches a kernel whose blocks go on to further items, with arguments by name, in stream order. */
    public void launchOver(KernelSignature kernel, long items, int perBlock, int block, KernelArguments arguments) {
        launch(kernel, blocks(items, perBlock, mostBlocks()), block, 0, arguments);
    }

    /**
     * Launches a kernel whose blocks wait for one another, in stream order: a block a multiprocessor, all of which run at
     * once.
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

    /** Blocks enough for every multiprocessor, for kernels whose blocks go on to further items. */
    public int mostBlocks() {
        return BLOCKS_PER_MULTIPROCESSOR * device.info().multiprocessors();
    }

    /** As many blocks as {@code items} need, 1 or more, at most {@code most}. */
    public int blocks(long items, int perBlock, int most) {
        return (int) Math.max(1, Math.min((items + perBlock - 1) / perBlock, most));
    }

    /** How many blocks of a kernel the device runs at once. */
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

    /** Runs {@code launches} and waits; returns the milliseconds that the device took. */
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

    /** The stream beside that of the kernels, made before they run. */
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
     * A word that is 0 until the call is cancelled while {@link #await} waits. A kernel that may run for a second takes it
     * and ends early once it is set; what it wrote is of no use then, so a check of the cancellation must follow. Called
     * once a session.
     *
     * @param kernels those that take it, or are launched while one runs that does. They are loaded now: a driver that loads
     *     a kernel may wait for those that run, and whoever launches it would not set the word meanwhile
     */
    public DeviceArray stopWord(List<KernelSignature> kernels) {
        kernels.forEach(device::function);
        openSignals();
        DeviceArray word = zeroedInts(1);
        // It must be 0 before anybody sets it.
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
     * Waits for all work of this session; publishes progress meanwhile. A kernel that runs cannot be stopped unless it has
     * the {@link #stopWord}, so other work is launched in pieces of well under a second, with a check of the cancellation
     * between them.
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
