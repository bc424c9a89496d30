package dev.motif.cypher.procedure;

import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.catalog.Column;
import dev.motif.catalog.ColumnLease;
import dev.motif.catalog.GraphKey;
import dev.motif.cypher.call.Call;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.GzipMembers;
import dev.motif.cypher.config.Saver;
import dev.motif.cypher.config.ServerFile;
import dev.motif.graph.EdgeCursor;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.text.UserText;
import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.Array;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Entity;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.graph.exportCsv}: nodes or relationships of a named graph with their columns, as a table for other programs. */
public final class CsvProcedures extends MotifProcedures {
    private static final String EXPORT = "motif.graph.exportCsv";
    private static final String STAGE = "writing rows";
    private static final String EXTENSION = ".csv.gz";
    private static final String NODES = "nodeProperties";
    private static final String RELATIONSHIPS = "relationshipProperties";
    private static final String ADDITIONAL = "additionalNodeProperties";
    private static final String ADDITIONAL_RELATIONSHIPS = "additionalRelationshipProperties";
    private static final String SPREADSHEET = "spreadsheet";
    private static final String A_PROPERTY = "the name of a property";
    private static final String FILE_NAME = "The name of a file in the server's folder, without " + EXTENSION;
    private static final String CONFIGURATION = NODES + ", " + RELATIONSHIPS + ", " + ADDITIONAL + ", "
            + ADDITIONAL_RELATIONSHIPS + ", " + SPREADSHEET + ", overwrite, concurrency, jobId, logProgress, username";

    /** The characters that begin formulas, also in their wide forms, and the characters that spreadsheets skip before one. */
    private static final String BEGINS_FORMULAS = "=+-@\uff1d\uff0b\uff0d\uff20\t\r\n";

    /** Rows that a thread writes one after the other, before it looks whether the caller still wants them. */
    private static final int ROWS_OF_A_MEMBER = 1 << 14;

    public record ExportRow(
            @Description("The graph's name") String graphName,
            @Description("The name of the file") String file,
            @Description("Bytes of the file") long bytes,

            @Description("Rows of the file, without the names of the columns")
            long rows,

            @Description("The names of the columns, which the first row of the file has")
            List<String> columns,

            @Description("Milliseconds it took, until the file was on the disk")
            long exportMillis,

            @Description("The parameters of the call") Map<String, Object> configuration) {}

    /**
     * The columns to save.
     *
     * @param ofNodes columns of nodes, none where relationships are saved
     * @param additional properties that the nodes, or the ends of the relationships, have in the database
     * @param additionalOfRelationships properties that the relationships have there
     * @param spreadsheet whether texts that a spreadsheet would take for formulas begin with a quote
     */
    private record What(
            List<String> ofNodes,
            List<String> ofRelationships,
            List<String> additional,
            List<String> additionalOfRelationships,
            boolean spreadsheet) {
        static What of(Configuration given) {
            What what = new What(
                    names(given, NODES, A_PROPERTY),
                    names(given, RELATIONSHIPS, A_PROPERTY),
                    names(given, ADDITIONAL, A_PROPERTY),
                    names(given, ADDITIONAL_RELATIONSHIPS, A_PROPERTY),
                    given.flag(SPREADSHEET, false));
            if (what.ofNodes.isEmpty() == what.ofRelationships.isEmpty()) {
                throw new IllegalArgumentException("exactly one of `" + NODES + "` and `" + RELATIONSHIPS
                        + "` must be given: the names of columns, or '*'");
            }
            if (what.ofRelationships.isEmpty() && !what.additionalOfRelationships.isEmpty()) {
                throw new IllegalArgumentException(
                        "`" + ADDITIONAL_RELATIONSHIPS + "` needs `" + RELATIONSHIPS + "`, which is missing");
            }
            checkNames(ADDITIONAL, what.additional);
            checkNames(ADDITIONAL_RELATIONSHIPS, what.additionalOfRelationships);
            return what;
        }

        private static void checkNames(String key, List<String> names) {
            if (names.contains("*")) {
                throw new IllegalArgumentException("`" + key + "` must be names of properties, got '*'");
            }
        }

        boolean readsDatabase() {
            return !additional.isEmpty() || !additionalOfRelationships.isEmpty();
        }
    }

    @Procedure(name = EXPORT, mode = Mode.READ)
    @Description(
            "Saves the nodes, or the relationships, of a named graph with their columns as a CSV file, compressed by"
                    + " gzip, in the server's folder.")
    public Stream<ExportRow> exportCsv(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "fileName", description = FILE_NAME) String fileName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        Call call = call(EXPORT);
        String name = GraphProcedures.checkedName(graphName);
        ServerFile file = ServerFile.of("`fileName`", fileName, EXTENSION, true);
        Configuration given = new Configuration(configuration);
        GraphKey key = call.key(name, CallConfig.username(given));
        What what = What.of(given);
        Saver saver = call.saver(key.user(), given.flag("overwrite", false));
        int concurrency = CallConfig.concurrency(given, "concurrency", CallConfig.defaultConcurrency());
        StageTimes times = new StageTimes();
        return call.run(given, job -> {
            job.about(graphName, times);
            try (ColumnLease held = ColumnLease.acquire(key, what.ofNodes, what.ofRelationships, call.memory())) {
                EntityLookup entities = what.readsDatabase()
                        ? new EntityLookup(transaction, held.graph().projected())
                        : EntityLookup.NONE;
                Table table = new Table(held, what, entities);
                Workers workers = call.workers(what.readsDatabase() ? 1 : concurrency, job);
                times.time(
                        Stage.WRITE,
                        () -> file.save(
                                saver,
                                to -> table.write(
                                        new GzipMembers(
                                                Channels.newOutputStream(to),
                                                workers,
                                                call.memory().heap()),
                                        saver.mark())));
                job.close();
                return Stream.of(new ExportRow(
                        graphName,
                        fileName,
                        GraphFileProcedures.size(file),
                        table.rows(),
                        table.header(),
                        times.millis(Stage.WRITE),
                        given.asGiven()));
            }
        });
    }

    /**
     * The rows of a file, as RFC 4180 says.
     *
     * @param entities have the nodes and relationships whose properties are read
     */
    private record Table(ColumnLease held, What what, EntityLookup entities) {
        Table {
            if (!what.additionalOfRelationships.isEmpty()
                    && held.graph().projected().relationships() == null) {
                throw new IllegalArgumentException("`" + ADDITIONAL_RELATIONSHIPS
                        + "` needs the ids of relationships: project the graph with {relationshipIds: true}");
            }
            Set<String> names = new HashSet<>();
            for (String name : header(held, what)) {
                if (!names.add(name)) {
                    throw new IllegalArgumentException(
                            "a file cannot have two columns with the name " + UserText.value(name));
                }
            }
        }

        List<String> header() {
            return header(held, what);
        }

        private static List<String> header(ColumnLease held, What what) {
            boolean bipartite = held.graph().projected().isBipartite();
            boolean relationshipIds = held.graph().projected().relationships() != null;
            Stream<String> ids = what.ofNodes.isEmpty()
                    ? Stream.of("sourceNodeId", "targetNodeId", relationshipIds ? "relationshipId" : null)
                    : Stream.of("nodeId", bipartite ? "side" : null);
            Stream<String> columns = Stream.concat(held.ofNodes().stream(), held.ofRelationships().stream())
                    .map(Column::name);
            Stream<String> additional = what.ofNodes.isEmpty()
                    ? Stream.of("source_", "target_")
                            .flatMap(end -> what.additional.stream().map(property -> end + property))
                    : what.additional.stream();
            return Stream.of(
                            ids.filter(name -> name != null),
                            columns,
                            additional,
                            what.additionalOfRelationships.stream())
                    .flatMap(names -> names)
                    .toList();
        }

        long rows() {
            ProjectedGraph projected = held.graph().projected();
            return what.ofNodes.isEmpty()
                    ? projected.graph().edgeCount()
                    : projected.graph().vertexCount();
        }

        /**
         * Writes the names of the columns, and then the rows: by several threads, if the transaction is not read, which is
         * the calling thread's alone.
         *
         * @param mark a comment that the file begins with
         */
        void write(GzipMembers file, String mark) throws IOException {
            Workers workers = file.workers();
            workers.progress().begin(STAGE, rows());
            try (Writer names = file.member(mark)) {
                names.write(header().stream().map(this::text).collect(Collectors.joining(",", "", "\n")));
            }
            EdgeCursor[] cursors = new EdgeCursor[workers.concurrency()];
            Arrays.setAll(
                    cursors, worker -> new EdgeCursor(held.graph().projected().graph()));
            GzipMembers.Lines lines = (worker, from, to, text) -> {
                writeRows(cursors[worker], from, to, text);
                workers.progress().advance(to - from);
            };
            if (!what.readsDatabase()) {
                file.write(rows(), ROWS_OF_A_MEMBER, lines);
                return;
            }
            try (Writer text = file.member("")) {
                for (long from = 0; from < rows(); from += ROWS_OF_A_MEMBER) {
                    workers.cancellation().check();
                    lines.write(0, from, Math.min(rows(), from + ROWS_OF_A_MEMBER), text);
                }
            }
        }

        /** @param edges stands at no edge after {@code from} */
        private void writeRows(EdgeCursor edges, long from, long to, Writer text) throws IOException {
            boolean ofNodes = !what.ofNodes.isEmpty();
            if (!ofNodes) {
                edges.skipTo(from);
            }
            StringBuilder row = new StringBuilder();
            for (long at = from; at < to; at++) {
                if (ofNodes) {
                    node(row, at);
                } else {
                    edges.next();
                    relationship(row, edges);
                }
                text.append(row.append('\n'));
                row.setLength(0);
            }
        }

        /** @param number of the left nodes, and then of the right ones */
        private void node(StringBuilder row, long number) {
            ProjectedGraph projected = held.graph().projected();
            long left = EntityKind.LEFT.count(projected);
            EntityKind side = number < left ? EntityKind.LEFT : EntityKind.RIGHT;
            int vertex = (int) (number < left ? number : number - left);
            long id = projected.nodes(side).nodeId(vertex);
            row.append(id);
            if (projected.isBipartite()) {
                row.append(',').append(side);
            }
            for (Column column : held.ofNodes()) {
                row.append(',');
                if (column.has(side)) {
                    row.append(text(column.value(side, vertex)));
                }
            }
            if (!what.additional.isEmpty()) {
                append(row, entities.node(id), what.additional);
            }
        }

        /** @param entity null for one that was deleted, which has no properties */
        private void append(StringBuilder row, Entity entity, List<String> properties) {
            for (String property : properties) {
                row.append(',').append(entity == null ? "" : text(entity.getProperty(property, null)));
            }
        }

        private void relationship(StringBuilder row, EdgeCursor edge) {
            ProjectedGraph projected = held.graph().projected();
            long source = projected.left().nodeId(edge.first());
            long target = projected.targets().nodeId(edge.second());
            row.append(source).append(',').append(target);
            if (projected.relationships() != null) {
                row.append(',').append(projected.relationshipId(edge.edge()));
            }
            for (Column column : held.ofRelationships()) {
                row.append(',').append(text(column.value(EntityKind.RELATIONSHIPS, edge.edge())));
            }
            if (!what.additional.isEmpty()) {
                append(row, entities.node(source), what.additional);
                append(row, entities.node(target), what.additional);
            }
            if (!what.additionalOfRelationships.isEmpty()) {
                append(
                        row,
                        entities.relationship(projected.relationshipId(edge.edge())),
                        what.additionalOfRelationships);
            }
        }

        /** A value as a field; nothing for null, and a list as its values in brackets. */
        private String text(Object value) {
            if (value == null) {
                return "";
            }
            if (value instanceof Number) {
                return value.toString();
            }
            if (value instanceof List<?> list) {
                return text(list.toArray());
            }
            if (value.getClass().isArray()) {
                return text(IntStream.range(0, Array.getLength(value))
                        .mapToObj(i -> String.valueOf(Array.get(value, i)))
                        .collect(Collectors.joining(", ", "[", "]")));
            }
            String text = value.toString();
            if (what.spreadsheet && !text.isEmpty() && BEGINS_FORMULAS.indexOf(text.charAt(0)) >= 0) {
                text = "'" + text;
            }
            boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
            return plain && !(value instanceof String && text.isEmpty())
                    ? text
                    : '"' + text.replace("\"", "\"\"") + '"';
        }
    }
}
