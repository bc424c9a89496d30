package dev.motif.projection.id;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.storageengine.api.TransactionIdStore;

/**
 * Keeps Neo4j from giving the ids of a graph's deleted nodes and relationships to new ones, which it otherwise does within
 * seconds: what has an id of the graph is then what was projected, or is deleted. {@link IdHolds} says how, and what is
 * done when that is ended by others. Thread-safe.
 */
public final class IdHold implements AutoCloseable {
    /** Holds nothing: for a graph of a running call, whose own transaction is open until the call has ended. */
    public static final IdHold NONE = new IdHold(new Held(null, 0, 0), false);

    /** The knowledge of the ids of a graph. */
    public enum State {
        /** An id is not used again: what has it is what was read, or is deleted. */
        HELD,
        /** An id may have been used again, so nodes and relationships are compared with the graph before they are written to. */
        COMPARED,
        /** An id may have been used again while nobody held it, and nothing tells which one. */
        LOST
    }

    private final Held held;
    private final boolean late;

    private IdHold(Held held, boolean late) {
        this.held = held;
        this.late = late;
    }

    /** A hold for a graph that lets ids be used again from the beginning, and is compared. */
    public static IdHold compared(GraphDatabaseAPI database) {
        Held none = new Held(null, 0, lastCommitted(database));
        none.compared = true;
        return new IdHold(none, false);
    }

    static IdHold of(Held held) {
        return new IdHold(held, false);
    }

    /** Whether it was wanted that ids are held; not in {@link #compared}. */
    public boolean isWanted() {
        return held.all != null;
    }

    /** Another hold of all that this one holds, for a graph that is made of one. */
    public IdHold share() {
        return held.all == null ? this : new IdHold(held.all.share(held), late);
    }

    /** This hold for a graph whose ids were read before it began, and not compared since; only one of the two is to be closed. */
    public IdHold late() {
        return new IdHold(held, true);
    }

    /** Says whose ids these are, for lists of transactions and for errors, such as {@code "'g' of ann"}. */
    public void nameGraph(String graph) {
        if (held.all != null) {
            held.all.name(held, graph);
        }
    }

    public State state() {
        settled();
        return held.lost ? State.LOST : late || held.compared || held.gone.length > 0 ? State.COMPARED : State.HELD;
    }

    /**
     * A number that is another one once ids that were this graph's may have become others'. What was read and written
     * between two equal ones was this graph's own.
     */
    public long version() {
        settled();
        return held.version;
    }

    /**
     * Checks that each id is known to name the node or relationship that was projected, or a deleted one.
     *
     * @throws IllegalStateException when it is lost
     */
    public void checkKnown() {
        if (state() == State.LOST) {
            throw new IllegalStateException("The ids of graph " + held.graph + " may belong to other nodes and"
                    + " relationships by now: the transactions that kept ids of deleted ones from being used again were"
                    + " terminated, and nothing tells which have been. Call motif.graph.refresh, or project it again.");
        }
    }

    /** Whether some ids of the graph are known to be no longer its own. */
    public boolean hasGone() {
        settled();
        return held.gone.length > 0;
    }

    /** Whether the node that had this id was deleted, and another one may have it now. */
    public boolean isGoneNode(long id) {
        settled();
        for (UnusedIds ids : held.gone) {
            if (ids.nodes().vertex(id) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether the relationship that had this id was deleted, and another one may have it now. */
    public boolean isGoneRelationship(long id) {
        settled();
        for (UnusedIds ids : held.gone) {
            if (ids.relationships().vertex(id) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Goes over the nodes for which {@link #isGoneNode} holds, of this graph and of others. */
    void forEachGoneNode(LongConsumer action) {
        UnusedIds[] gone = held.gone;
        for (int set = 0; set < gone.length; set++) {
            NodeIds ids = gone[set].nodes();
            for (int i = 0; i < ids.count(); i++) {
                long id = ids.nodeId(i);
                if (Arrays.stream(gone, 0, set)
                        .allMatch(before -> before.nodes().vertex(id) < 0)) {
                    action.accept(id);
                }
            }
        }
    }

    /**
     * Whether ids are kept from being used again, perhaps not from when the graph was read. Each id then names the node
     * or relationship that had it when this hold began, or one that was deleted, or is {@link #isGoneNode gone}.
     */
    public boolean isHeld() {
        settled();
        return held.isHeld();
    }

    /** The last transaction that was committed when this began. */
    public long lastTransaction() {
        return held.lastCommitted;
    }

    private void settled() {
        // Nothing becomes of a graph any more that is lost or compared.
        if (held.all != null && held.isHeld()) {
            held.all.settle();
        }
    }

    @Override
    public void close() {
        if (held.all != null) {
            held.all.end(held);
        }
    }

    /** The number of the last transaction that a database has committed. */
    public static long lastCommitted(GraphDatabaseAPI database) {
        return database.getDependencyResolver()
                .resolveDependency(TransactionIdStore.class)
                .getLastCommittedTransactionId();
    }

    /** The hold of one graph. Changed by {@link IdHolds} alone, under its lock. */
    static final class Held {
        private final IdHolds all;
        private final long lastCommitted;
        private final Instant since = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        /** The number of the first open transaction: all ids of the graph are held by it, or are among {@link #gone}. */
        private long first;

        private volatile String graph = "";
        private volatile UnusedIds[] gone = {};
        private volatile boolean compared;
        private volatile boolean lost;
        private volatile long version;

        Held(IdHolds all, long first, long lastCommitted) {
            this.all = all;
            this.first = first;
            this.lastCommitted = lastCommitted;
        }

        Held copy() {
            Held copy = new Held(all, first, lastCommitted);
            copy.graph = graph;
            copy.gone = gone.clone();
            for (UnusedIds ids : gone) {
                ids.share();
            }
            copy.compared = compared;
            copy.lost = lost;
            return copy;
        }

        long first() {
            return first;
        }

        long lastCommitted() {
            return lastCommitted;
        }

        /** The name of the graph with these ids, and since when it has them; null where that is not known yet. */
        String description() {
            return graph.isEmpty() ? null : graph + " since " + since;
        }

        void graph(String name) {
            graph = name;
        }

        boolean isHeld() {
            return !lost && !compared;
        }

        /** Goes on with the transaction {@code number}, when the ids are gone that were deleted before it began. */
        void goOn(long number, UnusedIds before) {
            List<UnusedIds> all = new ArrayList<>(List.of(gone));
            all.add(before.share());
            gone = all.toArray(UnusedIds[]::new);
            first = number;
            version++;
        }

        /** Goes on with the transaction {@code number}, before which nothing was deleted. */
        void goOn(long number) {
            first = number;
        }

        void lose() {
            lost = true;
            version++;
        }

        void compare() {
            compared = true;
            version++;
        }

        void free() {
            for (UnusedIds ids : gone) {
                ids.close();
            }
            gone = new UnusedIds[0];
        }
    }
}
