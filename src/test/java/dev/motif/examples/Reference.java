package dev.motif.examples;

import dev.motif.cypher.procedure.ConfigurationKeys;
import dev.motif.cypher.procedure.ConfigurationKeys.Key;
import dev.motif.examples.Markdown.Section;
import dev.motif.examples.Signature.Field;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pages of {@code docs/reference}. Below a heading that names a procedure or a function its signature, parameters, keys and
 * columns are generated, so that each section is whole; everything else is written by hand. {@code index.md} is generated whole.
 */
final class Reference {
    static final Path FOLDER = Path.of("docs", "reference");
    static final Path INDEX = FOLDER.resolve("index.md");
    static final String ESTIMATE = ".estimate";

    private static final Pattern PROCEDURE = Pattern.compile("`(motif\\.[a-zA-Z.]+)`");
    private static final Pattern FUNCTION = Pattern.compile("`(motif\\.[a-zA-Z.]+)\\(\\)`");
    private static final String BEGIN = "<!-- generated -->";
    private static final String END = "<!-- end -->";

    /** Columns that every run of an algorithm has, shown in a block that opens. */
    private static final List<String> COLUMNS_OF_A_RUN = List.of(
            "backend",
            "backendReason",
            "gpus",
            "projectMillis",
            "preProcessingMillis",
            "transferMillis",
            "computeMillis",
            "configuration");

    /** Keys that every run of an algorithm takes, shown in a block that opens. */
    private static final List<String> KEYS_OF_A_RUN =
            List.of("concurrency", "readConcurrency", "backend", "gpus", "jobId", "logProgress", "sudo", "username");

    private Reference() {}

    static List<Path> pages() {
        return ProjectFiles.pagesUnder(FOLDER).stream().sorted().toList();
    }

    /** The procedures that a section is about. */
    static List<String> procedures(Section section) {
        return names(PROCEDURE, section.heading());
    }

    /** The functions that a section is about. */
    static List<String> functions(Section section) {
        return names(FUNCTION, section.heading());
    }

    private static List<String> names(Pattern pattern, String heading) {
        return pattern.matcher(heading).results().map(name -> name.group(1)).toList();
    }

    /** The procedures that are described on the page: of its headings, and the estimates that their sections describe. */
    static List<String> described(Path page) throws IOException {
        List<String> names = Markdown.read(page).sections().stream()
                .flatMap(section -> procedures(section).stream())
                .toList();
        return Stream.concat(
                        names.stream(),
                        names.stream()
                                .map(name -> name + ESTIMATE)
                                .filter(name -> Signature.procedures().containsKey(name) && !names.contains(name)))
                .toList();
    }

    /** The keys of a procedure, or of a function with {@code ()} behind its name. */
    static List<Key> keys(String name) {
        Signature signature = name.endsWith("()")
                ? Signature.functions().get(name.replace("()", ""))
                : Signature.procedures().get(name);
        return ConfigurationKeys.of(name, signature.keys());
    }

    /** The page with its generated parts made anew. */
    static String generated(Path page) throws IOException {
        if (page.equals(INDEX)) {
            return index();
        }
        List<String> lines = new ArrayList<>();
        boolean old = false;
        for (String line : ProjectFiles.text(page).lines().toList()) {
            old |= line.equals(BEGIN);
            if (!old) {
                lines.add(line);
            }
            if (line.startsWith("#")) {
                List<String> block = block(line);
                if (!block.isEmpty()) {
                    lines.addAll(List.of("", BEGIN));
                    lines.addAll(block);
                    lines.add(END);
                }
            }
            if (line.equals(END)) {
                old = false;
            }
        }
        return (String.join("\n", lines) + "\n").replaceAll("\n{3,}", "\n\n");
    }

    /** The lines below a heading; empty when it names no procedure and no function. */
    private static List<String> block(String heading) {
        if (heading.endsWith(" Columns of an estimate")) {
            return columns(Signature.procedures()
                    .get("motif.butterfly.stats" + ESTIMATE)
                    .result());
        }
        List<String> procedures = names(PROCEDURE, heading);
        List<String> functions = names(FUNCTION, heading);
        if (procedures.size() + functions.size() > 1) {
            throw new IllegalStateException("several procedures below one heading: " + heading);
        }
        if (!procedures.isEmpty()) {
            String name = procedures.get(0);
            return block(Signature.procedures().get(name), keys(name));
        }
        return functions.isEmpty()
                ? List.of()
                : block(Signature.functions().get(functions.get(0)), keys(functions.get(0) + "()"));
    }

    private static List<String> block(Signature signature, List<Key> keys) {
        List<String> lines = new ArrayList<>(List.of(signature.description(), "", "```text", call(signature), "```"));
        List<String> parameters = signature.parameters().stream()
                .filter(parameter -> !parameter.name().equals("configuration"))
                .map(parameter ->
                        row("`" + parameter.name() + "`", parameter.type(), parameter.value(), parameter.description()))
                .toList();
        addTable(lines, List.of("Parameter", "Type", "Default", "Meaning"), parameters);
        addTable(lines, List.of("Key", "Type", "Default", "Meaning"), rows(keys, false));
        addDetails(lines, "Keys of every run", List.of("Key", "Type", "Default", "Meaning"), rows(keys, true));
        boolean isFunction = signature.result().get(0).name().isEmpty();
        if (!isFunction) {
            List<String> header = List.of("Column", "Type", "Meaning");
            addTable(lines, header, rows(signature.result(), false));
            addDetails(lines, "Columns of every run", header, rows(signature.result(), true));
        }
        if (Signature.procedures().containsKey(signature.name() + ESTIMATE) && !isFunction) {
            lines.addAll(
                    List.of(
                            "",
                            "`" + signature.name() + ESTIMATE + "` takes the same arguments and returns"
                                    + " [the memory and the backend](configuration.md#columns-of-an-estimate) of such a call."));
        }
        return lines;
    }

    private static List<String> rows(List<Key> keys, boolean ofARun) {
        return keys.stream()
                .filter(key -> KEYS_OF_A_RUN.contains(key.name()) == ofARun)
                .map(key -> row("`" + key.name() + "`", key.type(), key.value(), key.meaning()))
                .toList();
    }

    private static List<String> rows(Collection<Field> columns, boolean ofARun) {
        return columns.stream()
                .filter(column -> COLUMNS_OF_A_RUN.contains(column.name()) == ofARun)
                .map(column -> row("`" + column.name() + "`", column.type(), column.description()))
                .toList();
    }

    private static List<String> columns(Collection<Field> columns) {
        List<String> lines = new ArrayList<>();
        addTable(
                lines,
                List.of("Column", "Type", "Meaning"),
                columns.stream()
                        .map(column -> row("`" + column.name() + "`", column.type(), column.description()))
                        .toList());
        return lines;
    }

    private static void addTable(List<String> lines, List<String> header, List<String> rows) {
        if (!rows.isEmpty()) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(row(header.toArray(String[]::new)).replace("\\|", "|"));
            lines.add("|" + "---|".repeat(header.size()));
            lines.addAll(rows);
        }
    }

    /** A table that a reader opens; the blank lines let Markdown be read within HTML. */
    private static void addDetails(List<String> lines, String summary, List<String> header, List<String> rows) {
        if (!rows.isEmpty()) {
            lines.addAll(List.of("", "<details><summary>" + summary + "</summary>"));
            addTable(lines, header, rows);
            lines.addAll(List.of("", "</details>"));
        }
    }

    /** A row of a table. A type such as LIST<INTEGER> is code, since GitHub would take it for HTML. */
    private static String row(String... cells) {
        return Stream.of(cells)
                .map(cell -> cell.matches("[A-Z]+<.*") ? "`" + cell + "`" : cell)
                .map(cell -> cell.replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String call(Signature signature) {
        String type = signature.result().get(0).name().isEmpty()
                ? " :: " + signature.result().get(0).type()
                : "";
        return signature.parameters().stream()
                .map(parameter -> parameter.name()
                        + (parameter.value().isEmpty() ? "" : " = " + parameter.value())
                        + " :: " + parameter.type())
                .collect(Collectors.joining(", ", signature.name() + "(", ")" + type));
    }

    /** All procedures and functions with a line each, by the rooms that their sources are in. */
    private static String index() throws IOException {
        Map<String, List<String>> rooms = new LinkedHashMap<>();
        for (Map.Entry<String, String> room : ROOMS.entrySet()) {
            rooms.put(room.getValue(), new ArrayList<>());
        }
        for (Path page : pages()) {
            if (page.equals(INDEX)) {
                continue;
            }
            for (Section section : Markdown.read(page).sections()) {
                String link = "(" + page.getFileName() + "#" + Markdown.anchor(section.heading()) + ")";
                for (String name : procedures(section).stream()
                        .filter(name -> !name.endsWith(ESTIMATE))
                        .toList()) {
                    rooms.get(room(name))
                            .add(row(
                                    "[`" + name + "`]" + link,
                                    Signature.procedures().get(name).description()));
                }
                for (String name : functions(section)) {
                    rooms.get(room(name + "()"))
                            .add(row(
                                    "[`" + name + "()`]" + link,
                                    Signature.functions().get(name).description()));
                }
            }
        }
        List<String> lines = new ArrayList<>(List.of(
                "# Reference",
                "",
                "All procedures and functions of Motif. Each has a section with its parameters, its keys and its columns; `CALL motif.list()` returns the same",
                "in Neo4j. [Calls](configuration.md) says what holds for the arguments and rows of all of them. Every procedure of a graph has a twin with `.estimate` behind",
                "its name, which takes the same arguments and returns the memory that the call would need."));
        rooms.forEach((room, rows) -> {
            lines.addAll(List.of("", "## " + room));
            addTable(lines, List.of("Name", "Meaning"), rows.stream().sorted().toList());
        });
        return String.join("\n", lines) + "\n";
    }

    /** The headings of the index, by the beginnings of names; the longest one that fits counts. */
    private static final Map<String, String> ROOMS = rooms();

    private static Map<String, String> rooms() {
        Map<String, String> rooms = new LinkedHashMap<>();
        String count = "Counts: how many are there?";
        String level = "Levels: in how dense a part is it?";
        String group = "Groups: which nodes belong together?";
        String similar = "Similarity: which nodes have the same neighbors?";
        String sample = "Estimates by sampling: about how many are there?";
        String graph = "Graphs, their columns and files";
        Stream.of("butterfly", "biclique.count", "kclique", "graphlet", "triad", "cycle")
                .forEach(name -> rooms.put(name, count));
        Stream.of("kcore", "ktruss", "wing", "tip", "alphaBetaCore", "dcore", "nucleus")
                .forEach(name -> rooms.put(name, level));
        Stream.of("biclique", "clique", "kclique.list", "kclique.densest", "cohesion")
                .forEach(name -> rooms.put(name, group));
        Stream.of("commonNeighbors", "nodeSimilarity", "scan", "clustering").forEach(name -> rooms.put(name, similar));
        Stream.of("butterfly.sample", "biclique.count.sample", "kclique.sample")
                .forEach(name -> rooms.put(name, sample));
        rooms.put("graph", graph);
        rooms.put("report", "Reports");
        rooms.put("research", "Algorithms of papers, as published");
        rooms.put("", "The server: jobs, memory, GPUs");
        return rooms;
    }

    private static String room(String name) {
        String longest = ROOMS.keySet().stream()
                .filter(prefix -> name.startsWith("motif." + prefix))
                .max((one, other) -> Integer.compare(one.length(), other.length()))
                .orElseThrow();
        return ROOMS.get(longest);
    }
}
