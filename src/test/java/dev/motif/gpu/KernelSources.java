package dev.motif.gpu;

import dev.motif.gpu.KernelSignature.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the kernels' parameters out of the .cu files and the kept PTX. */
final class KernelSources {
    private static final Path CUDA = Path.of("cuda");
    private static final Pattern DEFINE = Pattern.compile("#define (\\w+_PARAMETERS) (.*)");
    private static final Pattern KERNEL =
            Pattern.compile("extern \"C\" __global__ void(?: __launch_bounds__\\([^)]*\\))?\\s+(\\w+)\\(([^)]*)\\)");
    private static final Pattern ENTRY = Pattern.compile("\\.entry (\\w+)\\(([^)]*)\\)");
    private static final Pattern PTX_PARAMETER = Pattern.compile("\\.param \\.(?:u|b)(32|64)");

    private KernelSources() {}

    /** All kernels of the .cu files: the name and the types of the parameters. */
    static Map<String, List<Type>> ofCuda() throws IOException {
        Map<String, List<Type>> kernels = new HashMap<>();
        String headers = headers();
        try (Stream<Path> files = Files.walk(CUDA)) {
            for (Path file : files.filter(each -> each.toString().matches("cuda/(?!check/).+\\.cuh?"))
                    .toList()) {
                Matcher kernel = KERNEL.matcher(expandMacros(Files.readString(file), headers));
                while (kernel.find()) {
                    kernels.put(kernel.group(1), parameters(kernel.group(2)));
                }
            }
        }
        return kernels;
    }

    private static String headers() throws IOException {
        StringBuilder headers = new StringBuilder();
        try (Stream<Path> files = Files.walk(CUDA)) {
            for (Path file : files.filter(each -> each.toString().matches("cuda/(?!check/).+\\.cuh"))
                    .toList()) {
                headers.append(Files.readString(file));
            }
        }
        return headers.toString();
    }

    /** Lists of parameters that kernels share may be defined in their own file or in a header. */
    private static String expandMacros(String source, String headers) {
        String expanded = joinLines(source);
        Matcher define = DEFINE.matcher(joinLines(headers) + expanded);
        while (define.find()) {
            expanded = expanded.replaceAll(
                    "\\b" + define.group(1) + "\\b",
                    Matcher.quoteReplacement(define.group(2).strip()));
        }
        return expanded;
    }

    private static String joinLines(String source) {
        return source.replaceAll("\\s*\\\\\n\\s*", " ");
    }

    /** A declaration such as {@code const u32 *a, *b} continues the type of the one before. */
    private static List<Type> parameters(String list) {
        List<Type> types = new ArrayList<>();
        for (String parameter : list.replaceAll("__restrict__", " ").split(",")) {
            String text = parameter.strip();
            if (text.isEmpty()) {
                continue;
            }
            if (text.contains("*")) {
                types.add(Type.POINTER);
            } else if (text.startsWith("u64") || text.startsWith("const u64")) {
                types.add(Type.LONG);
            } else if (text.startsWith("u32") || text.startsWith("const u32") || text.startsWith("int")) {
                types.add(Type.INT);
            } else {
                throw new AssertionError("unknown parameter type: " + text);
            }
        }
        return types;
    }

    /** All kernels of a PTX file: the name and the bits of the parameters. */
    static Map<String, List<Integer>> ofPtx(Path file) throws IOException {
        Map<String, List<Integer>> kernels = new HashMap<>();
        Matcher entry = ENTRY.matcher(Files.readString(file));
        while (entry.find()) {
            List<Integer> bits = new ArrayList<>();
            Matcher parameter = PTX_PARAMETER.matcher(entry.group(2));
            while (parameter.find()) {
                bits.add(Integer.valueOf(parameter.group(1)));
            }
            kernels.put(entry.group(1), bits);
        }
        return kernels;
    }
}
