package dev.motif.projection.follow;

import dev.motif.graph.memory.HeapBudget;
import dev.motif.parallel.Cancellation;
import dev.motif.projection.Projection;
import dev.motif.projection.follow.Follower.Interest;
import dev.motif.projection.follow.Follower.Taken;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.neo4j.common.DependencyResolver;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.api.KernelTransactionHandle;
import org.neo4j.kernel.api.txstate.TransactionState;
import org.neo4j.kernel.api.txstate.TxStateHolder;
import org.neo4j.kernel.impl.api.KernelTransactions;
import org.neo4j.kernel.impl.query.TransactionExecutionMonitor;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.kernel.internal.event.TransactionEventListeners;
import org.neo4j.monitoring.Monitors;
import org.neo4j.token.TokenHolders;

/**
 * The ids of what transactions change in a database, as far as a {@link Follower} looks at it. As long as there is a
 * follower, Neo4j calls it at the end of each commit: when what the transaction has written, and what listeners such as
 * triggers added to it, can be seen, and before the caller of the commit goes on. So whatever was committed before a
 * follower reads is there once the transactions that are being committed are through ({@link #settled}). Transactions do
 * nothing more than without a follower until they are committed, and no memory is charged to them. Thread-safe.
 */
public final class ChangeLog implements TransactionExecutionMonitor {
    /** How long a follower waits for transactions that are being committed. */
    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final Monitors monitors;
    private final KernelTransactions transactions;
    private final TokenHolders tokens;
    private final Limit limit;

    private final Set<Follower> followers = new HashSet<>();
    private volatile Interest interest = Interest.NONE;

    /** The values of {@link ChangedIds}, in the order in which transactions were committed. */
    private final LongChunks ids;
    /** Ids with lower numbers were dropped because they were too many. */
    private long lostBefore;
    /** How many transactions that wrote something are through. */
    private long commits;

    /**
     * The bytes on the heap that the logs of all databases may take together. When there is no room, followers read
     * everything anew. Thread-safe.
     */
    public static final class Limit {
        /** No array of ids is longer than a JVM allows. */
        private static final long LARGEST = 1L << 32;

        private final long most;
        private final HeapBudget.Share heap;
        private long taken;

        /** A 64th of the heap, as far as this budget has it. */
        public Limit(HeapBudget heap) {
            this(Math.min(Runtime.getRuntime().maxMemory() / 64, LARGEST), heap.share("the logs of changes"));
        }

        /** @param heap null for bytes that no budget counts */
        private Limit(long most, HeapBudget.Share heap) {
            this.most = most;
            this.heap = heap;
        }

        Limit(long most, HeapBudget heap) {
            this(most, heap.share("the logs of changes"));
        }

        /** A limit of the same size for objects that live only until a commit has returned, which nobody counts. */
        private Limit alone() {
            return new Limit(most, (HeapBudget.Share) null);
        }

        synchronized boolean take(long bytes) {
            if (bytes > most - taken) {
                return false;
            }
            if (heap != null) {
                try {
                    heap.add(bytes);
                } catch (HeapBudget.Exceeded e) {
                    return false;
                }
            }
            taken += bytes;
            return true;
        }

        synchronized void giveBack(long bytes) {
            taken -= bytes;
            if (heap != null) {
                heap.release(bytes);
            }
        }

        synchronized long taken() {
            return taken;
        }
    }

    /**
     * The log of a database.
     *
     * @param database as its server has it
     * @param limit of the logs of all databases
     */
    public ChangeLog(GraphDatabaseAPI database, Limit limit) {
        DependencyResolver known = database.getDependencyResolver();
        this.monitors = known.resolveDependency(Monitors.class);
        this.transactions = known.resolveDependency(KernelTransactions.class);
        this.tokens = known.resolveDependency(TokenHolders.class);
        this.limit = limit;
        this.ids = new LongChunks(limit);
    }

    /**
     * Begins to follow. What is read of the database after this has returned, and what the follower has seen, are all there
     * is.
     */
    public synchronized Follower follow(Projection projection) {
        Follower follower = new Follower(this, Interest.of(projection), ids.end());
        followers.add(follower);
        interest = interest.with(follower.interest());
        if (followers.size() == 1) {
            monitors.addMonitorListener(this);
        }
        return follower;
    }

    /**
     * Waits until all transactions are through that are being committed, whose changes may be seen already. Returns false
     * where one takes longer than ten seconds, or runs the caller, as a trigger may after the commit.
     */
    boolean settled(Cancellation cancellation) {
        List<KernelTransactionHandle> committing = committing().toList();
        if (!committing.isEmpty() && isWithinCommit()) {
            return false;
        }
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

    private Stream<KernelTransactionHandle> committing() {
        return transactions.executingTransactions().stream().filter(KernelTransactionHandle::isCommitting);
    }

    private static boolean isWithinCommit() {
        String listeners = TransactionEventListeners.class.getName();
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(listeners)));
    }

    Taken take(Follower follower) {
        LongChunks.View view;
        Follower next;
        long before;
        synchronized (this) {
            if (follower.from() < lostBefore || !followers.contains(follower)) {
                return null;
            }
            view = ids.from(follower.from());
            next = new Follower(this, follower.interest(), ids.end());
            followers.add(next);
            before = commits;
        }
        // A transaction that has begun to commit meanwhile is being committed or counted at the end.
        return Taken.of(
                view, follower.again(), next, () -> committing().findAny().isEmpty() && before == commits());
    }

    synchronized boolean hasNothingFor(Follower follower) {
        return follower.from() == ids.end();
    }

    private synchronized long commits() {
        return commits;
    }

    synchronized void end(Follower follower) {
        if (followers.remove(follower)) {
            interest = followers.stream().map(Follower::interest).reduce(Interest.NONE, Interest::with);
            if (followers.isEmpty()) {
                monitors.removeMonitorListener(this);
            }
            ids.dropBefore(followers.stream().mapToLong(Follower::from).min().orElse(ids.end()));
        }
    }

    private void lose() {
        // One more, for the change that is not there.
        lostBefore = ids.end() + 1;
        ids.dropBefore(lostBefore);
    }

    /** How many ids are there. */
    synchronized long count() {
        return ids.count();
    }

    @Override
    public void start(KernelTransaction transaction) {}

    @Override
    public void commit(KernelTransaction transaction) {
        LongChunks changed = new LongChunks(limit.alone());
        boolean whole = false;
        try {
            if (transaction.getTransactionId() == KernelTransaction.READ_ONLY_ID) {
                return;
            }
            whole = collect(transaction, changed);
        } catch (RuntimeException | Error e) {
            // A transaction that is committed does not fail because somebody follows: the log is lost instead.
        }
        synchronized (this) {
            commits++;
            if (!followers.isEmpty() && !(whole && ids.addAll(changed))) {
                lose();
            }
        }
    }

    @Override
    public void rollback(KernelTransaction transaction, Throwable failure) {}

    /** Returns false when it is too much, or when the transaction does not know all that it wrote. */
    private boolean collect(KernelTransaction transaction, LongChunks changed) {
        if (!(transaction instanceof TxStateHolder holder) || !holder.hasTxStateWithChanges()) {
            return false;
        }
        TransactionState state = holder.txState();
        return !state.isMultiChunk() && new ChangedIds(state, interest, tokens, changed).collect();
    }
}
