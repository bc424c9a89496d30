package dev.motif.catalog;

import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.graph.CsrBuilder.ParallelEdges;
import dev.motif.graph.Graph;
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
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.projection.ProjectionStatistics;
import dev.motif.projection.StoredIds;
import dev.motif.projection.id.IdHold;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.id.RelationshipIds;
import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    /** The ending of the names of files. */
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

    private final SavedColumns columns;

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
            columns = new SavedColumns(file);
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
     * Writes a graph and its columns. Progress advances by bytes.
     *
     * @param held the graph and all its columns, which the caller holds until this has returned
     * @param to an empty file
     * @throws IOException when it cannot be written
     * @throws java.io.UncheckedIOException when a section cannot be written, such as on a full disk
     */
    public static void write(ColumnLease held, Origin origin, FileChannel to, Workers workers) throws IOException {
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
        String left = SavedColumns.part(EntityKind.LEFT, bipartite);
        file.section(left + IDS, FileArray.Type.INT64, graph.left().ids());
        if (bipartite) {
            file.section(
                    GraphFile.RIGHT + IDS, FileArray.Type.INT64, graph.right().ids());
        }
        if (graph.relationships() != null) {
            file.section(
                    RELATIONSHIPS + IDS,
                    FileArray.Type.INT64,
                    graph.relationships().first());
            ParallelEdges others = graph.relationships().others();
            file.section(PARALLEL_EDGES, FileArray.Type.INT64, others.slots());
            file.section(PARALLEL_IDS, FileArray.Type.INT64, others.payloads());
        }
        if (!graph.ofQuery()) {
            file.fact(left, graph.projection().left());
            if (bipartite) {
                file.fact(GraphFile.RIGHT, graph.projection().right());
            }
            file.fact(TYPES, graph.projection().types());
        }
        List<Column> columns = Stream.concat(held.ofNodes().stream(), held.ofRelationships().stream())
                .toList();
        SavedColumns.add(columns, bipartite, file);
        CatalogGraph.Source source = held.graph().source();
        if (source != null
                && !source.projection().isFiltered()
                && source.projection().properties().equals(Projection.Properties.NONE)) {
            file.fact(READS_ALL, List.of(source.projection().relationshipIds() ? RELATIONSHIPS + IDS : RELATIONSHIPS));
        }
        List<String> stale =
                columns.stream().filter(Column::stale).map(Column::name).toList();
        if (!stale.isEmpty()) {
            file.fact(STALE, stale);
        }
        workers.progress().begin("writing the file", file.bytes());
        file.write(to, workers);
    }

    public String graphName() {
        return graphName;
    }

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
                : Long.valueOf(file.vertexCount(SavedColumns.part(side, file.isBipartite())));
    }

    public List<String> columns() {
        return columns.names();
    }

    private String word(String key, int index, int count) {
        List<String> words = file.words(key);
        if (words.size() != count) {
            throw file.wrong("its header has " + words.size() + " words for its " + key + " in place of " + count);
        }
        return words.get(index);
    }

    private String name(String key, int index, int count) {
        return Names.name(SavedColumns.inHeader(key), word(key, index, count));
    }

    private long number(String key, int index, int count) {
        String word = word(key, index, count);
        try {
            long number = Long.parseLong(word);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // A word that is no number is as wrong as a negative one.
        }
        throw file.wrong(SavedColumns.inHeader(key) + " must have INTEGERs of 0 or more, got " + UserText.value(word));
    }

    /** The projection that read the graph, without filters; null for a graph of a query's rows. */
    private Projection readProjection() {
        String left = SavedColumns.part(EntityKind.LEFT, file.isBipartite());
        List<String> keys = file.isBipartite() ? List.of(left, GraphFile.RIGHT, TYPES) : List.of(left, TYPES);
        if (keys.stream().allMatch(key -> file.words(key).isEmpty())) {
            return null;
        }
        Map<String, List<String>> names = new HashMap<>();
        keys.forEach(key -> names.put(key, Names.list(SavedColumns.inHeader(key), file.words(key), "names")));
        return new Projection(
                names.get(left), names.get(GraphFile.RIGHT), names.get(TYPES), null, file.has(RELATIONSHIPS + IDS));
    }

    private boolean readsAll() {
        List<String> words = file.words(READS_ALL);
        String what = file.has(RELATIONSHIPS + IDS) ? RELATIONSHIPS + IDS : RELATIONSHIPS;
        if (!words.isEmpty() && !words.equals(List.of(what))) {
            throw file.wrong(
                    SavedColumns.inHeader(READS_ALL) + " must be '" + what + "', got " + UserText.value(words));
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
        return OffHeapScope.closingOnFailure(read, () -> {
            if (database != null) {
                Graph graph = read.graph().graph();
                workers.progress().begin(STAGES.get(1), graph.vertexCount() + graph.edgeCount());
                StoredIds.check(read.graph(), database, workers);
            }
            return new WithColumns(read.graph(), read.columns(), database == null, read.source());
        });
    }

    private WithColumns read(NativeMemory memory, Workers workers) {
        workers.progress()
                .begin(
                        STAGES.get(0),
                        file.sections().stream().mapToLong(FileArray::bytes).sum());
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Graph graph = scope.own(file.graph(memory, workers));
            NodeIds left = scope.own(nodeIds(EntityKind.LEFT, memory, workers));
            NodeIds right = file.isBipartite() ? scope.own(nodeIds(EntityKind.RIGHT, memory, workers)) : null;
            new GraphAssembler(memory, workers).checkDisjoint(left, right);
            RelationshipIds relationships =
                    file.has(RELATIONSHIPS + IDS) ? scope.own(relationshipIds(memory, workers)) : null;
            ProjectedGraph projected = new ProjectedGraph(graph, left, right, relationships, dropped, projection);
            List<Values> values = new ArrayList<>();
            columns.names().forEach(name -> values.add(scope.own(columns.read(name, memory, workers))));
            values.forEach(scope::keep);
            scope.keep(graph);
            scope.keep(left);
            scope.keep(right);
            scope.keep(relationships);
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

    private NodeIds nodeIds(EntityKind side, NativeMemory memory, Workers workers) {
        String name = SavedColumns.part(side, file.isBipartite()) + IDS;
        try (OffHeapLongs ids = file.longs(name, nodeCount(side), memory, workers)) {
            SavedColumns.checkAscending(file, name, ids, 0, NO_ID, workers);
            return NodeIds.of(ids, memory, workers);
        }
    }

    private RelationshipIds relationshipIds(NativeMemory memory, Workers workers) {
        long edges = file.edgeCount();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs first = scope.own(file.longs(RELATIONSHIPS + IDS, edges, memory, workers));
            long parallel = file.section(PARALLEL_EDGES).count();
            OffHeapLongs slots = scope.own(file.longs(PARALLEL_EDGES, parallel, memory, workers));
            SavedColumns.checkAscending(file, PARALLEL_EDGES, slots, 1, edges, workers);
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
}
