package dev.motif.gpu;

import dev.motif.gpu.driver.Cuda;
import dev.motif.gpu.driver.GpuException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/** The kernels of one .cu file, loaded into a device's context. */
record KernelModule(CUmodule module, GpuDevice device) {
    /** The JVM option {@code -Dmotif.gpu.kernels=ptx}: takes PTX although there is machine code. */
    static final String FORM_PROPERTY = "motif.gpu.kernels";

    /** The ending of a module's machine code for certain GPUs, which is tried first. */
    private static final String MACHINE_CODE = ".fatbin";

    /** The ending of a module's PTX, which the driver compiles for any GPU since Turing. */
    private static final String PTX = ".ptx";

    private static final String FOLDER = "/dev/motif/kernels/";

    /**
     * Why there are no kernels to load; null when there are. All are built together, and each graph needs the kernels
     * of this name.
     */
    static String missing() {
        return KernelModule.class.getResource(FOLDER + "graph_prep" + PTX) != null
                ? null
                : "this jar has no kernels, since it was built without nvcc: build it where nvcc is, or take the jar of a "
                        + "release or the Docker image";
    }

    /**
     * Loads the kernels of one .cu file into the current context.
     *
     * @param name the .cu file without its ending
     * @throws GpuException when the jar has no kernels of this name that the device can run
     */
    static KernelModule load(String name, GpuDevice device) {
        String failure = "the jar has none";
        for (String ending : endings()) {
            byte[] image = read(FOLDER + name + ending);
            if (image != null) {
                CUmodule module = new CUmodule();
                int result = JCudaDriver.cuModuleLoadData(module, image);
                if (result == 0) {
                    return new KernelModule(module, device);
                }
                if (Cuda.isLost(result)) {
                    device.check(result, "loading kernels of " + name);
                }
                failure = Cuda.name(result);
            }
        }
        GpuInfo info = device.info();
        throw new GpuException("no kernels of " + name + " for " + info.name() + " (compute capability "
                + info.computeCapability() + ", driver for CUDA " + Cuda.versionText(info.cudaVersion()) + "): "
                + failure);
    }

    private static List<String> endings() {
        return "ptx".equalsIgnoreCase(System.getProperty(FORM_PROPERTY)) ? List.of(PTX) : List.of(MACHINE_CODE, PTX);
    }

    /**
     * The content of a resource, followed by a zero byte, which the driver needs at the end of text; null when there is
     * no such resource.
     */
    private static byte[] read(String resource) {
        try (InputStream in = KernelModule.class.getResourceAsStream(resource)) {
            if (in == null) {
                return null;
            }
            byte[] content = in.readAllBytes();
            return java.util.Arrays.copyOf(content, content.length + 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For tests. */
    void unload() {
        JCudaDriver.cuModuleUnload(module);
    }

    /**
     * Looks up a kernel, and lets its blocks have as much dynamic shared memory as the device has. A launch says what it
     * needs; the limit belongs to the function, which all calls share, so no call may change it afterwards.
     */
    CUfunction function(KernelSignature kernel) {
        CUfunction function = new CUfunction();
        device.check(
                JCudaDriver.cuModuleGetFunction(function, module, kernel.name()),
                "looking for kernel " + kernel.name() + " in " + kernel.module());
        int[] fixed = new int[1];
        device.check(
                JCudaDriver.cuFuncGetAttribute(
                        fixed, CUfunction_attribute.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function),
                "asking for the shared memory of " + kernel.name());
        device.check(
                JCudaDriver.cuFuncSetAttribute(
                        function,
                        CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                        device.info().sharedBytesPerBlock() - fixed[0]),
                "allowing " + kernel.name() + " to use shared memory");
        return function;
    }
}
