package dev.motif.projection.id;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.neo4j.internal.kernel.api.connectioninfo.ClientConnectionInfo;
import org.neo4j.internal.kernel.api.security.LoginContext;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.storageengine.api.TransactionIdStore;

/**
 * Keeps Neo4j from giving the ids of deleted nodes and relationships to new ones, which it otherwise does within seconds:
 * what has an id of a graph is then what was projected, or is deleted. Neo4j waits with an id for the transactions that were
 * open when it was deleted, so a transaction that reads nothing stays open. Nothing else waits for it; the space of what
 * is deleted meanwhile stays unused in the store. Thread-safe.
 */
public final class IdHold implements AutoCloseable {
    /** Holds nothing: for a graph of a running call, whose own transaction is open until the call has ended. */
    public static final IdHold NONE = new IdHold(null, null, false);

    private final Transactions all;
    private final OpenTransaction held;
    private final boolean late;
    private boolean closed;

    private IdHold(Transactions all, OpenTransaction held, boolean late) {
        this.all = all;
        this.held = held;
        this.late = late;
    }

    /** Another hold of all that this one holds, for a graph that is made of one. */
    public IdHold share() {
        return held == null ? NONE : all.share(held, late);
    }

    /** This hold for a graph whose ids were read before it began, and not compared since; only one of the two is to be closed. */
    public IdHold late() {
        return new IdHold(all, held, true);
    }

    /** Whether something may have been deleted, and its id used again, between the reading of the graph and the hold. */
    public boolean isLate() {
        return late;
    }

    /** The last transaction that was committed when this began. */
    public long lastTransaction() {
        return held == null ? 0 : held.lastCommitted;
    }

    @Override
    public void close() {
        if (held != null) {
            all.end(this);
        }
    }

    /** A transaction that stays open, and the number of graphs for which it does. */
    private static final class OpenTransaction {
        private final InternalTransaction transaction;
        private final long lastCommitted;
        private int graphs;

        OpenTransaction(InternalTransaction transaction, long lastCommitted) {
            this.transaction = transaction;
            this.lastCommitted = lastCommitted;
        }
    }

    /** The open transactions of a database. A new graph gets one of its own as long as there are few of them. */
    public static final class Transactions {
        private static final int MOST = 4;

        private static final Map<String, Object> META_DATA =
                Map.of("motif", "keeps the ids of what is deleted from being used again, for named graphs");

        private final GraphDatabaseAPI database;
        private final Deque<OpenTransaction> open = new ArrayDeque<>();

        /** @param database as the server has it, so that its transactions are nobody's */
        public Transactions(GraphDatabaseAPI database) {
            this.database = database;
        }

        /** Holds the ids of all that is deleted from now on. */
        public synchronized IdHold begin() {
            if (open.size() < MOST) {
                // No timeout: one that is terminated holds the ids too, but looks like a mistake in lists.
                InternalTransaction transaction = database.beginTransaction(
                        KernelTransaction.Type.EXPLICIT,
                        LoginContext.AUTH_DISABLED,
                        ClientConnectionInfo.EMBEDDED_CONNECTION,
                        0,
                        TimeUnit.MILLISECONDS);
                transaction.setMetaData(META_DATA);
                open.addLast(new OpenTransaction(transaction, lastCommitted(database)));
            }
            return share(open.getLast(), false);
        }

        private synchronized IdHold share(OpenTransaction transaction, boolean late) {
            transaction.graphs++;
            return new IdHold(this, transaction, late);
        }

        private synchronized void end(IdHold hold) {
            if (!hold.closed) {
                hold.closed = true;
                if (--hold.held.graphs == 0 && open.remove(hold.held)) {
                    hold.held.transaction.close();
                }
            }
        }

        /** Ends all of them: the database stops, which waits for its transactions. */
        public synchronized void endAll() {
            open.forEach(transaction -> transaction.transaction.close());
            open.clear();
        }
    }

    /** The number of the last transaction that a database has committed. */
    public static long lastCommitted(GraphDatabaseAPI database) {
        return database.getDependencyResolver()
                .resolveDependency(TransactionIdStore.class)
                .getLastCommittedTransactionId();
    }
}
