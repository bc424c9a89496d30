package dev.motif.cypher.write;

import dev.motif.backend.work.StageTimes;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.Call;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.PartialWriteException;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.parallel.Workers;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.StoredIds;
import dev.motif.text.GroupId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.neo4j.exceptions.KernelException;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.internal.kernel.api.Write;
import org.neo4j.internal.kernel.api.exceptions.EntityNotFoundException;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.values.storable.Values;

/**
 * Writes groups of nodes: a new node for each group, with a label and properties, and a relationship to it from every
 * member. The new node also has as properties the job's id, the user, the {@link GroupId}, and when a run with that job id has
 * written a group of these members first: a node that is replaced hands that time down. Nodes that an earlier run of the same user with the same job id wrote with
 * the same label are deleted first, so that a second run replaces the first. Nodes of another user stay, and so do nodes that lack one of the properties.
 * Nodes without a user, which earlier versions and servers without authentication write, are replaced by the run of any user.
 *
 * <p>Batches commit one by one: after an error or a kill, whole groups are written and the rest is not. Members that
 * were deleted after the projection are skipped, and so is a group without any other members.
 */
public final class GroupWriter {
    /** The name of the stage in which it writes. */
    private static final String STAGE = "writing groups";

    private static final String TYPE_KEY = "relationshipType";
    private static final String JOB_ID = "jobId";
    private static final String GROUP_ID = "groupId";
    private static final String FIRST_SEEN = "firstSeen";
    private static final String USERNAME = "username";

    /** The size of a batch, which takes about 1.4 KB of heap for each relationship until it is committed. */
    private static final int RELATIONSHIPS_PER_BATCH = 10_000;

    private final WriteTransactions transactions;
    private final String label;
    private final String jobId;

    /** The caller, empty when authentication is off. */
    private final String user;

    private final List<String> properties;
    private final int labelToken;
    private final int typeToken;
    private final ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS);

    /** When the groups of nodes that are deleted were first written. */
    private final FirstSeen firstSeen;

    /** The heap of the groups that are about to be written. */
    private final HeapBudget.Share heap;

    private long groups;
    private long relationships;
    private long skipped;
    private long deleted;

    /**
     * A group of nodes.
     *
     * @param members node ids
     * @param values of the new node's properties, in their order
     */
    public record Group(List<Long> members, List<? extends Number> values) {}

    /**
     * The labels, keys and type of the groups that a call writes.
     *
     * @param labelKey the key of the label
     * @param label of the new nodes
     * @param type of the new relationships
     * @param skipIfRunning as of {@link WriteConfig}
     */
    public record Target(String labelKey, String label, String type, boolean skipIfRunning) {
        /** @param type where the key {@code relationshipType} is absent */
        public static Target of(Configuration given, String labelKey, String type) {
            return new Target(
                    labelKey,
                    given.requiredString(labelKey),
                    given.string(TYPE_KEY, type),
                    WriteConfig.skipIfRunning(given));
        }

        /**
         * Runs a call, and writes the groups of its result in place of the groups of an earlier run.
         *
         * @param properties the names of the new nodes' properties
         * @param row makes the row of the call once they are written
         */
        public <G extends Graph, C, R extends AutoCloseable, T> Stream<T> write(
                AlgorithmCall<G, C, R> call,
                Function<AlgorithmRun<R>, List<String>> properties,
                Function<AlgorithmRun<R>, Stream<Group>> groups,
                BiFunction<AlgorithmRun<R>, GroupWriter, T> row) {
            return call.writeRow(skipIfRunning, List.of(STAGE), run -> {
                GroupWriter writer = new GroupWriter(
                        this,
                        call.call(),
                        run.workers(),
                        call.config().jobId(),
                        properties.apply(run),
                        run.whole(),
                        run.kept().own(new FirstSeen(run.memory())),
                        run.heap("the groups of a batch"));
                Iterator<Group> all = groups.apply(run).iterator();
                run.times().time(StageTimes.Stage.WRITE, () -> writer.replaceBy(all));
                return row.apply(run, writer);
            });
        }
    }

    private record Batch(long groups, long relationships, long skipped) {
        Batch plus(Batch other) {
            return new Batch(groups + other.groups, relationships + other.relationships, skipped + other.skipped);
        }
    }

    /**
     * Whether a call is to write new nodes, for whose label {@code key} stands, and not a property of each node.
     *
     * @throws IllegalArgumentException when both are given, or none
     */
    public static boolean isAskedFor(Configuration given, String key) {
        boolean groups = given.string(key, null) != null;
        if (groups == (given.string("writeProperty", null) != null)) {
            throw new IllegalArgumentException("exactly one of `writeProperty`, for a property of each node, and `"
                    + key + "`, for a label of new nodes, must be given");
        }
        return groups;
    }

    /**
     * @param call whose rights are used; its transaction must not hold changes, since their locks would never be freed
     * @param properties the names of the new nodes' properties
     * @param graph has the members
     * @param firstSeen empty; the caller's
     * @param heap likewise
     */
    private GroupWriter(
            Target target,
            Call call,
            Workers workers,
            String jobId,
            List<String> properties,
            ProjectedGraph graph,
            FirstSeen firstSeen,
            HeapBudget.Share heap) {
        this.transactions = new WriteTransactions(call, workers.with(1), graph);
        this.label = target.label;
        this.jobId = jobId;
        this.user = call.user();
        this.firstSeen = firstSeen;
        this.heap = heap;
        this.properties = List.copyOf(properties);
        this.labelToken = transactions.label(target.labelKey, label);
        this.typeToken = transactions.relationshipType(TYPE_KEY, target.type);
    }

    /**
     * Deletes what an earlier run with the same job id wrote, then writes all of {@code all}.
     *
     * @throws PartialWriteException when it ends early; what was committed stays
     */
    public void replaceBy(Iterator<Group> all) {
        int[] keys = Stream.concat(Stream.of(JOB_ID, GROUP_ID, FIRST_SEEN, USERNAME), properties.stream())
                .mapToInt(name -> transactions.propertyKey(name, name))
                .toArray();
        Workers workers = transactions.workers();
        workers.progress().begin(STAGE, 0);
        try {
            workers.run(1, (worker, group) -> {
                transactions.commit(this::rememberFormer);
                deleteFormer();
                while (all.hasNext()) {
                    if (group.stopped()) {
                        throw new CancellationException("cancelled by the caller");
                    }
                    write(nextBatch(all), keys);
                }
            });
        } catch (RuntimeException e) {
            throw new PartialWriteException(e, groups, "groups");
        }
    }

    private void deleteFormer() throws KernelException {
        long batch;
        do {
            batch = transactions.commit(this::deleteSome);
            deleted += batch;
        } while (batch > 0);
    }

    /** Deletes nodes until a batch is full; returns the number of deleted nodes, 0 when none was left. */
    private long deleteSome(InternalTransaction transaction) {
        long nodes = 0;
        int entities = 0;
        try (ResourceIterator<Node> former = transaction.findNodes(Label.label(label), JOB_ID, jobId)) {
            while (entities < RELATIONSHIPS_PER_BATCH && former.hasNext()) {
                Node node = former.next();
                if (isOwn(node)) {
                    entities += 1 + node.getDegree();
                    node.getRelationships().forEach(Entity::delete);
                    node.delete();
                    nodes++;
                }
            }
        }
        return nodes;
    }

    /** Reads the times of all nodes before the first is deleted, so that a lack of memory loses none; returns their number. */
    private long rememberFormer(InternalTransaction transaction) {
        long nodes = 0;
        try (ResourceIterator<Node> former = transaction.findNodes(Label.label(label), JOB_ID, jobId)) {
            while (former.hasNext()) {
                Node node = former.next();
                if (isOwn(node)
                        && node.getProperty(GROUP_ID, null) instanceof String groupId
                        && node.getProperty(FIRST_SEEN, null) instanceof ZonedDateTime seen) {
                    firstSeen.remember(groupId, seen);
                }
                if (++nodes % RELATIONSHIPS_PER_BATCH == 0) {
                    transactions.workers().cancellation().check();
                }
            }
        }
        return nodes;
    }

    private boolean isOwn(Node node) {
        Map<String, Object> values = node.getProperties(properties.toArray(String[]::new));
        return user.equals(node.getProperty(USERNAME, user))
                && properties.stream().allMatch(name -> values.get(name) instanceof Long);
    }

    private List<Group> nextBatch(Iterator<Group> all) {
        heap.become(0);
        List<Group> batch = new ArrayList<>();
        int size = 0;
        while (size < RELATIONSHIPS_PER_BATCH && all.hasNext()) {
            Group next = all.next();
            heap.add(next.members().size() * EntityLookup.NODE_BYTES);
            size += 1 + next.members().size();
            batch.add(next);
        }
        return batch;
    }

    private void write(List<Group> batch, int[] keys) throws KernelException {
        Batch written = transactions.commit(transaction -> {
            Write write = transaction.kernelTransaction().dataWrite();
            Batch sum = new Batch(0, 0, 0);
            try (StoredIds.Nodes nodes = transactions.storedNodes(transaction)) {
                for (Group group : batch) {
                    sum = sum.plus(write(write, nodes, group, keys));
                }
            }
            return sum;
        });
        groups += written.groups();
        relationships += written.relationships();
        skipped += written.skipped();
    }

    private Batch write(Write write, StoredIds.Nodes nodes, Group group, int[] keys) throws KernelException {
        long node = write.nodeCreateWithLabels(new int[] {labelToken});
        long joined = join(write, nodes, node, group.members());
        long missing = group.members().size() - joined;
        if (joined == 0) {
            // Only joining a member tells for sure that it is still there.
            write.nodeDelete(node);
            return new Batch(0, 0, missing);
        }
        // Not Values.stringValue, whose type differs between versions of Neo4j.
        String groupId = GroupId.of(group.members());
        write.nodeSetProperty(node, keys[0], Values.of(jobId));
        write.nodeSetProperty(node, keys[1], Values.of(groupId));
        write.nodeSetProperty(node, keys[2], Values.of(firstSeen.of(groupId, now)));
        if (!user.isEmpty()) {
            write.nodeSetProperty(node, keys[3], Values.of(user));
        }
        int key = 4;
        for (Number value : group.values()) {
            write.nodeSetProperty(node, keys[key++], Values.of(value));
        }
        return new Batch(1, joined, missing);
    }

    /** Returns how many of the members there are. */
    private long join(Write write, StoredIds.Nodes nodes, long node, List<Long> members) throws KernelException {
        long joined = 0;
        for (long member : members) {
            if (nodes != null && !nodes.has(member)) {
                continue;
            }
            try {
                write.relationshipCreate(member, typeToken, node);
                joined++;
            } catch (EntityNotFoundException e) {
                // Deleted after the projection.
            }
        }
        return joined;
    }

    /** The number of new nodes that are committed. */
    public long groups() {
        return groups;
    }

    /** The number of new relationships that are committed. */
    public long relationships() {
        return relationships;
    }

    /** The number of members that were skipped because they no longer exist. */
    public long skipped() {
        return skipped;
    }

    /** The number of nodes of an earlier run that were deleted. */
    public long deleted() {
        return deleted;
    }
}
