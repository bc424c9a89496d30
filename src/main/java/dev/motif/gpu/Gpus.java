package dev.motif.gpu;

import dev.motif.gpu.driver.Cuda;
import dev.motif.gpu.driver.NativeLibrary;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.parallel.Workers;
import dev.motif.process.Task;
import dev.motif.process.WorkerProcess;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jcuda.driver.CUdevice;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * The GPUs of this host.
 *
 * <p>Native code is loaded only when a caller asks for GPUs and the host shows signs of an NVIDIA driver; a host
 * without one never loads any. Whatever is missing becomes a {@link #reason()}, never a crash. Thread-safe.
 */
public final class Gpus {
    /** The JVM option that keeps Motif from touching a GPU: {@code -Dmotif.gpu=off}. */
    public static final String SWITCH_PROPERTY = "motif.gpu";

    /** The JVM option that sets how many bytes of each device may be used. */
    public static final String MEMORY_PROPERTY = "motif.gpu.memory";

    /**
     * The JVM option that keeps the devices in a process of their own: {@code -Dmotif.gpu.isolation=process}. Then this
     * one loads no native code, and a device that is lost for a process comes back with the next one.
     */
    public static final String ISOLATION_PROPERTY = "motif.gpu.isolation";

    /**
     * For tests on a host with one GPU: {@code -Dmotif.gpu.split=3} makes three devices of each, which share its memory and
     * its processors.
     */
    static final String SPLIT_PROPERTY = "motif.gpu.split";

    private static final long LEAST_HEAP_BYTES = 256L << 20;
    private static final int PART_OF_HEAP = 4;

    /**
     * The oldest usable driver: the driver of CUDA 11.0. It has every function that is called here, all of them of CUDA
     * 9.0 or older, and takes the kernels' PTX; JCuda binds the functions that nobody calls never.
     */
    private static final int NEEDED_CUDA_VERSION = 11000;

    private static final String NEEDED_DRIVER = "450";

    /** The bytes of each device that are left to the driver and to other programs. */
    private static final long HEADROOM_BYTES = 512L << 20;

    private static final int MIN_COMPUTE_MAJOR = 7;
    private static final int MIN_COMPUTE_MINOR = 5;
    private static final List<Path> DRIVER_SIGNS =
            List.of(Path.of("/proc/driver/nvidia/version"), Path.of("/dev/nvidiactl"), Path.of("/dev/dxg"));

    /**
     * The nanoseconds for which a process that found no device is not asked again: its answer may take long, and others
     * wait for it.
     */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static Gpus found;

    /** The devices of {@link #process}, of which this process knows what they are, and with which it does nothing. */
    private static volatile Gpus foundByProcess;

    private static long askedNanos;

    /**
     * Why a class could not be loaded, or null. It is kept because such a class cannot be loaded later either, and the
     * JVM tells the reason only the first time.
     */
    private static String unloadable;

    private final List<GpuDevice> devices;
    private final String reason;

    private static final class Holder {
        static final WorkerProcess PROCESS = new WorkerProcess(
                Math.max(LEAST_HEAP_BYTES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP), offHeapBytesOfProcess());
    }

    /** A limit that was set is for each of the two processes; of the default, which is for one, the other gets half. */
    private static long offHeapBytesOfProcess() {
        long limit = NativeMemory.limitOfProcess();
        return System.getProperty(OffHeapMemoryException.LIMIT_PROPERTY) == null ? limit / 2 : limit;
    }

    /** The devices of {@link #process}, or why there are none. */
    private record Survey(List<GpuDevice.Usage> devices, String reason) implements Serializable {}

    private record Surveying() implements Task<Survey> {
        @Override
        public Survey run(Graph graph, NativeMemory memory, Workers workers) {
            Gpus gpus = ofThisHost();
            return new Survey(gpus.usage(), gpus.reason);
        }
    }

    private record CopiedBytes() implements Task<Long> {
        @Override
        public Long run(Graph graph, NativeMemory memory, Workers workers) {
            return graph == null ? 0 : copiedBytes(graph);
        }
    }

    private Gpus(List<GpuDevice> devices, String reason) {
        this.devices = List.copyOf(devices);
        this.reason = reason;
    }

    /** Why nothing can be read while devices find it, or null when it can. */
    public static String streamingObstacle() {
        return areIsolated()
                ? "the process of -D" + ISOLATION_PROPERTY
                        + "=process gives only results that are complete, and nothing while it is found"
                : null;
    }

    /** Whether another process holds the devices, as {@link #ISOLATION_PROPERTY} asks for. */
    public static boolean areIsolated() {
        return "process".equalsIgnoreCase(System.getProperty(ISOLATION_PROPERTY)) && !WorkerProcess.isHere();
    }

    /** The process that holds the devices when they are isolated; it is started with its first task. */
    public static WorkerProcess process() {
        return Holder.PROCESS;
    }

    private static Survey survey() {
        return process().ask(new Surveying());
    }

    /** The GPUs of this host. Once a usable one has been found it is remembered; until then each call looks again. */
    public static synchronized Gpus ofThisHost() {
        if ("off".equalsIgnoreCase(System.getProperty(SWITCH_PROPERTY))) {
            return none("switched off by -D" + SWITCH_PROPERTY + "=off");
        }
        if (areIsolated()) {
            boolean looksAgain = foundByProcess == null
                    || foundByProcess.devices.isEmpty() && System.nanoTime() - askedNanos > PAUSE_NANOS;
            if (looksAgain) {
                foundByProcess = askProcess();
                askedNanos = System.nanoTime();
            }
            return foundByProcess;
        }
        if (found == null || found.devices.isEmpty()) {
            found = look();
        }
        return found;
    }

    /** How each device is used now, in the driver's order. */
    public List<GpuDevice.Usage> usage() {
        return areIsolated() && !devices.isEmpty()
                ? survey().devices().stream().map(this::withReason).toList()
                : devices.stream().map(GpuDevice::usage).toList();
    }

    private GpuDevice.Usage withReason(GpuDevice.Usage there) {
        return devices.stream()
                .filter(device -> device.info().ordinal() == there.info().ordinal())
                .map(device -> there.withReason(device.unusableReason()))
                .findFirst()
                .orElse(there);
    }

    /** Says that the process has lost the device with this number for the driver, and was ended. */
    public static void lostByProcess(int ordinal) {
        Gpus gpus = foundByProcess;
        if (gpus != null) {
            gpus.devices.stream()
                    .filter(device -> device.info().ordinal() == ordinal)
                    .forEach(GpuDevice::lostByProcess);
        }
    }

    /**
     * The bytes of device memory that the copies of {@code graph} take on all devices together. Loads no native code.
     */
    public static long copiedBytes(Graph graph) {
        if (!areIsolated()) {
            return copiedBytesHere(graph);
        }
        Long bytes = process().askWhereCopied(new CopiedBytes(), graph);
        return bytes == null ? 0 : bytes;
    }

    private static synchronized long copiedBytesHere(Graph graph) {
        return found == null
                ? 0
                : found.devices.stream()
                        .mapToLong(device -> device.copies().bytesOf(graph))
                        .sum();
    }

    /** The devices that can be used, in the driver's order; empty when there is none. */
    public List<GpuDevice> devices() {
        return devices;
    }

    /** Why there is no device, or why some of the host's are not used; null when all are. */
    public String reason() {
        return reason;
    }

    private static Gpus none(String reason) {
        return new Gpus(List.of(), reason);
    }

    /**
     * The first thing that is missing before a driver can be asked: a sign of one, or kernels; null when both are
     * there.
     */
    public static String missing() {
        String kernels = KernelModule.missing();
        if (DRIVER_SIGNS.stream().anyMatch(Files::exists)) {
            return kernels;
        }
        String driver = "no NVIDIA driver on this host (none of "
                + String.join(", ", DRIVER_SIGNS.stream().map(Path::toString).toList())
                + " exists)";
        return kernels == null ? driver : driver + "; " + kernels;
    }

    private static Gpus askProcess() {
        if (missing() != null) {
            return none(missing());
        }
        try {
            Survey survey = survey();
            return new Gpus(
                    survey.devices().stream()
                            .map(device -> new GpuDevice(null, device.info(), device.limitBytes()))
                            .toList(),
                    survey.reason());
        } catch (RuntimeException e) {
            return none(e.getMessage());
        }
    }

    private static Gpus look() {
        if (missing() != null) {
            return none(missing());
        }
        if (unloadable != null) {
            return none(unloadable);
        }
        try {
            JCudaDriver.setExceptionsEnabled(false);
            return askDriver();
        } catch (LinkageError e) {
            unloadable = NativeLibrary.reasonOf(e);
            return none(unloadable);
        } catch (RuntimeException e) {
            return none(e.getMessage());
        }
    }

    private static Gpus askDriver() {
        int result = JCudaDriver.cuInit(0);
        if (result != CUresult.CUDA_SUCCESS) {
            return none("the NVIDIA driver does not start: " + Cuda.name(result));
        }
        int[] version = new int[1];
        Cuda.check(JCudaDriver.cuDriverGetVersion(version), "reading the driver's version");
        if (version[0] < NEEDED_CUDA_VERSION) {
            return none("the NVIDIA driver supports CUDA " + Cuda.versionText(version[0]) + ", but CUDA "
                    + Cuda.versionText(NEEDED_CUDA_VERSION) + " is needed: install driver " + NEEDED_DRIVER
                    + " or newer");
        }
        int[] count = new int[1];
        Cuda.check(JCudaDriver.cuDeviceGetCount(count), "counting the devices");
        List<GpuDevice> usable = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        for (int ordinal = 0; ordinal < count[0]; ordinal++) {
            CUdevice device = new CUdevice();
            Cuda.check(JCudaDriver.cuDeviceGet(device, ordinal), "opening device " + ordinal);
            GpuInfo info = GpuInfo.of(device, ordinal, version[0]);
            if (info.isAtLeast(MIN_COMPUTE_MAJOR, MIN_COMPUTE_MINOR)) {
                int parts = Integer.getInteger(SPLIT_PROPERTY, 1);
                for (int part = 0; part < parts; part++) {
                    usable.add(
                            new GpuDevice(device, info.withOrdinal(ordinal * parts + part), memoryLimit(info) / parts));
                }
            } else {
                reasons.add(info.name() + " has compute capability " + info.computeCapability()
                        + ", but 7.5 (Turing) or newer is needed");
            }
        }
        if (count[0] == 0) {
            reasons.add("the NVIDIA driver shows no device");
        }
        for (GpuDevice device : usable) {
            device.setPeers(usable.stream()
                    .filter(other -> other != device
                            && other.info().name().equals(device.info().name()))
                    .toList());
        }
        return new Gpus(usable, reasons.isEmpty() ? null : String.join("; ", reasons));
    }

    /** The bytes that may be used: the memory of the device less some headroom, or the JVM option when that is less. */
    private static long memoryLimit(GpuInfo info) {
        long most = Math.max(1, info.totalBytes() - HEADROOM_BYTES);
        String option = System.getProperty(MEMORY_PROPERTY);
        return option == null ? most : Math.min(most, Bytes.parse(MEMORY_PROPERTY, option));
    }
}
