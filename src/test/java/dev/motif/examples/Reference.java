package dev.motif.examples;

import dev.motif.examples.Markdown.Section;
import dev.motif.examples.Signature.Field;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pages of {@code docs/reference}. Below a heading that names procedures or functions their parameters and columns
 * are generated; everything else is written by hand. {@code configuration.md} has the keys and columns that many
 * procedures share, which the other pages only name.
 */
final class Reference {
    static final Path FOLDER = Path.of("docs", "reference");
    static final Path SHARED = FOLDER.resolve("configuration.md");
    static final String ESTIMATE = ".estimate";

    private static final Pattern PROCEDURE = Pattern.compile("`(motif\\.[a-zA-Z.]+)`");
    private static final Pattern FUNCTION = Pattern.compile("`(motif\\.[a-zA-Z.]+)\\(\\)`");
    private static final String BEGIN = "<!-- generated -->";
    private static final String END = "<!-- end -->";

    private static final List<String> RUN = List.of(
            "backend",
            "backendReason",
            "gpus",
            "projectMillis",
            "preProcessingMillis",
            "transferMillis",
            "computeMillis",
            "configuration");

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

    /** The keys that {@link #SHARED} describes. */
    static Set<String> sharedKeys() throws IOException {
        return Markdown.read(SHARED).tables("Key").stream()
                .flatMap(table -> table.column("Key").stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The page with its generated parts made anew. */
    static String generated(Path page) throws IOException {
        Set<String> sharedKeys = sharedKeys();
        Map<List<Field>, String> seen = new HashMap<>();
        List<String> lines = new ArrayList<>();
        boolean old = false;
        for (String line : ProjectFiles.text(page).lines().toList()) {
            old |= line.equals(BEGIN);
            if (!old) {
                lines.add(line);
            }
            if (line.startsWith("#")) {
                List<String> block = block(line, sharedKeys, seen);
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

    /**
     * What belongs below a heading; empty when nothing does.
     *
     * @param seen the procedures above on the page by their columns, which are not repeated; this one is added
     */
    private static List<String> block(String heading, Set<String> sharedKeys, Map<List<Field>, String> seen) {
        Map<String, Signature> procedures = Signature.procedures();
        Signature example = procedures.get("motif.butterfly.stats");
        List<Field> estimate = procedures.get(example.name() + ESTIMATE).result();
        List<Field> run = example.result().stream()
                .filter(column -> RUN.contains(column.name()))
                .toList();
        if (heading.endsWith(" Columns of a run")) {
            return columns(run);
        }
        if (heading.endsWith(" Columns of an estimate")) {
            return columns(estimate);
        }
        Map<String, Signature> functions = Signature.functions();
        List<Signature> signatures = Stream.concat(
                        names(PROCEDURE, heading).stream().map(procedures::get),
                        names(FUNCTION, heading).stream().map(functions::get))
                .toList();
        if (signatures.isEmpty()) {
            return List.of();
        }
        if (signatures.stream().allMatch(Reference::hasParametersOfItsProcedure)
                && signatures.stream().allMatch(signature -> signature.result().equals(estimate))) {
            return List.of("The memory of that call: its parameters, columns of"
                    + " [an estimate](configuration.md#columns-of-an-estimate).");
        }
        List<String> lines = new ArrayList<>();
        signatures.stream().map(Signature::description).distinct().forEach(lines::add);
        lines.add("");
        lines.add("```text");
        signatures.forEach(signature -> lines.add(call(signature)));
        lines.add("```");
        addAfterBlank(lines, parameters(signatures, sharedKeys));
        List<Field> result = signatures.get(0).result();
        if (signatures.stream().anyMatch(other -> !other.result().equals(result))) {
            throw new IllegalStateException("different columns below one heading: " + heading);
        }
        boolean isEstimate = result.containsAll(estimate);
        List<Field> shared = result.stream()
                .filter(isEstimate ? estimate::contains : run::contains)
                .toList();
        List<Field> own = result.stream()
                .filter(column -> !shared.contains(column) && !column.name().isEmpty())
                .toList();
        String same = own.isEmpty()
                ? null
                : seen.putIfAbsent(result, signatures.get(0).name());
        if (same != null) {
            addAfterBlank(
                    lines,
                    List.of("Columns of [`" + same + "`](#"
                            + same.replace(".", "").toLowerCase(Locale.ROOT) + ")."));
            return lines;
        }
        addAfterBlank(lines, own.isEmpty() ? List.of() : columns(own));
        if (isEstimate) {
            addAfterBlank(lines, List.of("Columns of [an estimate](configuration.md#columns-of-an-estimate)."));
        } else if (!shared.isEmpty()) {
            addAfterBlank(
                    lines,
                    List.of("Columns of [a run](configuration.md#columns-of-a-run): " + listed(names(shared)) + "."));
        }
        return lines;
    }

    static boolean hasParametersOfItsProcedure(Signature signature) {
        Signature estimated = Signature.procedures().get(signature.name().replace(ESTIMATE, ""));
        return signature.name().endsWith(ESTIMATE) && signature.parameters().equals(estimated.parameters());
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

    /**
     * What the parameters mean: a table, but for the graph of an algorithm and the keys of a configuration, those of any of
     * the procedures.
     */
    private static List<String> parameters(List<Signature> signatures, Set<String> sharedKeys) {
        List<String> rows = new ArrayList<>();
        Set<String> graphs = new LinkedHashSet<>();
        Set<String> configurations = new LinkedHashSet<>();
        Set<String> keys = new LinkedHashSet<>();
        signatures.forEach(signature -> keys.addAll(signature.keys()));
        for (Signature signature : signatures) {
            for (Field parameter : signature.parameters()) {
                if (parameter.name().equals("graph")) {
                    String kind = signature.isForUnipartiteGraphs()
                            ? "a unipartite graph"
                            : parameter.description().contains("bipartite") ? "a bipartite graph" : "a graph";
                    boolean named = parameter.description().matches("The name of a \\w+ graph");
                    graphs.add("- `graph`: " + (named ? "the name of " : "") + "[" + kind
                            + "](configuration.md#the-graph)");
                } else if (parameter.name().equals("configuration")) {
                    List<String> own = keys.stream()
                            .filter(key -> !sharedKeys.contains(key))
                            .toList();
                    List<String> shared =
                            keys.stream().filter(sharedKeys::contains).toList();
                    configurations.add("- `configuration`: " + (own.isEmpty() ? "" : listed(own) + "; ")
                            + "[shared keys](configuration.md#shared-keys) " + listed(shared));
                } else {
                    rows.add(row("`" + parameter.name() + "`", parameter.type(), parameter.description()));
                }
            }
        }
        List<String> lines = new ArrayList<>(
                Stream.concat(graphs.stream(), configurations.stream()).toList());
        if (!rows.isEmpty()) {
            lines.add(0, "| Parameter | Type | Meaning |");
            lines.add(1, "|---|---|---|");
            lines.addAll(2, rows);
            if (lines.size() > 2 + rows.size()) {
                lines.add(2 + rows.size(), "");
            }
        }
        return lines;
    }

    private static List<String> columns(List<Field> columns) {
        return Stream.concat(
                        Stream.of("| Column | Type | Meaning |", "|---|---|---|"),
                        columns.stream()
                                .map(column -> row("`" + column.name() + "`", column.type(), column.description())))
                .toList();
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static List<String> names(List<Field> fields) {
        return fields.stream().map(Field::name).toList();
    }

    private static String listed(List<String> names) {
        return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }

    private static void addAfterBlank(List<String> lines, List<String> more) {
        if (!more.isEmpty()) {
            lines.add("");
            lines.addAll(more);
        }
    }
}
