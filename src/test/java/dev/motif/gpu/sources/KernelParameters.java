package dev.motif.gpu.sources;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the parameters of the kernels from the code of a .cu file. Parameters are u32, u64, pointers, and structs of
 * these, whose fields come before their functions. A list of parameters may be a macro whose name ends in PARAMETERS.
 */
final class KernelParameters {
    private static final Set<String> QUALIFIERS =
            Set.of("const", "volatile", "__restrict__", "__grid_constant__", "static", "struct");
    private static final Map<String, String> NUMBERS = Map.of("u32", "INT", "int", "INT", "u64", "LONG");

    private final Map<String, List<String>> macros = new HashMap<>();
    private final Map<String, List<String>> structs = new HashMap<>();
    private final SortedMap<String, List<String>> kernels = new TreeMap<>();

    private KernelParameters(List<SourceCode> codes) {
        codes.forEach(code -> readMacros(code.tokens()));
        codes.forEach(code -> readStructs(code.tokens()));
        codes.forEach(code -> readKernels(code.tokens()));
    }

    /**
     * The text that Java reads: for each kernel a line with its name, then a line for each of its parameters, with a
     * number of its argument, its offset in bytes in that, its type and its name.
     */
    static String of(List<SourceCode> codes) {
        StringBuilder text = new StringBuilder();
        new KernelParameters(codes).kernels.forEach((name, parameters) -> {
            text.append(name).append('\n');
            parameters.forEach(parameter -> text.append("  ").append(parameter).append('\n'));
        });
        return text.toString();
    }

    private void readMacros(List<String> tokens) {
        for (int i = 0; i + 2 < tokens.size(); i++) {
            if (tokens.get(i).equals("define") && tokens.get(i + 1).endsWith("PARAMETERS")) {
                int end = i + tokens.subList(i, tokens.size()).indexOf(SourceCode.END_OF_LINE);
                macros.put(tokens.get(i + 1), tokens.subList(i + 2, end));
            }
        }
    }

    private void readStructs(List<String> tokens) {
        for (int i = 0; i + 2 < tokens.size(); i++) {
            if (tokens.get(i).equals("struct") && tokens.get(i + 2).equals("{")) {
                structs.put(tokens.get(i + 1), tokens.subList(i + 3, tokens.size()));
            }
        }
    }

    private void readKernels(List<String> tokens) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).equals("__global__")) {
                int at = i + 2;
                if (tokens.get(at).equals("__launch_bounds__")) {
                    at = closing(tokens, at + 1) + 1;
                }
                String name = tokens.get(at);
                kernels.put(name, parameters(name, tokens.subList(at + 2, closing(tokens, at + 1))));
            }
        }
    }

    private static int closing(List<String> tokens, int opening) {
        int depth = 0;
        for (int i = opening; ; i++) {
            depth += tokens.get(i).equals("(") ? 1 : tokens.get(i).equals(")") ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
    }

    private List<String> parameters(String kernel, List<String> declared) {
        List<String> tokens = new ArrayList<>();
        declared.forEach(token -> tokens.addAll(macros.getOrDefault(token, List.of(token))));
        List<String> lines = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int argument = 0;
        for (List<String> declaration : split(tokens, ",")) {
            int offset = 0;
            for (String[] field : fields(declaration)) {
                int bytes = field[0].equals("INT") ? Integer.BYTES : Long.BYTES;
                offset = (offset + bytes - 1) / bytes * bytes;
                lines.add(argument + " " + offset + " " + field[0] + " " + field[1]);
                offset += bytes;
                if (!names.add(field[1])) {
                    throw new IllegalStateException(kernel + " has two parameters of the name " + field[1]);
                }
            }
            argument++;
        }
        return lines;
    }

    /** The type and name of a parameter, or of each of its fields if it is a struct. */
    private List<String[]> fields(List<String> declaration) {
        List<String> words =
                declaration.stream().filter(word -> !QUALIFIERS.contains(word)).toList();
        List<String> body = structs.get(words.get(0));
        if (words.contains("*") || body == null) {
            return List.<String[]>of(field(words));
        }
        List<String[]> fields = new ArrayList<>();
        for (List<String> statement : split(body, ";")) {
            if (statement.get(0).equals("}") || statement.contains("(")) {
                break;
            }
            List<String> type = new ArrayList<>();
            for (List<String> declarator : split(statement, ",")) {
                List<String> one = new ArrayList<>(type);
                one.addAll(declarator.stream()
                        .filter(word -> !QUALIFIERS.contains(word))
                        .toList());
                fields.add(field(one));
                type = List.of(one.get(0));
            }
        }
        return fields;
    }

    private static String[] field(List<String> words) {
        String type = words.contains("*") ? "POINTER" : NUMBERS.get(words.get(0));
        if (type == null || words.size() != (type.equals("POINTER") ? 3 : 2)) {
            throw new IllegalStateException("neither u32, u64, a pointer nor a struct of these: " + words);
        }
        return new String[] {type, words.get(words.size() - 1)};
    }

    private static List<List<String>> split(List<String> tokens, String separator) {
        List<List<String>> parts = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= tokens.size(); i++) {
            if (i == tokens.size() || tokens.get(i).equals(separator)) {
                if (i > from) {
                    parts.add(tokens.subList(from, i));
                }
                from = i + 1;
            }
        }
        return parts;
    }
}
