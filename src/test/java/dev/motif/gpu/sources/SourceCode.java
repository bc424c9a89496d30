package dev.motif.gpu.sources;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Java or CUDA file as the tokens that a compiler makes code of. Comments and white space are not among them, and
 * neither is what a move to another folder or package changes: packages, imports, include lines and the visibility of
 * Java members.
 *
 * @param tokens in their order; a preprocessor line ends with the token {@link #END_OF_LINE}
 * @param includes the files that the include lines name in quotation marks
 */
public record SourceCode(List<String> tokens, List<String> includes) {
    /** The token at the end of a preprocessor line, which ends there though white space is no token. */
    static final String END_OF_LINE = "\n";

    private static final Pattern CONTINUED_LINE = Pattern.compile("\\\\\\R");
    private static final Pattern INCLUDE = Pattern.compile("#[ \t]*include[ \t]+(?:\"([^\"]+)\"|<[^>]+>)");
    private static final Pattern PART = Pattern.compile(
            // Comments and white space.
            "(?<skipped>//.*|/\\*(?s:.*?)\\*/|[ \t\r\f]+)"
                    + "|(?<newline>\n)"
                    // Text blocks, strings and characters.
                    + "|\"\"\"(?:\\\\(?s:.)|(?s:[^\\\\]))*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'"
                    // Numbers and names.
                    + "|\\.?\\d(?:[eEpP][+-]|'\\w|[\\w.])*|[\\w$]+"
                    // Operators of more than one character, the longest first.
                    + "|>>>=|<<=|>>=|>>>|\\.\\.\\.|->\\*|->|::|\\+\\+|--|<<|>>|<=|>=|==|!=|&&|\\|\\||[-+*/%&|^]=|##"
                    + "|(?s:.)");
    private static final Set<String> VISIBILITY = Set.of("public", "protected", "private");

    public SourceCode {
        tokens = List.copyOf(tokens);
        includes = List.copyOf(includes);
    }

    public static SourceCode read(Path file) throws IOException {
        String text = Files.readString(file);
        return file.toString().endsWith(".java") ? ofJava(text) : ofCuda(text);
    }

    public static SourceCode ofJava(String text) {
        List<String> kept = new ArrayList<>();
        boolean dropping = false;
        for (String token : tokens(text, false)) {
            dropping |= token.equals("package") || token.equals("import");
            if (!dropping && !VISIBILITY.contains(token)) {
                kept.add(token);
            }
            dropping &= !token.equals(";");
        }
        return new SourceCode(kept, List.of());
    }

    public static SourceCode ofCuda(String text) {
        List<String> includes = new ArrayList<>();
        String joined = CONTINUED_LINE.matcher(text).replaceAll(" ");
        String rest = INCLUDE.matcher(joined).replaceAll(line -> {
            if (line.group(1) != null) {
                includes.add(line.group(1));
            }
            return "";
        });
        return new SourceCode(tokens(rest, true), includes);
    }

    private static List<String> tokens(String text, boolean preprocessed) {
        List<String> tokens = new ArrayList<>();
        boolean directive = false;
        boolean lineBegins = true;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            if (part.group("skipped") != null) {
                continue;
            }
            if (part.group("newline") != null) {
                if (directive) {
                    tokens.add(END_OF_LINE);
                }
                directive = false;
                lineBegins = true;
                continue;
            }
            directive |= preprocessed && lineBegins && part.group().equals("#");
            lineBegins = false;
            tokens.add(part.group());
        }
        return tokens;
    }

    /** The SHA-256 hash of the tokens; null when there are none. */
    public String hash() {
        if (tokens.isEmpty()) {
            return null;
        }
        MessageDigest hash = sha256();
        for (String token : tokens) {
            hash.update(token.getBytes(StandardCharsets.UTF_8));
            hash.update((byte) 0);
        }
        return HexFormat.of().formatHex(hash.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
