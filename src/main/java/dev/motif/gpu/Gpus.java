package dev.motif.gpu;

import dev.motif.graph.Bytes;
import dev.motif.graph.Graph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    /** The oldest usable driver: that of CUDA 13.0, which the kernels are built with. */
    private static final int NEEDED_CUDA_VERSION = 13000;

    /** The bytes of each device that are left to the driver and to other programs. */
    private static final long HEADROOM_BYTES = 512L << 20;

    private static final int MIN_COMPUTE_MAJOR = 7;
    private static final int MIN_COMPUTE_MINOR = 5;
    private static final List<Path> DRIVER_SIGNS =
            List.of(Path.of("/proc/driver/nvidia/version"), Path.of("/dev/nvidiactl"), Path.of("/dev/dxg"));

    private static Gpus found;

    /**
     * Why a class could not be loaded, or null. It is kept because such a class cannot be loaded later either, and the
     * JVM tells the reason only the first time.
     */
    private static String unloadable;

    private final List<GpuDevice> devices;
    private final String reason;

    private Gpus(List<GpuDevice> devices, String reason) {
        this.devices = List.copyOf(devices);
        this.reason = reason;
    }

    /** The GPUs of this host. Once a usable one has been found it is remembered; until then each call looks again. */
    public static synchronized Gpus ofThisHost() {
        if ("off".equalsIgnoreCase(System.getProperty(SWITCH_PROPERTY))) {
            return none("switched off by -D" + SWITCH_PROPERTY + "=off");
        }
        if (found == null || found.devices.isEmpty()) {
            found = look();
        }
        return found;
    }

    /**
     * The bytes of device memory that the copies of {@code graph} take on all devices together. Loads no native code.
     */
    public static synchronized long copiedBytes(Graph graph) {
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

    private static Gpus look() {
        if (DRIVER_SIGNS.stream().noneMatch(Files::exists)) {
            return none("no NVIDIA driver on this host (none of "
                    + String.join(
                            ", ", DRIVER_SIGNS.stream().map(Path::toString).toList())
                    + " exists)");
        }
        if (unloadable != null) {
            return none(unloadable);
        }
        try {
            JCudaDriver.setExceptionsEnabled(false);
            return askDriver();
        } catch (LinkageError e) {
            unloadable = "JCuda or the driver library libcuda.so.1 cannot be loaded: " + reasonOf(e);
            return none(unloadable);
        } catch (RuntimeException e) {
            return none(e.getMessage());
        }
    }

    private static Throwable reasonOf(LinkageError e) {
        return e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e;
    }

    private static Gpus askDriver() {
        int result = JCudaDriver.cuInit(0);
        if (result != CUresult.CUDA_SUCCESS) {
            return none("the NVIDIA driver does not start: " + Cuda.name(result));
        }
        int[] version = new int[1];
        Cuda.check(JCudaDriver.cuDriverGetVersion(version), "reading the driver's version");
        if (version[0] < NEEDED_CUDA_VERSION) {
            return none("the NVIDIA driver supports CUDA " + versionText(version[0]) + ", but CUDA "
                    + versionText(NEEDED_CUDA_VERSION) + " is needed: install driver 580 or newer");
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
                usable.add(new GpuDevice(device, info, memoryLimit(info)));
            } else {
                reasons.add(info.name() + " has compute capability " + info.computeCapability()
                        + ", but 7.5 (Turing) or newer is needed");
            }
        }
        if (count[0] == 0) {
            reasons.add("the NVIDIA driver shows no device");
        }
        return new Gpus(usable, reasons.isEmpty() ? null : String.join("; ", reasons));
    }

    /** The bytes that may be used: the memory of the device less some headroom, or the JVM option when that is less. */
    private static long memoryLimit(GpuInfo info) {
        long most = Math.max(1, info.totalBytes() - HEADROOM_BYTES);
        String option = System.getProperty(MEMORY_PROPERTY);
        return option == null ? most : Math.min(most, Bytes.parse(MEMORY_PROPERTY, option));
    }

    private static String versionText(int version) {
        return version / 1000 + "." + version % 1000 / 10;
    }
}
