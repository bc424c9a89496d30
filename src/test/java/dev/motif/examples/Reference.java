package dev.motif.examples;

import dev.motif.examples.Markdown.Section;
import dev.motif.examples.Signature.Field;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pages of {@code docs/reference}. Below a heading that names procedures or functions their parameters and columns
 * are generated, each said once on the page; everything else is written by hand. {@code configuration.md} has the keys
 * and columns that many procedures share, which the other pages only name.
 */
final class Reference {
    static final Path FOLDER = Path.of("docs", "reference");
    static final Path SHARED = FOLDER.resolve("configuration.md");
    static final String ESTIMATE = ".estimate";

    private static final Pattern PROCEDURE = Pattern.compile("`(motif\\.[a-zA-Z.]+)`");
    private static final Pattern FUNCTION = Pattern.compile("`(motif\\.[a-zA-Z.]+)\\(\\)`");
    private static final String RUN_GROUP = "a run";
    private static final String NAME_OF_A_GRAPH = "The name of a graph";
    private static final String GROUP = "Keys of ";
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

    /** The least pages with a column from which on {@link #SHARED} describes it. */
    private static final int SHARING_PAGES = 2;

    /** The fewest keys of a procedure that another one refers to in place of repeating them. */
    private static final int SAME_KEYS = 3;

    /** The most keys of a group that a procedure may lack to be said to take the others. */
    private static final int LACKED_KEYS = 3;

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

    /** The groups of {@link #SHARED}, by the headings above their keys. */
    private static Map<String, List<String>> groups() throws IOException {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (Section section : Markdown.read(SHARED).sections()) {
            if (section.heading().startsWith(GROUP)) {
                groups.put(
                        section.heading().substring(GROUP.length()),
                        section.table("Key").column("Key"));
            }
        }
        return groups;
    }

    /** The procedures that are described on the page: those of its headings, and the estimates of these that are as all. */
    static List<String> described(Path page) throws IOException {
        List<String> names = Markdown.read(page).sections().stream()
                .flatMap(section -> procedures(section).stream())
                .toList();
        return Stream.concat(
                        names.stream(),
                        names.stream().map(name -> name + ESTIMATE).filter(Reference::isEstimateAsAll))
                .toList();
    }

    /** Whether it is what {@link #SHARED} says of all estimates. */
    private static boolean isEstimateAsAll(String name) {
        Signature estimate = Signature.procedures().get(name);
        return estimate != null && estimate.result().equals(estimates()) && hasParametersOfItsProcedure(estimate);
    }

    private static List<Field> estimates() {
        return Signature.procedures().get("motif.butterfly.stats" + ESTIMATE).result();
    }

    private static List<Field> columnsOfARun() {
        return Signature.procedures().get("motif.butterfly.stats").result().stream()
                .filter(column -> RUN.contains(column.name()))
                .toList();
    }

    /** The columns that are alike on several pages, but for those of runs and estimates, by name. */
    private static Map<String, Field> sharedColumns() throws IOException {
        Map<Field, Set<Path>> pages = new LinkedHashMap<>();
        for (Path page : pages()) {
            for (String name : described(page)) {
                if (name.endsWith(ESTIMATE)) {
                    continue;
                }
                for (Field column : Signature.procedures().get(name).result()) {
                    pages.computeIfAbsent(column, key -> new LinkedHashSet<>()).add(page);
                }
            }
        }
        Map<String, Field> shared = new TreeMap<>();
        pages.keySet().removeAll(columnsOfARun());
        pages.forEach((column, with) -> {
            if (with.size() >= SHARING_PAGES) {
                shared.merge(
                        column.name(),
                        column,
                        (one, other) ->
                                pages.get(one).size() >= pages.get(other).size() ? one : other);
            }
        });
        return shared;
    }

    /** The facts that all pages share, read once for each page, and the text that was said on it before. */
    private static final class Page {
        final Set<String> sharedKeys = sharedKeys();
        final Map<String, List<String>> groups = groups();
        final Map<String, Field> sharedColumns = sharedColumns();

        /** By name, as the last ones were. */
        final Map<String, Field> columns = new HashMap<>();

        final Map<List<Field>, String> proceduresByColumns = new HashMap<>();

        /** By procedure, without the shared ones. */
        final Map<String, List<String>> keys = new LinkedHashMap<>();

        /** Of the headings, by the first procedure of each. */
        final Map<String, String> anchors = new HashMap<>();

        /** Whether a procedure of a graph takes all keys of a run. */
        boolean hasRunKeys;

        /** The kind of the last graph. */
        String graph = "";

        Page() throws IOException {}

        String link(String procedure) {
            return "[`" + procedure + "`](#" + anchors.get(procedure) + ")";
        }
    }

    /** The page with its generated parts made anew. */
    static String generated(Path page) throws IOException {
        Page above = new Page();
        List<String> lines = new ArrayList<>();
        boolean old = false;
        for (String line : ProjectFiles.text(page).lines().toList()) {
            old |= line.equals(BEGIN);
            if (!old) {
                lines.add(line);
            }
            if (line.startsWith("#")) {
                List<String> block = block(line, above);
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

    /** The lines below a heading, in addition to the text above it; empty when there are none. */
    private static List<String> block(String heading, Page above) {
        if (heading.endsWith(" Columns of a run")) {
            return table(columnsOfARun());
        }
        if (heading.endsWith(" Columns of an estimate")) {
            return table(estimates());
        }
        if (heading.endsWith(" Shared columns")) {
            return table(above.sharedColumns.values());
        }
        Map<String, Signature> procedures = Signature.procedures();
        Map<String, Signature> functions = Signature.functions();
        List<Signature> signatures = Stream.concat(
                        names(PROCEDURE, heading).stream().map(procedures::get),
                        names(FUNCTION, heading).stream().map(functions::get))
                .toList();
        if (signatures.isEmpty()) {
            return List.of();
        }
        List<Field> result = signatures.get(0).result();
        if (signatures.stream().anyMatch(other -> !other.result().equals(result))) {
            throw new IllegalStateException("different columns below one heading: " + heading);
        }
        String name = signatures.get(0).name();
        List<String> own = ownKeys(signatures, above);
        String writes = name.replace(".mutate", ".write");
        if (signatures.size() == 1
                && above.anchors.containsKey(writes)
                && isMutateAsAll(signatures.get(0), procedures.get(writes), above)) {
            return List.of("[Adds](configuration.md#mutate) what " + above.link(writes) + " writes.");
        }
        List<String> lines = new ArrayList<>();
        signatures.stream().map(Signature::description).distinct().forEach(lines::add);
        boolean isEstimate = signatures.stream()
                .allMatch(signature -> signature.name().endsWith(ESTIMATE) && hasParametersOfItsProcedure(signature));
        if (!signatures.stream().allMatch(Reference::isCalledAsMost)) {
            lines.addAll(List.of("", "```text"));
            signatures.forEach(signature -> lines.add(call(signature)));
            lines.add("```");
        }
        if (isEstimate) {
            lines.addAll(List.of("", "Parameters: those of the procedure."));
        } else {
            addAfterBlank(lines, parameters(signatures, own, above));
        }
        addAfterBlank(lines, columns(name, result, above));
        above.keys.put(name, own);
        above.anchors.put(name, anchor(heading));
        return lines;
    }

    /** Whether it is what {@link #SHARED} says of all procedures that add columns. */
    private static boolean isMutateAsAll(Signature mutate, Signature write, Page above) {
        Set<String> keys = new HashSet<>(write.keys());
        above.groups.get("writing").forEach(keys::remove);
        keys.add("mutateProperty");
        return keys.equals(Set.copyOf(mutate.keys())) && mutate.result().equals(write.result());
    }

    private static boolean hasParametersOfItsProcedure(Signature signature) {
        Signature estimated = Signature.procedures().get(signature.name().replace(ESTIMATE, ""));
        return estimated != null && signature.parameters().equals(estimated.parameters());
    }

    /** Whether the parameters are a graph and a configuration, as {@link #SHARED} says of calls. */
    private static boolean isCalledAsMost(Signature signature) {
        return names(signature.parameters()).equals(List.of("graph", "configuration"));
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

    /** The keys of any of the procedures that {@link #SHARED} does not describe. */
    private static List<String> ownKeys(List<Signature> signatures, Page above) {
        Set<String> keys = new LinkedHashSet<>();
        signatures.forEach(signature -> keys.addAll(signature.keys()));
        keys.removeAll(above.sharedKeys);
        return List.copyOf(keys);
    }

    /**
     * The meanings of the parameters of any of the procedures; of the graph its kind, where it differs from the kind
     * above.
     */
    private static List<String> parameters(List<Signature> signatures, List<String> own, Page above) {
        List<String> rows = new ArrayList<>();
        Set<String> graphs = new LinkedHashSet<>();
        Set<String> shared = new LinkedHashSet<>();
        for (Signature signature : signatures) {
            shared.addAll(signature.keys());
            for (Field parameter : signature.parameters()) {
                if (parameter.name().equals("graph")) {
                    graphs.add(
                            signature.isForUnipartiteGraphs()
                                    ? "unipartite"
                                    : parameter.description().contains("bipartite") ? "bipartite" : "any");
                } else if (!parameter.name().equals("configuration")
                        && !parameter.description().equals(NAME_OF_A_GRAPH)) {
                    rows.add("- `" + parameter.name() + "`: " + parameter.description());
                }
            }
        }
        own.forEach(shared::remove);
        List<String> keys = new ArrayList<>();
        List<String> rest = new ArrayList<>(own);
        above.keys.entrySet().stream()
                .filter(other -> other.getValue().size() >= SAME_KEYS && own.containsAll(other.getValue()))
                .max(Comparator.comparingInt(other -> other.getValue().size()))
                .ifPresent(other -> {
                    keys.add("those of " + above.link(other.getKey()));
                    rest.removeAll(other.getValue());
                });
        rest.forEach(key -> keys.add("`" + key + "`"));
        for (Map.Entry<String, List<String>> group : above.groups.entrySet()) {
            List<String> lacked = group.getValue().stream()
                    .filter(key -> !shared.contains(key))
                    .toList();
            if (lacked.size() <= LACKED_KEYS
                    && lacked.size() * 2 < group.getValue().size()) {
                group.getValue().forEach(shared::remove);
                boolean isRun = lacked.isEmpty() && group.getKey().equals(RUN_GROUP) && !graphs.isEmpty();
                if (isRun && above.hasRunKeys) {
                    continue;
                }
                above.hasRunKeys |= isRun;
                keys.add("[of " + group.getKey() + "](configuration.md#" + anchor(GROUP + group.getKey()) + ")"
                        + (lacked.isEmpty() ? "" : " without " + listed(lacked, " or ")));
            }
        }
        if (!shared.isEmpty()) {
            keys.add("[shared](configuration.md#shared-keys) " + listed(List.copyOf(shared), ", "));
        }
        List<String> lines = new ArrayList<>(rows);
        String graph = String.join(" or ", graphs);
        String line = (graph.isEmpty() || graph.equals(above.graph)
                        ? ""
                        : "[Graph](configuration.md#the-graph): " + graph + ". ")
                + (keys.isEmpty() ? "" : "Keys: " + String.join(", ", keys) + ".");
        above.graph = graph.isEmpty() ? above.graph : graph;
        if (!line.isEmpty()) {
            if (!rows.isEmpty()) {
                lines.add("");
            }
            lines.add(line.strip());
        }
        return lines;
    }

    /** The meanings of the columns of a procedure, as far as they were not given above. */
    private static List<String> columns(String name, List<Field> result, Page above) {
        List<Field> run = columnsOfARun();
        List<Field> estimate = estimates();
        boolean isEstimate = result.containsAll(estimate);
        List<Field> own = result.stream()
                .filter(column -> !(isEstimate ? estimate : run).contains(column)
                        && !column.name().isEmpty())
                .toList();
        String same = own.isEmpty() ? null : above.proceduresByColumns.putIfAbsent(result, name);
        if (same != null) {
            return List.of("Columns of " + above.link(same) + ".");
        }
        List<Field> shared = own.stream()
                .filter(column -> column.equals(above.sharedColumns.get(column.name())))
                .toList();
        List<Field> told = own.stream()
                .filter(column -> !shared.contains(column) && column.equals(above.columns.get(column.name())))
                .toList();
        List<Field> fresh = own.stream()
                .filter(column -> !told.contains(column) && !shared.contains(column))
                .toList();
        own.forEach(column -> above.columns.put(column.name(), column));
        List<Field> ofRun = result.stream().filter(run::contains).toList();
        List<String> more = new ArrayList<>();
        if (!told.isEmpty()) {
            more.add(listed(names(told), ", ") + " as above");
        }
        if (!shared.isEmpty()) {
            more.add("[shared](configuration.md#shared-columns) " + listed(names(shared), ", "));
        }
        if (isEstimate) {
            more.add("[an estimate's](configuration.md#columns-of-an-estimate)");
        } else if (!ofRun.isEmpty()) {
            more.add("[a run's](configuration.md#columns-of-a-run)"
                    + (ofRun.size() == run.size() ? "" : ": " + listed(names(ofRun), ", ")));
        }
        List<String> lines = new ArrayList<>(fresh.isEmpty() ? List.of() : table(fresh));
        if (!more.isEmpty()) {
            addAfterBlank(lines, List.of((fresh.isEmpty() ? "Columns: " : "Also ") + String.join("; ", more) + "."));
        }
        return lines;
    }

    private static List<String> table(Collection<Field> columns) {
        return Stream.concat(
                        Stream.of("| Column | Type | Meaning |", "|---|---|---|"),
                        columns.stream()
                                .map(column -> row("`" + column.name() + "`", column.type(), column.description())))
                .toList();
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String anchor(String heading) {
        return heading.replaceAll("[^\\w -]", "").strip().replace(' ', '-').toLowerCase(Locale.ROOT);
    }

    private static List<String> names(List<Field> fields) {
        return fields.stream().map(Field::name).toList();
    }

    private static String listed(List<String> names, String separator) {
        return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(separator));
    }

    private static void addAfterBlank(List<String> lines, List<String> more) {
        if (!more.isEmpty()) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(more);
        }
    }
}
