package dev.motif.cypher.procedure;

import dev.motif.backend.Algorithm;
import dev.motif.catalog.Columns;
import dev.motif.choice.Containing;
import dev.motif.choice.GroupChoice;
import dev.motif.choice.LargestGroups;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.Call;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.config.WeightKeys;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.write.WriteCall;
import dev.motif.graph.Graph;
import dev.motif.graph.weight.GroupWeights;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.procs.ProcedureCallContext;
import org.neo4j.logging.Log;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.StatusDetailsAccessor;
import org.neo4j.procedure.TerminationGuard;

/**
 * The base of all classes of procedures, with the fields that Neo4j injects. All of them are allowed without {@code
 * dbms.security.procedures.unrestricted}; with a field of a type that is not, Neo4j would disable every procedure of
 * the class.
 */
public abstract class MotifProcedures {
    /** Describes the first parameter of procedures for bipartite graphs. */
    protected static final String BIPARTITE_GRAPH =
            "The name of a bipartite graph, or {nodes: {left: ..., right: ...}, relationships: ...}"
                    + " to project one for this run alone";

    /** Describes the first parameter of procedures for unipartite graphs. */
    protected static final String UNIPARTITE_GRAPH =
            "The name of a unipartite graph, or {nodes: ..., relationships: ...} to project one for this run alone";

    /** Describes the first parameter of procedures for graphs of either kind. */
    protected static final String ANY_GRAPH =
            "The name of a graph, or {nodes: ..., relationships: ...} to project one for this run alone";

    /** Describes the first parameter of procedures about named graphs. */
    protected static final String GRAPH_NAME = "The name of a graph";

    /** The words for the name of a column in errors. */
    protected static final String A_COLUMN = "the name of a column";

    /** Describes the first parameter of procedures that change a named bipartite graph. */
    protected static final String BIPARTITE_NAME = "The name of a bipartite graph";

    /** Describes the first parameter of procedures that change a named unipartite graph. */
    protected static final String UNIPARTITE_NAME = "The name of a unipartite graph";

    /** The key that {@link WriteConfig#ofColumn} reads, for descriptions. */
    protected static final String MUTATE_KEYS = "mutateProperty";

    /** The keys that {@link WriteConfig#of} reads, for descriptions. */
    protected static final String WRITE_KEYS = "writeProperty, writeConcurrency, onlyChanged, skipIfRunning";

    /** The keys that {@link CallConfig} reads, for descriptions. */
    protected static final String RUN_KEYS =
            "concurrency, readConcurrency, backend, gpus, jobId, logProgress, sudo, username";

    /** Describes the configuration of procedures about what users have. */
    protected static final String OWNER_KEYS = "username";

    /** Describes the procedures that estimate the memory of others. */
    protected static final String ESTIMATES = "Returns an estimation of the memory consumption for that procedure.";

    /** Describes the column with the weight of a group. */
    protected static final String WEIGHT = "Its weight; null without relationshipWeightProperty";

    /** The end of the description of a column with nodes or relationships. */
    protected static final String WITH_NODES = "; null unless yielded or nodes: true, and when deleted";

    /** Columns of nodes and relationships themselves. */
    private static final Pattern NODES_COLUMN = Pattern.compile(
            "(node|(l|joinedL|lostL)eftNode|(r|joinedR|lostR)ightNode|sourceNode|targetNode|relationship)s?|(antecedent|consequent)Nodes");

    /** Describes the id of the relationship that a row is about. */
    protected static final String RELATIONSHIP_ID =
            "The relationship, of parallel ones the smallest id; null with per: 'NODE', and when the graph was projected"
                    + " without relationshipIds: true";

    // What rows say about a run; the other columns of runs are in RunRow.
    protected static final String PROJECT_MILLIS = "Milliseconds of reading the graph; 0 for a named graph";
    protected static final String WRITE_MILLIS = "Milliseconds of writing";
    protected static final String RUN_PARAMETERS = "The parameters of the run";

    @Context
    public GraphDatabaseService databaseService;

    @Context
    public Transaction transaction;

    @Context
    public Log log;

    @Context
    public TerminationGuard terminationGuard;

    @Context
    public StatusDetailsAccessor statusDetails;

    @Context
    public ProcedureCallContext callContext;

    /**
     * The most of a group that one returned before may have too, from 0 to 1; 1 when the parameter is absent.
     *
     * @param groups how many groups the call returns at most, since returned groups are remembered
     */
    protected static double maxOverlap(Configuration given, long groups) {
        double maxOverlap = given.number("maxOverlap", 1, 0, 1);
        if (maxOverlap < 1 && groups > LargestGroups.MOST) {
            throw new IllegalArgumentException("`maxOverlap` needs `topK`, or a `limit` in [1, " + LargestGroups.MOST
                    + "]" + (given.has("limit") ? ", got " + groups : ""));
        }
        return maxOverlap;
    }

    /** A call of {@code stats}: one configuration for the whole graph. */
    protected final <G extends Graph, C, R extends AutoCloseable> AlgorithmCall<G, C, R> stats(
            AlgorithmSpec<G, C, R> spec, Object graph, Map<String, Object> configuration) {
        return call(spec, "stats", graph, new Configuration(configuration));
    }

    /** A call of {@code sample}: one configuration for the whole graph, of which samples say something. */
    protected final <G extends Graph, C, R extends AutoCloseable> AlgorithmCall<G, C, R> sample(
            AlgorithmSpec<G, C, R> spec, Object graph, Map<String, Object> configuration) {
        return call(spec, "sample", graph, new Configuration(configuration));
    }

    /** A call of another procedure, with the parameters of {@code stats}; the procedure's own parameters have been read. */
    protected final <G extends Graph, C, R extends AutoCloseable> AlgorithmCall<G, C, R> call(
            AlgorithmSpec<G, C, R> spec, String mode, Object graph, Configuration given) {
        return call(spec, mode, graph, RelationshipIdUse.NONE, spec.whole().apply(given), given);
    }

    /**
     * A call of a procedure that finds groups in the whole graph, all of which have the nodes of the key {@code contains}. Its
     * own parameters have been read.
     */
    protected final <G extends Graph, C extends Containing<C>, R extends AutoCloseable>
            AlgorithmCall<G, C, R> containing(
                    AlgorithmSpec<G, C, R> spec, String mode, Object graph, Configuration given) {
        return containing(spec, mode, graph, RelationshipIdUse.NONE, given);
    }

    /** The same, with a use of the ids of relationships. */
    protected final <G extends Graph, C extends Containing<C>, R extends AutoCloseable>
            AlgorithmCall<G, C, R> containing(
                    AlgorithmSpec<G, C, R> spec,
                    String mode,
                    Object graph,
                    RelationshipIdUse ids,
                    Configuration given) {
        ContainedNodes nodes = ContainedNodes.of(given);
        return call(spec, mode, graph, ids, spec.whole().apply(given), given)
                .lookingAt((whole, any) -> any.containing(boxed(nodes.leftOf(whole)), boxed(nodes.rightOf(whole))));
    }

    /** A {@code stats} call for groups that contain the nodes of {@code contains}. */
    protected final <G extends Graph, C extends Containing<C>, R extends AutoCloseable>
            AlgorithmCall<G, C, R> statsContaining(
                    AlgorithmSpec<G, C, R> spec, Object graph, Map<String, Object> configuration) {
        return containing(spec, "stats", graph, new Configuration(configuration));
    }

    /**
     * A {@code stream} call for groups that contain the nodes of {@code contains}, with the nodes themselves where
     * {@code nodes} is true.
     */
    protected final <G extends Graph, C extends Containing<C>, R extends AutoCloseable>
            AlgorithmCall<G, C, R> streamContaining(
                    AlgorithmSpec<G, C, R> spec, Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        nodes(given, spec.name() + ".stream");
        return containing(spec, "stream", graph, given);
    }

    private static List<Integer> boxed(int[] vertices) {
        return Arrays.stream(vertices).boxed().toList();
    }

    /**
     * The columns that a key names; none where it is absent.
     *
     * @param what what a name stands for, for the error
     */
    protected static List<String> names(Configuration given, String key, String what) {
        return given.columns(key, what, Columns.DEGREE);
    }

    /** How many rows a call returns at most: the key {@code limit}. */
    protected static long limit(Configuration given, long absent) {
        return given.integer("limit", absent, 1, Long.MAX_VALUE);
    }

    /**
     * The groups that a call returns: the largest {@code topK}, or as the search finds them.
     *
     * @param topK used when the key is absent; 0 for no such selection
     * @param limit used when both keys are absent
     */
    protected static GroupChoice choice(Configuration given, int topK, long limit) {
        int count = given.has("topK") ? given.requiredInteger("topK", 1, LargestGroups.MOST) : topK;
        long most = limit(given, count > 0 ? Long.MAX_VALUE : limit);
        return new GroupChoice(most, (int) Math.min(count, most), maxOverlap(given, count > 0 ? count : most));
    }

    /** The groups of {@link #choice}, for procedures whose key {@code topKBy} says which groups are the largest. */
    protected static GroupChoice choiceBy(Configuration given, int topK, long limit) {
        GroupChoice choice = choice(given, topK, limit);
        if (!choice.ofLargest() && given.has("topKBy")) {
            throw new IllegalArgumentException("`topKBy` needs `topK`, which is missing");
        }
        return choice;
    }

    /** How many of the heaviest groups a call returns: the key {@code topK}; 0 where it returns all, in no order. */
    protected static int topKByWeight(Configuration given, GroupWeights weights) {
        if (!given.has("topK")) {
            return 0;
        }
        WeightKeys.needed(weights, "topK");
        return given.requiredInteger("topK", 1, LargestGroups.MOST);
    }

    /** A call of {@code stream}: rows about nodes or relationships, with these themselves where {@code nodes} is true. */
    protected final <G extends Graph, C, R extends AutoCloseable> AlgorithmCall<G, C, R> stream(
            AlgorithmSpec<G, C, R> spec, Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        Granularity per = spec.per().apply(given);
        nodes(given, spec.name() + ".stream");
        return call(spec, "stream", graph, per.idsToStream(), spec.each().apply(given, per), given);
    }

    /**
     * Reads whether rows have the nodes and relationships of their ids. Where the parameter is absent they do when {@code
     * YIELD} names such a column; not without {@code YIELD}, since looking them up takes time.
     */
    protected final boolean nodes(Configuration given, String procedure) {
        return given.flag("nodes", yields(procedure, NODES_COLUMN));
    }

    /** Whether {@code YIELD} names one of the columns that a pattern matches; false without {@code YIELD}. */
    protected final boolean yields(String procedure, Pattern columns) {
        List<String> yielded =
                callContext == null ? List.of() : callContext.outputFields().toList();
        return yielded.size() < columnCount(procedure) && yielded.stream().anyMatch(columns.asMatchPredicate());
    }

    /** How many columns a procedure of this class has; 0 for any other. */
    private int columnCount(String procedure) {
        return Arrays.stream(getClass().getMethods())
                .filter(method -> method.isAnnotationPresent(Procedure.class)
                        && method.getAnnotation(Procedure.class).name().equals(procedure))
                .map(method -> ((ParameterizedType) method.getGenericReturnType()).getActualTypeArguments()[0])
                .mapToInt(row -> ((Class<?>) row).isRecord()
                        ? ((Class<?>) row).getRecordComponents().length
                        : ((Class<?>) row).getFields().length)
                .findFirst()
                .orElse(0);
    }

    /** A call of {@code write}, into the database: of one property, and of others that the keys {@code also} name. */
    protected final <G extends Graph, C, R extends AutoCloseable> WriteCall<G, C, R> write(
            AlgorithmSpec<G, C, R> spec, Object graph, Map<String, Object> configuration, String... also) {
        Configuration given = new Configuration(configuration);
        return write(spec, "write", with(also, WriteConfig.of(given), given), graph, given);
    }

    /** The same with {@code mutate}, into columns of a named graph. */
    protected final <G extends Graph, C, R extends AutoCloseable> WriteCall<G, C, R> mutate(
            AlgorithmSpec<G, C, R> spec, Object graph, Map<String, Object> configuration, String... also) {
        Configuration given = new Configuration(configuration);
        return write(spec, "mutate", with(also, WriteConfig.ofColumn(given), given), graph, given);
    }

    /**
     * A call of {@code mutate} that adds a column for each entry of the lists of numbers that {@code write} writes.
     *
     * @param endings of the names of the columns, which begin with the given name
     */
    protected final <G extends Graph, C, R extends AutoCloseable> WriteCall<G, C, R> mutateEach(
            AlgorithmSpec<G, C, R> spec, Object graph, Map<String, Object> configuration, List<String> endings) {
        Configuration given = new Configuration(configuration);
        WriteConfig column = WriteConfig.ofColumn(given);
        String name = column.properties().get(0);
        WriteConfig columns =
                column.withProperties(endings.stream().map(name::concat).toList());
        return write(spec, "mutate", columns, graph, given);
    }

    private static WriteConfig with(String[] also, WriteConfig config, Configuration given) {
        WriteConfig all = config;
        for (String key : also) {
            all = all.with(key, given.string(key, null));
        }
        return all;
    }

    /** A call that writes, with parameters of writing that have been read. */
    protected final <G extends Graph, C, R extends AutoCloseable> WriteCall<G, C, R> write(
            AlgorithmSpec<G, C, R> spec, String mode, WriteConfig target, Object graph, Configuration given) {
        Granularity per = spec.per().apply(given);
        C what = spec.each().apply(given, per);
        return new WriteCall<>(
                target,
                call(spec, mode, graph, target.relationshipIds(per), what, given),
                spec.elements().apply(what, per),
                spec.writer());
    }

    /** A call of a procedure of the algorithm whose own parameters have been read. */
    protected final <G extends Graph, C, R extends AutoCloseable> AlgorithmCall<G, C, R> call(
            AlgorithmSpec<G, C, R> spec,
            String mode,
            Object graph,
            RelationshipIdUse ids,
            C what,
            Configuration given) {
        return call(spec.name() + "." + mode, spec.algorithm(), graph, ids, ContainedNodes.NONE, what, given);
    }

    /**
     * A call of an algorithm, whose own parameters have been read, on the part of the graph around some nodes.
     *
     * @param contains the nodes of the key {@code contains}; none for the whole graph
     */
    protected final <G extends Graph, C, R extends AutoCloseable> AlgorithmCall<G, C, R> call(
            String procedure,
            Algorithm<G, C, R> algorithm,
            Object graph,
            ContainedNodes contains,
            C what,
            Configuration given) {
        return call(procedure, algorithm, graph, RelationshipIdUse.NONE, contains, what, given);
    }

    private <G extends Graph, C, R extends AutoCloseable> AlgorithmCall<G, C, R> call(
            String procedure,
            Algorithm<G, C, R> algorithm,
            Object graph,
            RelationshipIdUse ids,
            ContainedNodes contains,
            C what,
            Configuration given) {
        return new AlgorithmCall<>(call(procedure), algorithm, graph, ids, contains, what, given);
    }

    protected final Call call(String procedure) {
        return new Call(procedure, databaseService, transaction, log, terminationGuard, statusDetails);
    }
}
