package dev.motif.gpu;

import dev.motif.backend.GpuSelection;
import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.LongBinaryOperator;
import java.util.function.Supplier;
import jcuda.driver.CUresult;

/** Gives tests of other packages access to devices and their limits. */
public final class TestDevices {
    private TestDevices() {}

    /** A device with the size of an H200 and this limit, for plans and estimates; what touches the device fails. */
    public static GpuDevice planned(long limitBytes) {
        return planned(0, limitBytes);
    }

    /** A device of a given size, with a number for the driver. */
    public static GpuDevice planned(int ordinal, long limitBytes) {
        return new GpuDevice(
                null, new GpuInfo(ordinal, "planned device", 9, 0, 132, 232_448, 150_000_000_000L, 13000), limitBytes);
    }

    /** Makes {@code device} one that was lost, and returns the error that says so. */
    public static GpuException lose(GpuDevice device) {
        try {
            device.check(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, "a test");
        } catch (GpuException e) {
            return e;
        }
        throw new AssertionError("the device was not lost");
    }

    /** Runs {@code work}, in which {@code device} is lost as it launches a kernel whose name begins with {@code kernel}. */
    public static void losing(GpuDevice device, String kernel, Runnable work) {
        losing(device, kernel, (session, launched, arguments) -> {}, work);
    }

    /** Loses the device, with {@code before} run before each launch on it. */
    public static void losing(GpuDevice device, String kernel, LaunchChange before, Runnable work) {
        LaunchChange change = (session, launched, arguments) -> {
            before.before(session, launched, arguments);
            if (launched.startsWith(kernel)) {
                throw lose(device);
            }
        };
        try {
            withLaunches(device, change, () -> {
                work.run();
                return null;
            });
        } finally {
            device.find();
        }
    }

    /**
     * Runs {@code work} while the driver answers with an error who reads memory of {@code device} or asks for it, as after
     * work that has failed unnoticed.
     */
    public static void failingUnnoticed(GpuDevice device, Runnable work) {
        device.failUnnoticed(CUresult.CUDA_ERROR_LAUNCH_FAILED);
        try {
            work.run();
        } finally {
            device.find();
        }
    }

    /** Runs {@code work} while only this many bytes of {@code device} may be reserved. */
    public static void withLimit(GpuDevice device, long limitBytes, Runnable work) {
        withLimit(device, limitBytes, () -> {
            work.run();
            return null;
        });
    }

    /** Runs {@code work} while only this many bytes of {@code device} may be reserved, and returns its result. */
    public static <T> T withLimit(GpuDevice device, long limitBytes, Supplier<T> work) {
        long before = device.limitBytes();
        device.limitTo(limitBytes);
        try {
            return work.get();
        } finally {
            device.limitTo(before);
        }
    }

    /** Runs {@code work} and returns the names of the kernels that {@code device} launches meanwhile. */
    public static List<String> launches(GpuDevice device, Runnable work) {
        List<String> kernels = new CopyOnWriteArrayList<>();
        device.changeLaunches((session, kernel, arguments) -> kernels.add(kernel));
        try {
            work.run();
        } finally {
            device.changeLaunches(null);
        }
        return kernels;
    }

    /** Runs {@code work} while launches of searches take about {@code nanos} at most, and returns its result. */
    public static <T> T withSlices(GpuDevice device, long nanos, Supplier<T> work) {
        device.limitSlices(nanos);
        try {
            return work.get();
        } finally {
            device.limitSlices(Long.MAX_VALUE);
        }
    }

    /** The devices of this host, the only one twice. */
    public static List<GpuDevice> several() {
        List<GpuDevice> devices = Gpus.ofThisHost().devices();
        return devices.size() > 1 ? devices : List.of(devices.get(0), devices.get(0));
    }

    /**
     * Runs {@code work} while launches on {@code device} end after {@code nanos}, and arguments of these names are at most as
     * large as these values.
     */
    public static <T> T withSmallLaunches(GpuDevice device, long nanos, Map<String, Long> most, Supplier<T> work) {
        LaunchChange change = (session, kernel, arguments) -> most.forEach((name, value) -> arguments.computeIfPresent(
                name,
                (same, before) -> before instanceof Integer slots
                        ? (Object) (int) Math.min(value, slots)
                        : (Object) Math.min(value, (Long) before)));
        return withLaunches(device, change, () -> withSlices(device, nanos, work));
    }

    /** Runs before each launch: it may replace arguments, and write to arrays among them. */
    @FunctionalInterface
    public interface LaunchChange {
        void before(GpuSession session, String kernel, Map<String, Object> arguments);
    }

    /** Runs {@code work} with {@code change} before each launch of a kernel on {@code device}, and returns its result. */
    public static <T> T withLaunches(GpuDevice device, LaunchChange change, Supplier<T> work) {
        device.changeLaunches(change::before);
        try {
            return work.get();
        } finally {
            device.changeLaunches(null);
        }
    }

    /** Changes the first {@code count} 64-bit words of a device array: each of them becomes what {@code change} makes of it. */
    public static void changeWords(GpuSession session, Object array, int count, LongBinaryOperator change) {
        DeviceArray target = (DeviceArray) array;
        long[] words = session.readLongs(target, count);
        try (OffHeapLongs changed = new NativeMemory(Long.BYTES * (count + 1L)).longs(count)) {
            for (int i = 0; i < count; i++) {
                changed.set(i, change.applyAsLong(i, words[i]));
            }
            session.upload(changed.address(), changed.bytes(), target);
        }
    }

    /** The smallest limit of {@code device}, in bytes, with which {@code enough} is true. */
    public static long leastLimit(GpuDevice device, BooleanSupplier enough) {
        long[] limits = {0, device.limitBytes()};
        while (limits[1] - limits[0] > 1) {
            long middle = (limits[0] + limits[1]) / 2;
            withLimit(device, middle, () -> limits[enough.getAsBoolean() ? 1 : 0] = middle);
        }
        return limits[1];
    }

    /** The most bytes of {@code device} that were reserved at once. */
    public static long peakReservedBytes(GpuDevice device) {
        return device.peakReservedBytes();
    }

    /** For a call that uses this device alone, whatever others there are. */
    public static GpuSelection only(GpuDevice device) {
        return new GpuSelection(1, List.of(device.info().ordinal()));
    }

    /** Frees the copies of graphs that no call uses. */
    public static void evict(GpuDevice device) {
        device.copies().evict(Long.MAX_VALUE);
    }
}
