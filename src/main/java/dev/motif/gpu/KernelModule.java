package dev.motif.gpu;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/** The kernels of one .cu file, loaded into a device's context. */
final class KernelModule {
    /**
     * The endings of a module's files in the order in which they are tried: machine code for certain GPUs, then PTX,
     * which the driver compiles for any GPU since Turing.
     */
    private static final List<String> ENDINGS = List.of(".fatbin", ".ptx");

    private final CUmodule module;
    private final Map<String, CUfunction> functions = new HashMap<>();

    private KernelModule(CUmodule module) {
        this.module = module;
    }

    /**
     * Loads the kernels of one .cu file into the current context.
     *
     * @param name the .cu file without its ending
     * @throws GpuException when the jar has no kernels of this name that the device can run
     */
    static KernelModule load(String name, GpuInfo device) {
        String failure = "the jar has none";
        for (String ending : ENDINGS) {
            byte[] image = read("/dev/motif/kernels/" + name + ending);
            if (image != null) {
                CUmodule module = new CUmodule();
                int result = JCudaDriver.cuModuleLoadData(module, image);
                if (result == 0) {
                    return new KernelModule(module);
                }
                failure = Cuda.name(result);
            }
        }
        throw new GpuException("no kernels of " + name + " for " + device.name() + " (compute capability "
                + device.computeCapability() + "): " + failure);
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

    CUfunction function(KernelSignature kernel) {
        return functions.computeIfAbsent(kernel.name(), name -> {
            CUfunction function = new CUfunction();
            Cuda.check(
                    JCudaDriver.cuModuleGetFunction(function, module, name),
                    "looking for kernel " + name + " in " + kernel.module());
            return function;
        });
    }

    /**
     * Lets {@code function} use {@code bytes} of dynamic shared memory for each block. Returns the driver's result
     * code.
     */
    static int allowSharedBytes(CUfunction function, int bytes) {
        return JCudaDriver.cuFuncSetAttribute(
                function, CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
    }
}
