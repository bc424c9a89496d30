package dev.motif.catalog;

import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.graph.CsrBuilder.ParallelEdges;
import dev.motif.graph.Graph;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.file.GraphFileException;
import dev.motif.graph.file.GraphFileWriter;
import dev.motif.graph.file.Section;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.GraphAssembler;
import dev.motif.projection.GraphAssembler.Values;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.projection.ProjectionStatistics;
import dev.motif.projection.StoredIds;
import dev.motif.projection.id.IdHold;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.id.RelationshipIds;
import dev.motif.projection.value.Texts;
import dev.motif.projection.value.ValueLists;
import dev.motif.projection.value.ValueType;
import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.storageengine.api.StoreId;
import org.neo4j.storageengine.api.StoreIdProvider;

/**
 * A named graph with its ids and columns in a {@link GraphFile}. What the file says of it is checked like the arguments of
 * a call: anybody can write a file.
 */
public final class SavedGraph {
    /** What the names of files end with. */
    public static final String EXTENSION = ".motif";

    /** The names of the stages of reading. */
    public static final List<String> STAGES = List.of("reading the file", "checking ids");

    private static final String GRAPH = "graph";
    private static final String USER = "user";
    private static final String DATABASE = "database";
    private static final String STORE = "store";
    private static final String TRANSACTION = "transaction";
    private static final String DROPPED = "dropped";
    private static final String TYPES = "types";
    private static final String STALE = "stale";
    private static final String READS_ALL = "reads";
    private static final String RELATIONSHIPS = "relationships";
    private static final String IDS = ".ids";
    private static final String PARALLEL_EDGES = RELATIONSHIPS + ".parallel.edges";
    private static final String PARALLEL_IDS = RELATIONSHIPS + ".parallel.ids";
    private static final String PROPERTY = ".property.";
    private static final String COLUMN_TYPES = "columns";
    private static final String LIST_STARTS = RELATIONSHIPS + ".list.";
    private static final String TEXT_STARTS = "texts.starts.";
    private static final String TEXT_BYTES = "texts.bytes.";
    private static final int GRAIN = 1 << 16;
    private static final int DROPPED_NUMBERS = 5;

    /** All ids are below of it: Neo4j looks for this one without end. */
    private static final long NO_ID = Long.MAX_VALUE;

    private final GraphFile file;
    private final String graphName;
    private final Origin origin;
    private final ProjectionStatistics dropped;
    private final Projection projection;
    /** Whether that had no filters and no properties, so that it can be made again. */
    private final boolean readsAll;
    /** The sections of each column, by what has them. */
    private final Map<String, Map<EntityKind, Section>> columns;
    /** The types of columns that those of their sections do not tell. */
    private final Map<String, ValueType> types;

    /**
     * Reads what the header says.
     *
     * @param file open while this is used; whoever opened it closes it
     * @throws GraphFileException when it is none of a named graph
     */
    public SavedGraph(GraphFile file) {
        this.file = file;
        try {
            graphName = name(GRAPH, 0, 1);
            // Empty where authentication is off.
            String user = word(USER, 0, 1);
            origin = new Origin(
                    user.isEmpty() ? user : name(USER, 0, 1),
                    name(DATABASE, 0, 2),
                    name(DATABASE, 1, 2),
                    name(STORE, 0, 1),
                    number(TRANSACTION, 0, 1));
            long[] numbers = new long[DROPPED_NUMBERS];
            Arrays.setAll(numbers, i -> number(DROPPED, i, DROPPED_NUMBERS));
            dropped = new ProjectionStatistics(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
            projection = readProjection();
            readsAll = readsAll() && projection != null;
            if (!file.has(RELATIONSHIPS + IDS) && (file.has(PARALLEL_EDGES) || file.has(PARALLEL_IDS))) {
                file.section(RELATIONSHIPS + IDS);
            }
            columns = columnSections();
            types = columnTypes();
            columns.forEach(this::type);
        } catch (IllegalArgumentException e) {
            throw file.wrong(e.getMessage());
        }
    }

    /**
     * Where a graph comes from.
     *
     * @param user its owner
     * @param database the database's name
     * @param databaseId the database's UUID
     * @param store what tells apart stores, also when they are copied or renamed
     * @param transaction the last one that was committed
     */
    public record Origin(String user, String database, String databaseId, String store, long transaction) {
        /** The state of a database now, and a user of it. */
        public static Origin of(GraphDatabaseAPI database, String user) {
            StoreId store = database.getDependencyResolver()
                    .resolveDependency(StoreIdProvider.class)
                    .getStoreId();
            return new Origin(
                    user,
                    database.databaseName(),
                    DatabaseWatch.idOf(database),
                    store.getCreationTime() + "/" + store.getRandom(),
                    IdHold.lastCommitted(database));
        }
    }

    /**
     * Writes a graph and its columns. Nothing stays of the file after an error. Progress advances by bytes.
     *
     * @param held the graph and all its columns, which the caller holds until this has returned
     * @param path a file that does not exist
     * @throws IOException when it cannot be made
     * @throws IllegalStateException when it cannot be written, such as on a full disk
     */
    public static void write(ColumnLease held, Origin origin, Path path, Workers workers) throws IOException {
        ProjectedGraph graph = held.graph().projected();
        GraphFileWriter file = new GraphFileWriter(graph.graph());
        file.fact(GRAPH, List.of(held.graph().key().name()));
        file.fact(USER, List.of(origin.user()));
        file.fact(DATABASE, List.of(origin.database(), origin.databaseId()));
        file.fact(STORE, List.of(origin.store()));
        file.fact(TRANSACTION, List.of(String.valueOf(origin.transaction())));
        ProjectionStatistics dropped = graph.statistics();
        file.fact(
                DROPPED,
                List.of(
                        String.valueOf(dropped.duplicates()),
                        String.valueOf(dropped.selfLoops()),
                        String.valueOf(dropped.wrongSide()),
                        String.valueOf(dropped.filtered()),
                        String.valueOf(dropped.filteredNodes())));
        boolean bipartite = graph.isBipartite();
        String left = part(EntityKind.LEFT, bipartite);
        file.section(left + IDS, Section.Type.INT64, graph.left().ids());
        if (bipartite) {
            file.section(
                    GraphFile.RIGHT + IDS, Section.Type.INT64, graph.right().ids());
        }
        if (graph.relationships() != null) {
            file.section(
                    RELATIONSHIPS + IDS,
                    Section.Type.INT64,
                    graph.relationships().first());
            ParallelEdges others = graph.relationships().others();
            file.section(PARALLEL_EDGES, Section.Type.INT64, others.slots());
            file.section(PARALLEL_IDS, Section.Type.INT64, others.payloads());
        }
        if (!graph.ofQuery()) {
            file.fact(left, graph.projection().left());
            if (bipartite) {
                file.fact(GraphFile.RIGHT, graph.projection().right());
            }
            file.fact(TYPES, graph.projection().types());
        }
        List<String> columnTypes = new ArrayList<>();
        Stream.concat(held.ofNodes().stream(), held.ofRelationships().stream()).forEach(column -> {
            addColumn(column, bipartite, file);
            if (!column.type().isNumber()) {
                columnTypes.addAll(List.of(column.name(), column.type().cypher()));
            }
        });
        if (!columnTypes.isEmpty()) {
            file.fact(COLUMN_TYPES, columnTypes);
        }
        CatalogGraph.Source source = held.graph().source();
        if (source != null
                && !source.projection().isFiltered()
                && source.projection().properties().equals(Projection.Properties.NONE)) {
            file.fact(READS_ALL, List.of(source.projection().relationshipIds() ? RELATIONSHIPS + IDS : RELATIONSHIPS));
        }
        List<String> stale = Stream.concat(held.ofNodes().stream(), held.ofRelationships().stream())
                .filter(Column::stale)
                .map(Column::name)
                .toList();
        if (!stale.isEmpty()) {
            file.fact(STALE, stale);
        }
        workers.progress().begin("writing the file", file.bytes());
        file.write(path, workers);
    }

    private static void addColumn(Column column, boolean bipartite, GraphFileWriter file) {
        Section.Type type = column.type() == ValueType.FLOAT ? Section.Type.FLOAT64 : Section.Type.INT64;
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
                    Section.Type.INT64,
                    column.lists().starts());
        }
        if (column.texts() != null) {
            file.section(
                    TEXT_STARTS + column.name(),
                    Section.Type.INT64,
                    column.texts().starts());
            file.section(
                    TEXT_BYTES + column.name(),
                    Section.Type.INT64,
                    column.texts().bytes());
        }
    }

    private static String part(EntityKind elements, boolean bipartite) {
        return switch (elements) {
            case LEFT -> bipartite ? GraphFile.LEFT : GraphFile.NODES;
            case RIGHT -> GraphFile.RIGHT;
            case RELATIONSHIPS -> RELATIONSHIPS;
        };
    }

    /** The name that the graph had. */
    public String graphName() {
        return graphName;
    }

    /** Where the graph comes from. */
    public Origin origin() {
        return origin;
    }

    /**
     * How many transactions the store has had since the file was saved; null for another store, or an older state of it.
     *
     * @param now the state of a database
     */
    public Long transactionsSince(Origin now) {
        long since = now.transaction() - origin.transaction();
        return origin.store().equals(now.store()) && since >= 0 ? Long.valueOf(since) : null;
    }

    /** The nodes of a side, or all of a unipartite graph; null for the right side of a unipartite graph. */
    public Long nodeCount(EntityKind side) {
        return side == EntityKind.RIGHT && !file.isBipartite()
                ? null
                : Long.valueOf(file.vertexCount(part(side, file.isBipartite())));
    }

    /** The names of the columns. */
    public List<String> columns() {
        return List.copyOf(columns.keySet());
    }

    private Map<String, Map<EntityKind, Section>> columnSections() {
        Map<String, Map<EntityKind, Section>> found = new LinkedHashMap<>();
        for (Section section : file.sections()) {
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

    private Map<String, ValueType> columnTypes() {
        List<String> words = file.words(COLUMN_TYPES);
        Map<String, ValueType> found = new HashMap<>();
        for (int i = 0; i + 1 < words.size(); i += 2) {
            ValueType type = ValueType.named(words.get(i + 1));
            if (type == null || type.isNumber() || !columns.containsKey(words.get(i))) {
                throw file.wrong(inHeader(COLUMN_TYPES) + " must have names of columns and their types, got "
                        + UserText.value(words.get(i)) + " and " + UserText.value(words.get(i + 1)));
            }
            found.put(words.get(i), type);
        }
        return found;
    }

    private String word(String key, int index, int count) {
        List<String> words = file.words(key);
        if (words.size() != count) {
            throw file.wrong("its header has " + words.size() + " words for its " + key + " in place of " + count);
        }
        return words.get(index);
    }

    private String name(String key, int index, int count) {
        return Names.name(inHeader(key), word(key, index, count));
    }

    private static String inHeader(String key) {
        return "`" + key + "` in its header";
    }

    private long number(String key, int index, int count) {
        String word = word(key, index, count);
        try {
            long number = Long.parseLong(word);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // As wrong as a negative one.
        }
        throw file.wrong(inHeader(key) + " must have INTEGERs of 0 or more, got " + UserText.value(word));
    }

    /** What the graph was read from, but for filters; null where it is of the rows of a query. */
    private Projection readProjection() {
        String left = part(EntityKind.LEFT, file.isBipartite());
        List<String> keys = file.isBipartite() ? List.of(left, GraphFile.RIGHT, TYPES) : List.of(left, TYPES);
        if (keys.stream().allMatch(key -> file.words(key).isEmpty())) {
            return null;
        }
        Map<String, List<String>> names = new HashMap<>();
        keys.forEach(key -> names.put(key, Names.list(inHeader(key), file.words(key), "names")));
        return new Projection(
                names.get(left), names.get(GraphFile.RIGHT), names.get(TYPES), null, file.has(RELATIONSHIPS + IDS));
    }

    private boolean readsAll() {
        List<String> words = file.words(READS_ALL);
        String what = file.has(RELATIONSHIPS + IDS) ? RELATIONSHIPS + IDS : RELATIONSHIPS;
        if (!words.isEmpty() && !words.equals(List.of(what))) {
            throw file.wrong(inHeader(READS_ALL) + " must be '" + what + "', got " + UserText.value(words));
        }
        return !words.isEmpty();
    }

    /**
     * Reads the graph and its columns, which the caller then owns. Progress advances by bytes, then by nodes and edges.
     *
     * @param database where all ids are looked up; null to believe them
     * @throws GraphFileException when the file was altered
     * @throws IllegalArgumentException when a node is on both sides, or an id is not one of the database
     */
    public WithColumns read(GraphDatabaseAPI database, NativeMemory memory, Workers workers) {
        WithColumns read = read(memory, workers);
        try {
            if (database != null) {
                Graph graph = read.graph().graph();
                workers.progress().begin(STAGES.get(1), graph.vertexCount() + graph.edgeCount());
                StoredIds.check(read.graph(), database, workers);
            }
            return new WithColumns(read.graph(), read.columns(), database == null, read.source());
        } catch (RuntimeException | Error e) {
            read.columns().forEach(Column::release);
            read.graph().close();
            throw e;
        }
    }

    private WithColumns read(NativeMemory memory, Workers workers) {
        workers.progress()
                .begin(
                        STAGES.get(0),
                        file.sections().stream().mapToLong(Section::bytes).sum());
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Graph graph = scope.own(file.graph(memory, workers));
            NodeIds left = scope.own(nodeIds(EntityKind.LEFT, memory, workers));
            NodeIds right = file.isBipartite() ? scope.own(nodeIds(EntityKind.RIGHT, memory, workers)) : null;
            new GraphAssembler(memory, workers).checkDisjoint(left, right);
            RelationshipIds relationships =
                    file.has(RELATIONSHIPS + IDS) ? scope.own(relationshipIds(memory, workers)) : null;
            ProjectedGraph projected = new ProjectedGraph(graph, left, right, relationships, dropped, projection);
            List<Values> values = new ArrayList<>();
            columns.forEach(
                    (name, sections) -> values.add(scope.own(values(name, sections, projected, memory, workers))));
            values.forEach(scope::keep);
            scope.keep(graph);
            scope.keep(left);
            if (right != null) {
                scope.keep(right);
            }
            if (relationships != null) {
                scope.keep(relationships);
            }
            List<String> stale = file.words(STALE);
            return new WithColumns(
                    projected,
                    values.stream()
                            .map(column -> new Column(column, stale.contains(column.name())))
                            .toList(),
                    false,
                    readsAll ? new CatalogGraph.Source(projection, null) : null);
        }
    }

    /** A column, which the caller owns. */
    private Values values(
            String name,
            Map<EntityKind, Section> sections,
            ProjectedGraph graph,
            NativeMemory memory,
            Workers workers) {
        ValueType type = type(name, sections);
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
                checkAscending(LIST_STARTS + name, starts, 1, all.length() + 1, workers);
                if (starts.get(0) != 0 || starts.get(edges) != all.length()) {
                    throw file.wrong(
                            "section " + LIST_STARTS + name + " must begin with 0 and end with " + all.length());
                }
                scope.keep(all);
                scope.keep(starts);
                lists = scope.own(new ValueLists(starts, all));
            } else {
                for (Map.Entry<EntityKind, Section> each : sections.entrySet()) {
                    String section = each.getValue().name();
                    OffHeapLongs array =
                            scope.own(file.longs(section, each.getKey().count(graph), memory, workers));
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

    private ValueType type(String name, Map<EntityKind, Section> sections) {
        List<Section.Type> types =
                sections.values().stream().map(Section::type).distinct().toList();
        if (types.size() != 1
                || types.get(0) == Section.Type.INT32
                || sections.size() > 1 && sections.containsKey(EntityKind.RELATIONSHIPS)) {
            throw file.wrong(
                    "sections " + sections.values().stream().map(Section::name).toList() + " are no column");
        }
        ValueType ofBits = types.get(0) == Section.Type.INT64 ? ValueType.INTEGER : ValueType.FLOAT;
        boolean lists = file.has(LIST_STARTS + name);
        if (ofBits == ValueType.FLOAT && this.types.containsKey(name)
                || lists && !sections.containsKey(EntityKind.RELATIONSHIPS)) {
            throw file.wrong("column " + UserText.value(name) + " is of another type than its sections");
        }
        return this.types.getOrDefault(name, ofBits);
    }

    private NodeIds nodeIds(EntityKind side, NativeMemory memory, Workers workers) {
        String name = part(side, file.isBipartite()) + IDS;
        try (OffHeapLongs ids = file.longs(name, nodeCount(side), memory, workers)) {
            checkAscending(name, ids, 0, NO_ID, workers);
            return NodeIds.of(ids, memory, workers);
        }
    }

    private RelationshipIds relationshipIds(NativeMemory memory, Workers workers) {
        long edges = file.edgeCount();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs first = scope.own(file.longs(RELATIONSHIPS + IDS, edges, memory, workers));
            long parallel = file.section(PARALLEL_EDGES).count();
            OffHeapLongs slots = scope.own(file.longs(PARALLEL_EDGES, parallel, memory, workers));
            checkAscending(PARALLEL_EDGES, slots, 1, edges, workers);
            OffHeapLongs payloads = scope.own(file.longs(PARALLEL_IDS, parallel, memory, workers));
            checkIds(RELATIONSHIPS + IDS, first, edge -> -1, workers);
            checkIds(PARALLEL_IDS, payloads, i -> first.get(slots.get(i)), workers);
            RelationshipIds ids = new RelationshipIds(first, new ParallelEdges(slots, payloads));
            ids.dropRepetitions(memory, workers);
            if (payloads.length() < parallel) {
                throw file.wrong("section " + PARALLEL_IDS + " has a relationship twice");
            }
            scope.keep(first);
            scope.keep(slots);
            scope.keep(payloads);
            return ids;
        }
    }

    /** @param before what the id at an index is above of */
    private void checkIds(String section, OffHeapLongs ids, LongUnaryOperator before, Workers workers) {
        workers.forRanges(ids.length(), GRAIN, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                long id = ids.get(i);
                long least = before.applyAsLong(i);
                if (id <= least || id >= NO_ID) {
                    throw file.wrong("section " + section + " has " + id + " at index " + i
                            + ", where an id must be above " + least + " and below " + NO_ID);
                }
            }
        });
    }

    /**
     * @param same 1 where equal values may follow each other, else 0
     * @param end what all values are below of
     */
    private void checkAscending(String section, OffHeapLongs values, int same, long end, Workers workers) {
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
