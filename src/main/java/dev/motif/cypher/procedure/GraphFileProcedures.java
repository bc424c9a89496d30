package dev.motif.cypher.procedure;

import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.ColumnLease;
import dev.motif.catalog.Columns;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.SavedGraph;
import dev.motif.catalog.SavedGraph.Origin;
import dev.motif.cypher.call.Call;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Saver;
import dev.motif.cypher.config.ServerFile;
import dev.motif.cypher.procedure.GraphProcedures.GraphRow;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.file.GraphFileException;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import dev.motif.text.UserText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** The procedures that move named graphs to files, back, and to clients. */
public final class GraphFileProcedures extends MotifProcedures {
    private static final String EXPORT = "motif.graph.export";
    private static final String IMPORT = "motif.graph.import";
    private static final String FILES = "motif.graph.files";
    private static final String STREAM = "motif.graph.edges.stream";

    private static final String EXTENSION = SavedGraph.EXTENSION;
    private static final String FILE_PARAMETER = "`fileName`";
    private static final String FILE_NAME = "The name of a file in the server's folder, without " + EXTENSION;
    private static final String EXPORT_CONFIGURATION = "overwrite, concurrency, jobId, logProgress, username";
    private static final String IMPORT_CONFIGURATION = "graphName, verify, concurrency, jobId, logProgress, username";
    private static final String STREAM_CONFIGURATION = "part, of, relationshipIds, jobId, logProgress, username";

    /** Few enough that the thousand rows which drivers fetch at once take half a gigabyte. */
    private static final int EDGES_OF_A_ROW = 1 << 15;

    private static final int MOST_PARTS = 1_000_000;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    public record ExportRow(
            @Description("The graph's name") String graphName,
            @Description("The name of the file") String file,
            @Description("Bytes of the file") long bytes,
            @Description("All nodes") long nodeCount,

            @Description("Relationships: at most one between two nodes")
            long relationshipCount,

            @Description("The names of its columns, which are in the file too")
            List<String> columns,

            @Description("Milliseconds it took, until the file was on the disk")
            long exportMillis,

            @Description("The parameters of the call") Map<String, Object> configuration) {}

    public record ImportRow(
            @Description("The graph's name") String graphName,
            @Description("The name of the file") String file,
            @Description("'BIPARTITE' or 'UNIPARTITE'") String kind,

            @Description("Nodes of the left side, null for a unipartite graph")
            Long leftCount,

            @Description("Nodes of the right side, null for a unipartite graph")
            Long rightCount,

            @Description("All nodes") long nodeCount,

            @Description("Relationships: at most one between two nodes")
            long relationshipCount,

            @Description("Off-heap bytes of the graph") long bytes,

            @Description("Its columns, as motif.graph.list shows them")
            List<Map<String, Object>> columns,

            @Description("Whether this database has the store that the graph was read from")
            boolean sameStore,

            @Description("Transactions of this store since the file was saved; null for another store")
            Long transactionsSince,

            @Description("Whether the ids of nodes and relationships were checked")
            boolean verified,

            @Description("Milliseconds it took") long importMillis,
            @Description("The parameters of the call") Map<String, Object> configuration) {}

    public record FileRow(
            @Description("The name of the file, for motif.graph.import")
            String file,

            @Description("The name that the graph had") String graphName,
            @Description("Who saved it") String username,
            @Description("'BIPARTITE' or 'UNIPARTITE'") String kind,

            @Description("Nodes of the left side, null for a unipartite graph")
            Long leftCount,

            @Description("Nodes of the right side, null for a unipartite graph")
            Long rightCount,

            @Description("Relationships: at most one between two nodes")
            Long relationshipCount,

            @Description("The names of its columns") List<String> columns,
            @Description("Bytes of the file") long bytes,
            @Description("The database it was read from") String database,

            @Description("Whether this database has the store that the graph was read from")
            Boolean sameStore,

            @Description("Transactions of this store since the file was saved; null for another store")
            Long transactionsSince,

            @Description("When it was saved") ZonedDateTime modificationTime,

            @Description("Why it cannot be imported; null when its header is whole")
            String error) {}

    public record EdgesRow(
            @Description("The number of the first relationship, in the order of (source, target)")
            long firstEdge,

            @Description("How many relationships the row has")
            long count,

            @Description(
                    "The left node of each; in a unipartite graph the one with the smaller id: 64 bits, little-endian")
            byte[] sourceNodeIds,

            @Description("The other node of each, in the same form")
            byte[] targetNodeIds,

            @Description(
                    "The relationship of each, of parallel ones the smallest id; null unless relationshipIds: true")
            byte[] relationshipIds) {}

    @Procedure(name = EXPORT, mode = Mode.READ)
    @Description("Saves a named graph and its columns as a file in the server's folder.")
    public Stream<ExportRow> export(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "fileName", description = FILE_NAME) String fileName,
            @Name(value = "configuration", defaultValue = "{}", description = EXPORT_CONFIGURATION)
                    Map<String, Object> configuration) {
        Call call = call(EXPORT);
        String name = GraphProcedures.checkedName(graphName);
        ServerFile file = file(fileName);
        Configuration given = new Configuration(configuration);
        GraphKey key = call.key(name, CallConfig.username(given));
        Saver saver = call.saver(key.user(), given.flag("overwrite", false));
        int concurrency = CallConfig.concurrency(given, "concurrency", CallConfig.defaultConcurrency());
        StageTimes times = new StageTimes();
        return call.run(given, job -> {
            job.about(graphName, times);
            try (ColumnLease held = ColumnLease.acquire(key, Columns.ALL, Columns.ALL)) {
                Workers workers = call.workers(concurrency, job);
                Origin origin = Origin.of(call.database(), key.user());
                times.time(
                        Stage.WRITE,
                        () -> file.save(
                                saver, GraphFileProcedures::owner, to -> SavedGraph.write(held, origin, to, workers)));
                ProjectedGraph graph = held.graph().projected();
                job.close();
                return Stream.of(new ExportRow(
                        graphName,
                        fileName,
                        size(file),
                        graph.graph().vertexCount(),
                        graph.graph().edgeCount(),
                        Stream.concat(held.ofNodes().stream(), held.ofRelationships().stream())
                                .map(column -> column.name())
                                .toList(),
                        times.millis(Stage.WRITE),
                        given.asGiven()));
            }
        });
    }

    private static ServerFile file(String fileName) {
        return ServerFile.of(FILE_PARAMETER, fileName, EXTENSION, true);
    }

    /** The user who saved a graph; empty for a file that nobody could use. */
    private static String owner(Path path) throws IOException {
        try (GraphFile file = GraphFile.open(path)) {
            return new SavedGraph(file).origin().user();
        } catch (GraphFileException e) {
            return "";
        }
    }

    /** The bytes of a file that was saved. */
    static long size(ServerFile file) {
        try {
            return Files.size(file.path());
        } catch (IOException e) {
            throw new IllegalStateException(
                    UserText.value(file.name()) + " was saved, but is gone: " + ServerFile.reason(e));
        }
    }

    @Procedure(name = IMPORT, mode = Mode.READ)
    @Description("Makes a named graph of a file that motif.graph.export has saved.")
    public Stream<ImportRow> importGraph(
            @Name(value = "fileName", description = FILE_NAME) String fileName,
            @Name(value = "configuration", defaultValue = "{}", description = IMPORT_CONFIGURATION)
                    Map<String, Object> configuration) {
        Call call = call(IMPORT);
        ServerFile file = file(fileName);
        Configuration given = new Configuration(configuration);
        String graphName = given.string("graphName", null);
        boolean decided = given.has("verify");
        boolean verify = given.flag("verify", false);
        int concurrency = CallConfig.concurrency(given, "concurrency", CallConfig.defaultConcurrency());
        String jobId = CallConfig.jobId(given);
        boolean logProgress = CallConfig.logProgress(given);
        Predicate<String> owners = call.owners(CallConfig.username(given));
        given.rejectUnknown();
        Map<String, Object> asGiven = new LinkedHashMap<>();
        asGiven.put("fileName", fileName);
        asGiven.putAll(given.asGiven());
        StageTimes times = new StageTimes();
        return call.run(jobId, logProgress, job -> {
            job.plan(verify ? SavedGraph.STAGES : SavedGraph.STAGES.subList(0, 1));
            try (GraphFile open = GraphFile.open(file.path())) {
                SavedGraph saved = new SavedGraph(open);
                if (!owners.test(saved.origin().user())) {
                    throw missing(fileName);
                }
                String name = Objects.requireNonNullElseGet(graphName, saved::graphName);
                job.about(name, times);
                Long since = saved.transactionsSince(Origin.of(call.database(), call.user()));
                if (since == null && !decided) {
                    throw new IllegalArgumentException("File " + UserText.value(fileName) + " was saved from database "
                            + UserText.value(saved.origin().database())
                            + ", and this database does not have its store, or an older state of it: its ids may be those"
                            + " of other nodes. Give `verify: true`, which checks them all, or `verify: false`.");
                }
                GraphDatabaseAPI store = verify ? call.database() : null;
                CatalogGraph graph = GraphCatalog.server()
                        .add(
                                call.database(),
                                call.key(name),
                                true,
                                asGiven,
                                () -> times.time(
                                        Stage.PROJECT,
                                        () -> saved.read(store, call.memory(), call.workers(concurrency, job))));
                job.close();
                GraphRow row = GraphRow.of(graph);
                return Stream.of(new ImportRow(
                        name,
                        fileName,
                        row.kind(),
                        row.leftCount(),
                        row.rightCount(),
                        row.nodeCount(),
                        row.relationshipCount(),
                        row.bytes(),
                        row.columns(),
                        since != null,
                        since,
                        verify,
                        times.millis(Stage.PROJECT),
                        asGiven));
            } catch (NoSuchFileException e) {
                throw missing(fileName);
            } catch (UncheckedIOException e) {
                throw notRead(fileName, e.getMessage());
            } catch (IOException e) {
                throw notRead(fileName, ServerFile.reason(e));
            }
        });
    }

    private static IllegalStateException notRead(String fileName, String reason) {
        return new IllegalStateException("File " + UserText.value(fileName) + " cannot be read: " + reason);
    }

    private static IllegalArgumentException missing(String fileName) {
        return new IllegalArgumentException(
                "There is no file " + UserText.value(fileName) + ". " + FILES + "() lists those that there are.");
    }

    @Procedure(name = FILES, mode = Mode.READ)
    @Description("Lists the graph files of this user in the server's folder.")
    public Stream<FileRow> files(
            @Name(value = "configuration", defaultValue = "{}", description = OWNER_KEYS)
                    Map<String, Object> configuration) {
        Call call = call(FILES);
        Predicate<String> owners = call.owners(CallConfig.usernameAlone(configuration));
        Origin now = Origin.of(call.database(), call.user());
        try (Stream<Path> files = Files.list(ServerFile.folder(FILES))) {
            return files
                    .filter(file -> file.getFileName().toString().endsWith(EXTENSION) && Files.isRegularFile(file))
                    .sorted()
                    .map(file -> row(file, now, owners))
                    .filter(Objects::nonNull)
                    .toList()
                    .stream();
        } catch (UncheckedIOException e) {
            throw new IllegalStateException("The server's folder cannot be read: " + ServerFile.reason(e.getCause()));
        } catch (IOException e) {
            throw new IllegalStateException("The server's folder cannot be read: " + ServerFile.reason(e));
        }
    }

    /** The row of a file; null when it is gone, or one of another user. */
    private static FileRow row(Path path, Origin now, Predicate<String> owners) {
        String fileName = path.getFileName().toString();
        String name = fileName.substring(0, fileName.length() - EXTENSION.length());
        try {
            ZonedDateTime time =
                    ZonedDateTime.ofInstant(Files.getLastModifiedTime(path).toInstant(), ZoneOffset.UTC);
            long bytes = Files.size(path);
            try (GraphFile file = GraphFile.open(path)) {
                SavedGraph saved = new SavedGraph(file);
                if (!owners.test(saved.origin().user())) {
                    return null;
                }
                Long since = saved.transactionsSince(now);
                Long right = saved.nodeCount(EntityKind.RIGHT);
                return new FileRow(
                        name,
                        saved.graphName(),
                        saved.origin().user(),
                        right == null ? "UNIPARTITE" : "BIPARTITE",
                        right == null ? null : saved.nodeCount(EntityKind.LEFT),
                        right,
                        file.edgeCount(),
                        saved.columns(),
                        bytes,
                        saved.origin().database(),
                        since != null,
                        since,
                        time,
                        null);
            } catch (GraphFileException e) {
                return new FileRow(
                        name,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        List.of(),
                        bytes,
                        null,
                        null,
                        null,
                        time,
                        UserText.message(e.getMessage()));
            }
        } catch (IOException e) {
            return null;
        }
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description("Returns the relationships of a named graph, or of a part of it, as arrays of bytes.")
    public Stream<EdgesRow> edges(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        Call call = call(STREAM);
        String name = GraphProcedures.checkedName(graphName);
        Configuration given = new Configuration(configuration);
        GraphKey key = call.key(name, CallConfig.username(given));
        int of = given.integer("of", 1, 1, MOST_PARTS);
        int part = given.integer("part", 0, 0, of - 1);
        boolean relationshipIds = given.flag("relationshipIds", false);
        return call.run(given, job -> {
            job.about(graphName, new StageTimes());
            CatalogGraph graph = GraphCatalog.server().acquire(key);
            return OffHeapScope.closingOnFailure(graph::release, () -> {
                ProjectedGraph projected = graph.projected();
                if (relationshipIds) {
                    projected.checkRelationshipIds("Graph " + UserText.value(graphName));
                }
                return call.reporting(job, edges(projected, part, of, relationshipIds))
                        .onClose(graph::release);
            });
        });
    }

    private static Stream<EdgesRow> edges(ProjectedGraph projected, int part, int of, boolean relationshipIds) {
        long edges = projected.graph().edgeCount();
        long first = firstOf(part, of, edges);
        long end = firstOf(part + 1, of, edges);
        NodeIds targets = projected.targets();
        EdgeCursor cursor = new EdgeCursor(projected.graph(), first);
        return LongStream.iterate(first, from -> from < end, from -> from + EDGES_OF_A_ROW)
                .mapToObj(from -> {
                    int count = (int) Math.min(EDGES_OF_A_ROW, end - from);
                    byte[] sources = new byte[count * Long.BYTES];
                    byte[] others = new byte[count * Long.BYTES];
                    byte[] ids = relationshipIds ? new byte[count * Long.BYTES] : null;
                    for (int at = 0; at < count * Long.BYTES; at += Long.BYTES) {
                        cursor.next();
                        LONGS.set(sources, at, projected.left().nodeId(cursor.first()));
                        LONGS.set(others, at, targets.nodeId(cursor.second()));
                        if (ids != null) {
                            LONGS.set(ids, at, projected.relationships().first().get(cursor.edge()));
                        }
                    }
                    return new EdgesRow(from, count, sources, others, ids);
                });
    }

    /** The first edge of a part, of parts of equally many edges. */
    private static long firstOf(int part, int of, long edges) {
        return edges / of * part + Math.min(part, edges % of);
    }
}
