package dev.motif.gpu;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel as Java calls it: the name in the .cu file and its parameters in their order. The build
 * writes the parameters of all kernels from the .cu files into resources, which {@link #of} reads.
 *
 * @param module the name of the .cu file without its ending
 * @param name the kernel's name, {@code <algorithm>_<result>_per_<owner>}
 * @param parameters the parameters of the kernel; each field of a struct counts as one
 */
public record KernelSignature(String module, String name, List<Parameter> parameters) {
    public enum Type {
        /** A device address: 64 bits. */
        POINTER,
        /** 32 bits. */
        INT,
        /** 64 bits. */
        LONG;

        int bytes() {
            return this == INT ? Integer.BYTES : Long.BYTES;
        }
    }

    /**
     * A parameter of a kernel, or a field of a parameter that is a struct.
     *
     * @param argument the position of the parameter, or of the struct, among the kernel's arguments, from 0
     * @param offset where a field begins in its struct, in bytes; 0 for a parameter that is no struct
     * @param name unique in its kernel
     */
    public record Parameter(int argument, int offset, Type type, String name) {
        private static Parameter parse(String line) {
            String[] words = line.strip().split(" ");
            return new Parameter(
                    Integer.parseInt(words[0]), Integer.parseInt(words[1]), Type.valueOf(words[2]), words[3]);
        }
    }

    public KernelSignature {
        parameters = List.copyOf(parameters);
    }

    /**
     * Reads the signature of a kernel.
     *
     * @throws IllegalArgumentException when there is no such module, or it has no kernel of this name
     */
    public static KernelSignature of(String module, String name) {
        return ofModule(module).stream()
                .filter(kernel -> kernel.name.equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("no kernel " + name + " in " + module));
    }

    /** All kernels of a module, in the order of its parameter file. */
    static List<KernelSignature> ofModule(String module) {
        List<KernelSignature> kernels = new ArrayList<>();
        List<Parameter> parameters = new ArrayList<>();
        String name = null;
        for (String line : lines("/dev/motif/kernels/" + module + ".parameters")) {
            if (line.startsWith(" ")) {
                parameters.add(Parameter.parse(line));
            } else {
                addKernel(module, name, parameters, kernels);
                name = line;
                parameters.clear();
            }
        }
        addKernel(module, name, parameters, kernels);
        return kernels;
    }

    private static void addKernel(
            String module, String name, List<Parameter> parameters, List<KernelSignature> kernels) {
        if (name != null) {
            kernels.add(new KernelSignature(module, name, parameters));
        }
    }

    private static List<String> lines(String resource) {
        try (InputStream in = KernelSignature.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("no kernels in " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number of arguments that a launch hands to the driver; a struct counts once. */
    int argumentCount() {
        return parameters.isEmpty() ? 0 : parameters.get(parameters.size() - 1).argument() + 1;
    }

    /** The size of an argument in bytes; the size of a struct is a multiple of the size of its largest field. */
    int argumentBytes(int argument) {
        int end = 0;
        int largest = 1;
        for (Parameter parameter : parameters) {
            if (parameter.argument() == argument) {
                end = parameter.offset() + parameter.type().bytes();
                largest = Math.max(largest, parameter.type().bytes());
            }
        }
        return (end + largest - 1) / largest * largest;
    }
}
