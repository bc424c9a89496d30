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
import dev.motif.projection.Elements;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.projection.ProjectionStatistics;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.id.RelationshipIds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.storageengine.api.StoreId;
import org.neo4j.storageengine.api.StoreIdProvider;
import org.neo4j.storageengine.api.TransactionIdStore;

/**
 * A named graph with its ids and columns in a {@link GraphFile}.
 *
 * @param file open while this is used; whoever opened it closes it
 */
public record SavedGraph(GraphFile file) {
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
    private static final String RELATIONSHIPS = "relationships";
    private static final String IDS = ".ids";
    private static final String PARALLEL_EDGES = RELATIONSHIPS + ".parallel.edges";
    private static final String PARALLEL_IDS = RELATIONSHIPS + ".parallel.ids";
    private static final String PROPERTY = ".property.";
    private static final int GRAIN = 1 << 16;

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
                    database.getDependencyResolver()
                            .resolveDependency(TransactionIdStore.class)
                            .getLastCommittedTransactionId());
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
    public static void write(HeldColumns held, Origin origin, Path path, Workers workers) throws IOException {
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
        String left = part(Elements.LEFT, bipartite);
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
        Stream.concat(held.ofNodes().stream(), held.ofRelationships().stream())
                .forEach(column -> new TreeMap<>(column.values())
                        .forEach((elements, values) -> file.section(
                                part(elements, bipartite) + PROPERTY + column.name(),
                                column.type() == Column.Type.INTEGER ? Section.Type.INT64 : Section.Type.FLOAT64,
                                values)));
        workers.progress().begin("writing the file", file.bytes());
        file.write(path, workers);
    }

    private static String part(Elements elements, boolean bipartite) {
        return switch (elements) {
            case LEFT -> bipartite ? GraphFile.LEFT : GraphFile.NODES;
            case RIGHT -> GraphFile.RIGHT;
            case RELATIONSHIPS -> RELATIONSHIPS;
        };
    }

    /** The name that the graph had. */
    public String graphName() {
        return word(GRAPH, 0);
    }

    /** @throws GraphFileException when the file is none of a named graph */
    public Origin origin() {
        return new Origin(word(USER, 0), word(DATABASE, 0), word(DATABASE, 1), word(STORE, 0), number(TRANSACTION, 0));
    }

    /**
     * How many transactions the store has had since the file was saved; null for another store, or an older state of it.
     *
     * @param now the state of a database
     */
    public Long transactionsSince(Origin now) {
        Origin then = origin();
        long since = now.transaction() - then.transaction();
        return then.store().equals(now.store()) && since >= 0 ? Long.valueOf(since) : null;
    }

    /** The nodes of a side, or all of a unipartite graph; null for the right side of a unipartite graph. */
    public Long nodeCount(Elements side) {
        return side == Elements.RIGHT && !file.isBipartite()
                ? null
                : Long.valueOf(file.vertexCount(part(side, file.isBipartite())));
    }

    /** The names of the columns. */
    public List<String> columns() {
        return List.copyOf(columnSections().keySet());
    }

    /** The sections of each column, by what has them. */
    private Map<String, Map<Elements, Section>> columnSections() {
        Map<String, Map<Elements, Section>> columns = new LinkedHashMap<>();
        for (Section section : file.sections()) {
            for (Elements elements : Elements.values()) {
                String prefix = part(elements, file.isBipartite()) + PROPERTY;
                if (section.name().startsWith(prefix)) {
                    columns.computeIfAbsent(
                                    section.name().substring(prefix.length()), any -> new EnumMap<>(Elements.class))
                            .put(elements, section);
                }
            }
        }
        return columns;
    }

    private String word(String key, int index) {
        List<String> words = file.words(key);
        if (index >= words.size()) {
            throw file.wrong("its header does not say its " + key);
        }
        return words.get(index);
    }

    private long number(String key, int index) {
        try {
            return Long.parseLong(word(key, index));
        } catch (NumberFormatException e) {
            throw file.wrong("its header has no number for its " + key);
        }
    }

    /**
     * Reads the graph and its columns, which the caller then owns. Progress advances by bytes.
     *
     * @throws GraphFileException when the file was altered
     */
    public WithColumns read(NativeMemory memory, Workers workers) {
        workers.progress()
                .begin(
                        STAGES.get(0),
                        file.sections().stream().mapToLong(Section::bytes).sum());
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Graph graph = scope.own(file.graph(memory, workers));
            NodeIds left = scope.own(nodeIds(Elements.LEFT, memory, workers));
            NodeIds right = file.isBipartite() ? scope.own(nodeIds(Elements.RIGHT, memory, workers)) : null;
            RelationshipIds relationships =
                    file.has(RELATIONSHIPS + IDS) ? scope.own(relationshipIds(memory, workers)) : null;
            ProjectionStatistics dropped = new ProjectionStatistics(
                    number(DROPPED, 0), number(DROPPED, 1), number(DROPPED, 2), number(DROPPED, 3), number(DROPPED, 4));
            ProjectedGraph projected =
                    new ProjectedGraph(graph, left, right, relationships, dropped, projection(relationships != null));
            List<Map<Elements, OffHeapLongs>> values = new ArrayList<>();
            List<Column> columns = new ArrayList<>();
            columnSections().forEach((name, sections) -> {
                Map<Elements, OffHeapLongs> ofColumn = new EnumMap<>(Elements.class);
                sections.forEach((elements, section) -> ofColumn.put(
                        elements, scope.own(file.longs(section.name(), elements.count(projected), memory, workers))));
                values.add(ofColumn);
                columns.add(new Column(name, type(sections), ofColumn));
            });
            if (columns.size() > Columns.MAX_COLUMNS) {
                throw file.wrong("it has " + columns.size() + " columns, and no more than " + Columns.MAX_COLUMNS
                        + " are allowed");
            }
            values.forEach(ofColumn -> ofColumn.values().forEach(scope::keep));
            scope.keep(graph);
            scope.keep(left);
            if (right != null) {
                scope.keep(right);
            }
            if (relationships != null) {
                scope.keep(relationships);
            }
            return new WithColumns(projected, columns);
        }
    }

    private Column.Type type(Map<Elements, Section> sections) {
        List<Section.Type> types =
                sections.values().stream().map(Section::type).distinct().toList();
        if (types.size() != 1 || sections.size() > 1 && sections.containsKey(Elements.RELATIONSHIPS)) {
            throw file.wrong(
                    "sections " + sections.values().stream().map(Section::name).toList() + " are no column");
        }
        return types.get(0) == Section.Type.INT64 ? Column.Type.INTEGER : Column.Type.FLOAT;
    }

    /** What the graph was read from, but for filters; null where it is of the rows of a query. */
    private Projection projection(boolean relationshipIds) {
        List<String> left = file.words(part(Elements.LEFT, file.isBipartite()));
        List<String> right = file.isBipartite() ? file.words(GraphFile.RIGHT) : null;
        List<String> types = file.words(TYPES);
        return types.isEmpty() ? null : new Projection(left, right, types, null, relationshipIds);
    }

    private NodeIds nodeIds(Elements side, NativeMemory memory, Workers workers) {
        String name = part(side, file.isBipartite()) + IDS;
        try (OffHeapLongs ids = file.longs(name, nodeCount(side), memory, workers)) {
            checkAscending(name, ids, 0, Long.MAX_VALUE, workers);
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
            scope.keep(first);
            scope.keep(slots);
            return new RelationshipIds(first, new ParallelEdges(slots, scope.keep(payloads)));
        }
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
