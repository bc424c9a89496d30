package dev.motif.catalog;

import dev.motif.graph.file.FileArray;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.file.GraphFileException;
import dev.motif.graph.file.GraphFileWriter;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.GraphAssembler;
import dev.motif.projection.GraphAssembler.Values;
import dev.motif.projection.value.Texts;
import dev.motif.projection.value.ValueLists;
import dev.motif.projection.value.ValueType;
import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The columns of a graph in a {@link GraphFile}. All that is read is checked. Works where there is no Neo4j, too. */
public final class SavedColumns {
    private static final String RELATIONSHIPS = "relationships";
    private static final String PROPERTY = ".property.";
    private static final String TYPES = "columns";
    private static final String LIST_STARTS = RELATIONSHIPS + ".list.";
    private static final String TEXT_STARTS = "texts.starts.";
    private static final String TEXT_BYTES = "texts.bytes.";
    private static final int GRAIN = 1 << 16;

    private final GraphFile file;
    private final Map<String, Map<EntityKind, FileArray>> sections;
    /** The types of columns whose sections do not tell their type. */
    private final Map<String, ValueType> types;

    /**
     * Reads what the header says.
     *
     * @param file open while this is used; whoever opened it closes it
     * @throws GraphFileException when sections are no columns
     * @throws IllegalArgumentException when the name of a column is none
     */
    public SavedColumns(GraphFile file) {
        this.file = file;
        sections = findSections();
        types = findTypes();
        sections.keySet().forEach(this::type);
    }

    public List<String> names() {
        return List.copyOf(sections.keySet());
    }

    /** The names of the columns of relationships. */
    public List<String> ofRelationships() {
        return names().stream()
                .filter(name -> sections.get(name).containsKey(EntityKind.RELATIONSHIPS))
                .toList();
    }

    static void add(List<Column> columns, boolean bipartite, GraphFileWriter file) {
        Map<String, ValueType> types = new LinkedHashMap<>();
        for (Column column : columns) {
            addColumn(column, bipartite, file);
            types.put(column.name(), column.type());
        }
        facts(types).forEach(file::fact);
    }

    /** The entries of the header about columns of these types, by name. */
    public static Map<String, List<String>> facts(Map<String, ValueType> types) {
        List<String> words = new ArrayList<>();
        types.forEach((name, type) -> {
            if (!type.isNumber()) {
                words.addAll(List.of(name, type.cypher()));
            }
        });
        return words.isEmpty() ? Map.of() : Map.of(TYPES, words);
    }

    /** The section of a column of relationships, without elements yet. */
    public static FileArray ofRelationships(String name, ValueType type) {
        return new FileArray(RELATIONSHIPS + PROPERTY + name, typeOf(type), 0, 0, 0);
    }

    private static FileArray.Type typeOf(ValueType type) {
        return type == ValueType.FLOAT ? FileArray.Type.FLOAT64 : FileArray.Type.INT64;
    }

    private static void addColumn(Column column, boolean bipartite, GraphFileWriter file) {
        FileArray.Type type = typeOf(column.type());
        new TreeMap<>(column.values())
                .forEach((elements, values) ->
                        file.section(part(elements, bipartite) + PROPERTY + column.name(), type, values));
        if (column.lists() != null) {
            file.section(
                    RELATIONSHIPS + PROPERTY + column.name(),
                    type,
                    column.lists().values());
            file.section(
                    LIST_STARTS + column.name(),
                    FileArray.Type.INT64,
                    column.lists().starts());
        }
        if (column.texts() != null) {
            file.section(
                    TEXT_STARTS + column.name(),
                    FileArray.Type.INT64,
                    column.texts().starts());
            file.section(
                    TEXT_BYTES + column.name(),
                    FileArray.Type.INT64,
                    column.texts().bytes());
        }
    }

    static String part(EntityKind elements, boolean bipartite) {
        return switch (elements) {
            case LEFT -> bipartite ? GraphFile.LEFT : GraphFile.NODES;
            case RIGHT -> GraphFile.RIGHT;
            case RELATIONSHIPS -> RELATIONSHIPS;
        };
    }

    static String inHeader(String key) {
        return "`" + key + "` in its header";
    }

    private Map<String, Map<EntityKind, FileArray>> findSections() {
        Map<String, Map<EntityKind, FileArray>> found = new LinkedHashMap<>();
        for (FileArray section : file.sections()) {
            for (EntityKind elements : EntityKind.values()) {
                String prefix = part(elements, file.isBipartite()) + PROPERTY;
                if (section.name().startsWith(prefix)) {
                    String name =
                            Names.column("the name of a column", section.name().substring(prefix.length()));
                    found.computeIfAbsent(name, any -> new EnumMap<>(EntityKind.class))
                            .put(elements, section);
                }
            }
        }
        if (found.size() > Columns.MAX_COLUMNS) {
            throw file.wrong(
                    "it has " + found.size() + " columns, and no more than " + Columns.MAX_COLUMNS + " are allowed");
        }
        return found;
    }

    private Map<String, ValueType> findTypes() {
        List<String> words = file.words(TYPES);
        Map<String, ValueType> found = new HashMap<>();
        for (int i = 0; i + 1 < words.size(); i += 2) {
            ValueType type = ValueType.named(words.get(i + 1));
            if (type == null || type.isNumber() || !sections.containsKey(words.get(i))) {
                throw file.wrong(inHeader(TYPES) + " must have names of columns and their types, got "
                        + UserText.value(words.get(i)) + " and " + UserText.value(words.get(i + 1)));
            }
            found.put(words.get(i), type);
        }
        return found;
    }

    /**
     * Reads a column, which the caller owns.
     *
     * @param name one of {@link #names}
     * @throws GraphFileException when the file was altered
     */
    public Values read(String name, NativeMemory memory, Workers workers) {
        ValueType type = type(name);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Map<EntityKind, OffHeapLongs> values = new EnumMap<>(EntityKind.class);
            ValueLists lists = null;
            Texts texts = null;
            if (type == ValueType.STRING) {
                OffHeapLongs starts = scope.own(all(TEXT_STARTS + name, memory, workers));
                OffHeapLongs bytes = scope.own(all(TEXT_BYTES + name, memory, workers));
                texts = new Texts(starts, bytes);
                if (!texts.isValid(workers)) {
                    throw file.wrong("sections " + TEXT_STARTS + name + " and " + TEXT_BYTES + name + " are no texts");
                }
                scope.keep(starts);
                scope.keep(bytes);
                scope.own(texts);
            }
            if (file.has(LIST_STARTS + name)) {
                OffHeapLongs all = scope.own(all(RELATIONSHIPS + PROPERTY + name, memory, workers));
                checkValues(RELATIONSHIPS + PROPERTY + name, all, type, texts, workers);
                long edges = file.edgeCount();
                OffHeapLongs starts = scope.own(file.longs(LIST_STARTS + name, edges + 1, memory, workers));
                checkAscending(file, LIST_STARTS + name, starts, 1, all.length() + 1, workers);
                if (starts.get(0) != 0 || starts.get(edges) != all.length()) {
                    throw file.wrong(
                            "section " + LIST_STARTS + name + " must begin with 0 and end with " + all.length());
                }
                scope.keep(all);
                scope.keep(starts);
                lists = scope.own(new ValueLists(starts, all));
            } else {
                for (Map.Entry<EntityKind, FileArray> each : sections.get(name).entrySet()) {
                    String section = each.getValue().name();
                    OffHeapLongs array = scope.own(file.longs(section, count(each.getKey()), memory, workers));
                    checkValues(section, array, type, texts, workers);
                    values.put(each.getKey(), array);
                }
            }
            return scope.keep(GraphAssembler.owned(new Values(name, type, values, lists, texts), scope));
        }
    }

    private OffHeapLongs all(String section, NativeMemory memory, Workers workers) {
        return file.longs(section, file.section(section).count(), memory, workers);
    }

    private void checkValues(String section, OffHeapLongs values, ValueType type, Texts texts, Workers workers) {
        workers.forRanges(values.length(), GRAIN, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                long bits = values.get(i);
                if (!type.isValid(bits) || texts != null && bits >= texts.count()) {
                    throw file.wrong("section " + section + " has " + bits + " at index " + i + ", which is no "
                            + type.cypher());
                }
            }
        });
    }

    private long count(EntityKind elements) {
        return elements == EntityKind.RELATIONSHIPS
                ? file.edgeCount()
                : file.vertexCount(part(elements, file.isBipartite()));
    }

    private ValueType type(String name) {
        Map<EntityKind, FileArray> own = sections.get(name);
        List<FileArray.Type> ofSections =
                own.values().stream().map(FileArray::type).distinct().toList();
        if (ofSections.size() != 1
                || ofSections.get(0) == FileArray.Type.INT32
                || own.size() > 1 && own.containsKey(EntityKind.RELATIONSHIPS)) {
            throw file.wrong(
                    "sections " + own.values().stream().map(FileArray::name).toList() + " are no column");
        }
        ValueType ofBits = ofSections.get(0) == FileArray.Type.INT64 ? ValueType.INTEGER : ValueType.FLOAT;
        boolean lists = file.has(LIST_STARTS + name);
        if (ofBits == ValueType.FLOAT && types.containsKey(name)
                || lists && !own.containsKey(EntityKind.RELATIONSHIPS)) {
            throw file.wrong("column " + UserText.value(name) + " is of another type than its sections");
        }
        return types.getOrDefault(name, ofBits);
    }

    /**
     * Checks that the values of a section ascend.
     *
     * @param same 1 where equal values may follow each other, else 0
     * @param end what all values are below of
     */
    static void checkAscending(
            GraphFile file, String section, OffHeapLongs values, int same, long end, Workers workers) {
        workers.forRanges(values.length(), GRAIN, (worker, from, to) -> {
            long least = from == 0 ? 0 : values.get(from - 1) + 1 - same;
            for (long i = from; i < to; i++) {
                long value = values.get(i);
                if (value < least || value >= end) {
                    throw file.wrong("section " + section + " has " + value + " at index " + i
                            + ", where it must be from " + least + " to below " + end);
                }
                least = value + 1 - same;
            }
        });
    }
}
