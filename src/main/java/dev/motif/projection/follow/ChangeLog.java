package dev.motif.projection.follow;

import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.projection.Projection;
import dev.motif.projection.follow.Changes.Longs;
import dev.motif.projection.follow.Follower.Interest;
import dev.motif.projection.follow.Follower.Taken;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListener;
import org.neo4j.kernel.api.KernelTransactionHandle;
import org.neo4j.kernel.impl.api.KernelTransactions;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * The ids of what transactions change in a database, as far as a {@link Follower} looks at it. Neo4j calls it before each
 * commit, as long as there is a follower. An entry is there before its transaction can be seen, and a follower keeps the
 * entries of transactions that were not yet through when it read: so it misses nothing, and what was rolled back does no
 * harm. Thread-safe; it never makes a transaction fail.
 */
public final class ChangeLog implements TransactionEventListener<ChangeLog.Entry> {
    /** The most longs of all entries: a 64th of the heap. When there are more, followers read everything anew. */
    private static final long MOST = Runtime.getRuntime().maxMemory() / 64 / Long.BYTES;

    /** How long a new follower waits for transactions that are being committed. */
    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final DatabaseManagementService server;
    private final String database;
    private final KernelTransactions transactions;
    private final long most;

    private final Set<Follower> followers = new HashSet<>();
    private volatile Interest interest = Interest.NONE;

    private final Deque<Entry> entries = new ArrayDeque<>();
    /** The number of the first of {@link #entries}, which are numbered one after the other. */
    private long first;

    private long longs;
    /** Entries before this one were dropped because they were too many. */
    private long lostBefore;
    /** The transactions that began to commit, and those that are through. */
    private long begun;

    private long ended;

    /** What one transaction changes. */
    static final class Entry {
        private final Longs nodes = new Longs();
        private final Longs relationships = new Longs();
        private final Longs deleted = new Longs();
        private boolean through;
        private boolean committed;

        private long longs() {
            return (long) nodes.count() + relationships.count() + deleted.count();
        }
    }

    /** The log of {@code database}, as its server has it. */
    public ChangeLog(DatabaseManagementService server, GraphDatabaseAPI database) {
        this(server, database, MOST);
    }

    /** @param most the most longs of all entries */
    ChangeLog(DatabaseManagementService server, GraphDatabaseAPI database, long most) {
        this.server = server;
        this.database = database.databaseName();
        this.transactions = database.getDependencyResolver().resolveDependency(KernelTransactions.class);
        this.most = most;
    }

    /**
     * Begins to follow. What is read of the database after this has returned, and what the follower has seen, are all there
     * is. Waits for transactions that are being committed; should one take longer than ten seconds, perhaps because it waits
     * for the caller's, the first refresh reads everything.
     */
    public Follower follow(Projection projection, Cancellation cancellation) {
        Follower follower;
        synchronized (this) {
            follower = new Follower(this, Interest.of(projection), first + entries.size(), false);
            add(follower);
        }
        return OffHeapScope.closingOnFailure(follower, () -> settled(cancellation) ? follower : incomplete(follower));
    }

    private void add(Follower follower) {
        followers.add(follower);
        interest = interest.with(follower.interest());
        if (followers.size() == 1) {
            server.registerTransactionEventListener(database, this);
        }
    }

    private synchronized Follower incomplete(Follower follower) {
        Follower other = new Follower(this, follower.interest(), follower.from(), true);
        followers.add(other);
        end(follower);
        return other;
    }

    /** Waits until all transactions are through that may have looked for listeners before this one was there. */
    private boolean settled(Cancellation cancellation) {
        List<KernelTransactionHandle> committing = transactions.executingTransactions().stream()
                .filter(KernelTransactionHandle::isCommitting)
                .toList();
        long start = System.nanoTime();
        while (committing.stream().anyMatch(KernelTransactionHandle::isCommitting)) {
            cancellation.check();
            if (System.nanoTime() - start > MOST_WAIT_NANOS) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    synchronized Taken take(Follower follower) {
        if (follower.incomplete() || follower.from() < lostBefore || !followers.contains(follower)) {
            return null;
        }
        Longs nodes = new Longs();
        Longs relationships = new Longs();
        Longs deleted = new Longs();
        long number = first;
        long next = -1;
        for (Entry entry : entries) {
            if (number >= follower.from()) {
                nodes.addAll(entry.nodes);
                relationships.addAll(entry.relationships);
                deleted.addAll(entry.deleted);
                for (int i = 0; !entry.committed && i < entry.deleted.count(); i += Changes.DELETED) {
                    // It is still there unless its transaction is committed, and perhaps stays.
                    relationships.add(entry.deleted.get(i));
                }
                next = next < 0 && !entry.through ? number : next;
            }
            number++;
        }
        Follower successor = new Follower(this, follower.interest(), next < 0 ? number : next, false);
        followers.add(successor);
        long begunNow = begun;
        boolean quiet = begun == ended;
        return new Taken(
                new Changes(nodes.toArray(), relationships.toArray(), deleted.toArray(), follower.again()),
                successor,
                () -> quiet && begunNow == begun());
    }

    synchronized boolean hasNothingFor(Follower follower) {
        return !follower.incomplete() && follower.from() == first + entries.size();
    }

    private synchronized long begun() {
        return begun;
    }

    synchronized void end(Follower follower) {
        if (followers.remove(follower)) {
            interest = followers.stream().map(Follower::interest).reduce(Interest.NONE, Interest::with);
            if (followers.isEmpty()) {
                server.unregisterTransactionEventListener(database, this);
            }
            trim();
        }
    }

    /** Drops what all followers have read. */
    private void trim() {
        long least = followers.stream().mapToLong(Follower::from).min().orElse(first + entries.size());
        while (first < least && !entries.isEmpty()) {
            longs -= entries.remove().longs();
            first++;
        }
    }

    private void lose() {
        // One more, for the entry that is not there.
        first += entries.size() + 1;
        lostBefore = first;
        entries.clear();
        longs = 0;
    }

    synchronized long longs() {
        return longs;
    }

    @Override
    public Entry beforeCommit(TransactionData data, Transaction transaction, GraphDatabaseService service) {
        Entry entry = new Entry();
        synchronized (this) {
            begun++;
        }
        boolean whole = false;
        try {
            whole = collect(data, entry);
        } catch (RuntimeException | Error e) {
            // Nobody's transaction fails because somebody follows.
        }
        synchronized (this) {
            if (!whole || longs + entry.longs() > most) {
                lose();
            } else if (entry.longs() > 0) {
                entries.add(entry);
                longs += entry.longs();
            }
        }
        return entry;
    }

    /** Collects what a transaction changes; returns false when it is too much. */
    private boolean collect(TransactionData data, Entry entry) {
        Interest wanted = interest;
        if (wanted.allNodes()) {
            data.createdNodes().forEach(node -> entry.nodes.add(node.getId()));
            data.deletedNodes().forEach(node -> entry.nodes.add(node.getId()));
        }
        data.assignedLabels().forEach(change -> label(change.label(), change.node(), wanted, entry));
        data.removedLabels().forEach(change -> label(change.label(), change.node(), wanted, entry));
        if (!wanted.ofNodes().isEmpty()) {
            data.assignedNodeProperties().forEach(change -> ofNode(change, wanted, entry));
            data.removedNodeProperties().forEach(change -> ofNode(change, wanted, entry));
            entry.nodes.unite();
        }
        if (entry.longs() > most) {
            return false;
        }
        for (Relationship created : data.createdRelationships()) {
            if (isWanted(created, wanted)) {
                entry.relationships.add(created.getId());
            }
        }
        for (Relationship deleted : data.deletedRelationships()) {
            if (isWanted(deleted, wanted)) {
                entry.deleted.add(deleted.getId());
                entry.deleted.add(deleted.getStartNodeId());
                entry.deleted.add(deleted.getEndNodeId());
            }
        }
        if (!wanted.ofRelationships().isEmpty()) {
            data.assignedRelationshipProperties().forEach(change -> ofRelationship(change, wanted, entry));
            data.removedRelationshipProperties().forEach(change -> {
                // What is deleted has an entry of its own.
                if (!data.isDeleted(change.entity())) {
                    ofRelationship(change, wanted, entry);
                }
            });
            entry.relationships.unite();
        }
        return true;
    }

    private static void label(Label label, Node node, Interest wanted, Entry entry) {
        if (wanted.labels().contains(label.name())) {
            entry.nodes.add(node.getId());
        }
    }

    private static void ofNode(PropertyEntry<Node> change, Interest wanted, Entry entry) {
        if (wanted.ofNodes().contains(change.key())) {
            entry.nodes.add(change.entity().getId());
        }
    }

    private static boolean isWanted(Relationship relationship, Interest wanted) {
        return wanted.types() == null
                || wanted.types().contains(relationship.getType().name());
    }

    private static void ofRelationship(PropertyEntry<Relationship> change, Interest wanted, Entry entry) {
        if (wanted.ofRelationships().contains(change.key()) && isWanted(change.entity(), wanted)) {
            entry.relationships.add(change.entity().getId());
        }
    }

    @Override
    public void afterCommit(TransactionData data, Entry entry, GraphDatabaseService service) {
        through(entry, true);
    }

    @Override
    public void afterRollback(TransactionData data, Entry entry, GraphDatabaseService service) {
        through(entry, false);
    }

    private synchronized void through(Entry entry, boolean committed) {
        if (entry != null) {
            ended++;
            entry.through = true;
            entry.committed = committed;
        }
    }
}
