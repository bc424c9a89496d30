package dev.motif.gpu.sources;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the parameters of the kernels from the .cu files. Parameters are u32, u64, pointers, and structs of these, whose
 * fields come before their functions. A list of parameters may be a macro whose name ends in PARAMETERS.
 *
 * <p>Every build runs this file by itself, before it compiles anything, and so with or without nvcc. It may use no other
 * file.
 */
public final class KernelParameters {
    /** The folder of the kernels and their headers. */
    public static final Path CUDA = Path.of("cuda");

    private static final Pattern CONTINUED_LINE = Pattern.compile("\\\\\\R");
    private static final Pattern COMMENT_OR_STRING =
            Pattern.compile("//.*|/\\*(?s:.*?)\\*/|\"(?:\\\\.|[^\"\\\\\n])*\"");
    private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"([^\"]+)\"");
    private static final Pattern MACRO = Pattern.compile("(?m)^#define (\\w+PARAMETERS) (.*)$");
    private static final Pattern TOKEN = Pattern.compile("\\w+|\\S");
    private static final Set<String> QUALIFIERS =
            Set.of("const", "volatile", "__restrict__", "__grid_constant__", "static", "struct");
    private static final Map<String, String> NUMBERS = Map.of("u32", "INT", "int", "INT", "u64", "LONG");

    private final Map<String, List<String>> macros = new HashMap<>();
    private final Map<String, List<String>> structs = new HashMap<>();
    private final SortedMap<String, List<String>> kernels = new TreeMap<>();

    private KernelParameters(String code) {
        Matcher macro = MACRO.matcher(code);
        while (macro.find()) {
            macros.put(macro.group(1), tokens(macro.group(2)));
        }
        List<String> tokens = tokens(code);
        for (int i = 0; i + 2 < tokens.size(); i++) {
            if (tokens.get(i).equals("struct") && tokens.get(i + 2).equals("{")) {
                structs.put(tokens.get(i + 1), tokens.subList(i + 3, tokens.size()));
            } else if (tokens.get(i).equals("__global__")) {
                readKernel(tokens, i);
            }
        }
    }

    /**
     * Writes a file NAME.parameters for each NAME.cu.
     *
     * @param arguments the folder of the kernels, from which they include headers; a folder of more kernels; and the folder of
     *     the files to write
     */
    public static void main(String[] arguments) throws IOException {
        Path cuda = Path.of(arguments[0]);
        Path target = Files.createDirectories(Path.of(arguments[2]));
        for (Path kernel : kernels(cuda, Path.of(arguments[1]))) {
            Files.writeString(target.resolve(module(kernel) + ".parameters"), ofFile(cuda, kernel));
        }
    }

    /** The paths of all .cu files of the project, which it must be run in. */
    public static List<Path> kernels() throws IOException {
        return kernels(CUDA, Path.of("src/research/cuda"));
    }

    /** The paths of all .cu files in two folders, of which the second may be missing. */
    public static List<Path> kernels(Path cuda, Path more) throws IOException {
        List<Path> kernels = new ArrayList<>();
        for (Path folder : Files.exists(more) ? List.of(cuda, more) : List.of(cuda)) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".cu")).sorted().forEach(kernels::add);
            }
        }
        return kernels;
    }

    /** The name of a .cu file without its ending. */
    public static String module(Path kernel) {
        return kernel.getFileName().toString().replace(".cu", "");
    }

    /** The text {@link #of} a .cu file with what it includes. */
    public static String ofFile(Path cuda, Path kernel) throws IOException {
        StringBuilder code = new StringBuilder();
        addCode(cuda, kernel, new HashSet<>(), code);
        return of(code.toString());
    }

    /** Adds the code of a file after that of the files which it includes, each once. */
    private static void addCode(Path cuda, Path file, Set<Path> added, StringBuilder code) throws IOException {
        if (added.add(file)) {
            String text = Files.readString(file);
            for (MatchResult include : INCLUDE.matcher(text).results().toList()) {
                addCode(cuda, cuda.resolve(include.group(1)), added, code);
            }
            code.append(text).append('\n');
        }
    }

    /**
     * The text that Java reads: for each kernel a line with its name, then a line for each of its parameters, with the
     * number of its argument, its offset in bytes in that, its type and its name.
     */
    static String of(String code) {
        String joined = CONTINUED_LINE.matcher(code).replaceAll(" ");
        StringBuilder text = new StringBuilder();
        new KernelParameters(COMMENT_OR_STRING.matcher(joined).replaceAll("")).kernels.forEach((name, parameters) -> {
            text.append(name).append('\n');
            parameters.forEach(parameter -> text.append("  ").append(parameter).append('\n'));
        });
        return text.toString();
    }

    private static List<String> tokens(String code) {
        return TOKEN.matcher(code).results().map(MatchResult::group).toList();
    }

    /** Reads the declaration of a kernel, after the structs and macros that it uses. */
    private void readKernel(List<String> tokens, int from) {
        int at = from + 2;
        if (tokens.get(at).equals("__launch_bounds__")) {
            at = closing(tokens, at + 1) + 1;
        }
        String name = tokens.get(at);
        kernels.put(name, parameters(name, tokens.subList(at + 2, closing(tokens, at + 1))));
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
        List<String> words = withoutQualifiers(declaration);
        List<String> body = structs.get(words.get(0));
        if (words.contains("*") || body == null) {
            return List.<String[]>of(field(words));
        }
        List<String[]> fields = new ArrayList<>();
        for (List<String> statement : split(body, ";")) {
            if (statement.get(0).equals("}") || statement.contains("(")) {
                break;
            }
            List<String> type = List.of();
            for (List<String> declarator : split(statement, ",")) {
                List<String> one = new ArrayList<>(type);
                one.addAll(withoutQualifiers(declarator));
                fields.add(field(one));
                type = one.subList(0, 1);
            }
        }
        return fields;
    }

    private static List<String> withoutQualifiers(List<String> words) {
        return words.stream().filter(word -> !QUALIFIERS.contains(word)).toList();
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
