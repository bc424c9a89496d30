package dev.motif.projection.id;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.id.IdHold.Held;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.internal.kernel.api.connectioninfo.ClientConnectionInfo;
import org.neo4j.internal.kernel.api.security.LoginContext;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * The holds of the graphs of one database. Neo4j gives the id of something deleted to something new once all transactions
 * have ended that were open when it was deleted; a terminated one does not count. So while there are graphs, two
 * transactions that read nothing stay open. All others go on; the space of what is deleted meanwhile stays unused.
 *
 * <p>Anybody who may terminate transactions may end one. The other still holds, and from within the termination a third one
 * is begun, together with a list of the ids that are unused at that time: from what the terminated one has held alone, these
 * may be used again. Each graph keeps that list ({@link IdHold#isGoneNode}). Only when both are terminated at one moment, or
 * the list cannot be made, graphs are lost ({@link IdHold.State#LOST}).
 *
 * <p>The elder transaction ends when all graphs have begun after the younger one, and many ids are unused. Thread-safe.
 */
public final class IdHolds {
    private static final int OPEN = 2;

    /** How many more ids are unused when the elder transaction is worth to be ended: to begin another one, all are read. */
    private static final long WORTH_ENDING = 100_000;

    private static final int MOST_NAMES = 20;
    private static final long MOST_WAIT_SECONDS = 10;

    private static final String PURPOSE =
            "keeps the ids of what is deleted from being used again, for named graphs; motif.graph.drop ends it";

    /** The databases with open transactions, or with ids that are gone. */
    private static final Set<IdHolds> ALL = ConcurrentHashMap.newKeySet();

    private final GraphDatabaseAPI database;
    private final NativeMemory memory;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Held> graphs = new LinkedHashSet<>();
    private final List<InternalTransaction> closing = new ArrayList<>();
    /** The open transactions, the elder first. Changed under the lock, read without. */
    private volatile Open[] open = {};

    private long begun;
    private boolean ended;
    private volatile boolean gone;

    /**
     * An open transaction.
     *
     * @param number each has a larger one than the transactions before it
     * @param lastCommitted the last transaction that was committed when it began
     * @param unusedCount how many ids were unused then
     * @param unused the ids that were unused then; null where there were no graphs, and where it is not known
     * @param since when it began
     */
    private record Open(
            long number,
            InternalTransaction transaction,
            KernelTransaction kernel,
            long lastCommitted,
            long unusedCount,
            UnusedIds unused,
            Instant since) {
        boolean isDead() {
            return kernel.isTerminated() || !kernel.isOpen();
        }
    }

    /**
     * The holds of {@code database}.
     *
     * @param database as the server has it, so that its transactions are nobody's
     * @param memory for lists of unused ids
     */
    public IdHolds(GraphDatabaseAPI database, NativeMemory memory) {
        this.database = database;
        this.memory = memory;
    }

    /** Holds the ids of all that is deleted from now on. */
    public IdHold begin() {
        return locked(() -> {
            settleNow();
            if (ended) {
                throw new IllegalStateException("The database '" + database.databaseName() + "' is being stopped.");
            }
            while (open.length < OPEN) {
                open(null);
            }
            Held held = new Held(this, open[open.length - 1].number, IdHold.lastCommitted(database));
            graphs.add(held);
            return IdHold.of(held);
        });
    }

    Held share(Held held) {
        return locked(() -> {
            Held copy = held.copy();
            if (copy.isHeld()) {
                graphs.add(copy);
            }
            return copy;
        });
    }

    void name(Held held, String graph) {
        locked(() -> {
            held.graph(graph);
            describe();
            return null;
        });
    }

    void end(Held held) {
        locked(() -> {
            held.free();
            if (graphs.remove(held)) {
                settleNow();
            }
            return null;
        });
    }

    /** Lets ids be used again: the graphs are compared from now on. */
    public void giveUp() {
        locked(() -> {
            settleNow();
            if (!graphs.isEmpty()) {
                Open last = open(open[0]);
                for (Held held : List.copyOf(graphs)) {
                    goOn(held, last);
                    if (held.isHeld()) {
                        held.compare();
                    }
                }
                graphs.clear();
                settleNow();
            }
            return null;
        });
    }

    /** How many ids have become unused since the elder transaction began. */
    public long unused() {
        Open[] now = open;
        return now.length == 0 ? 0 : Math.max(0, UnusedIds.count(database) - now[0].unusedCount);
    }

    /** When the elder transaction began; null where there is none. */
    public Instant since() {
        Open[] now = open;
        return now.length == 0 ? null : now[0].since;
    }

    /** Whether ids of a graph of some database may have been used again, or are gone. */
    public static boolean areSomeGone() {
        for (IdHolds each : ALL) {
            each.settle();
            if (each.gone) {
                return true;
            }
        }
        return false;
    }

    /** Ends all transactions: the database stops, which waits for them. */
    public void endAll() {
        locked(() -> {
            ended = true;
            ALL.remove(this);
            leaveAll();
            return null;
        });
    }

    /** Looks whether a transaction was terminated, and if so makes graphs go on with another one. Called for each element of a graph. */
    void settle() {
        Open[] now = open;
        boolean settled = now.length > 0;
        for (Open each : now) {
            settled &= !each.isDead();
        }
        if (!settled) {
            locked(() -> {
                settleNow();
                return null;
            });
        }
    }

    /** Does {@code work} under the lock, and after it what must not be done under it. */
    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
            close();
        }
    }

    /**
     * Handles the end of one of the transactions, within the call that terminates it. The caller has a lock of the
     * transaction, which closing it needs, so another thread closes it.
     */
    private void terminated() {
        boolean settled = false;
        try {
            if (lock.tryLock(MOST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                try {
                    settleNow();
                    settled = true;
                } finally {
                    lock.unlock();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // Whoever asks next about a graph settles it, and nobody's termination fails because of graphs.
        }
        if (settled) {
            CompletableFuture.runAsync(this::close);
        }
    }

    private void settleNow() {
        if (ended) {
            return;
        }
        Open[] alive = Arrays.stream(open).filter(each -> !each.isDead()).toArray(Open[]::new);
        for (Open each : open) {
            if (each.isDead() && !List.of(alive).contains(each)) {
                leave(each);
            }
        }
        open = alive;
        if (!graphs.isEmpty() && open.length == 0) {
            open(null);
        }
        for (Held held : List.copyOf(graphs)) {
            goOn(held, open[0]);
        }
        if (open.length == OPEN
                && graphs.stream().allMatch(held -> held.first() >= open[1].number)
                && unused() > WORTH_ENDING) {
            leave(open[0]);
            open = Arrays.copyOfRange(open, 1, OPEN);
        }
        while (!graphs.isEmpty() && open.length < OPEN) {
            open(open[0]);
        }
        if (graphs.isEmpty()) {
            leaveAll();
        }
    }

    /** Lets {@link #close} end a transaction, which the caller takes out of {@link #open}. */
    private void leave(Open transaction) {
        closing.add(transaction.transaction);
        if (transaction.unused != null) {
            transaction.unused.close();
        }
    }

    private void leaveAll() {
        for (Open each : open) {
            leave(each);
        }
        open = new Open[0];
        if (!gone) {
            ALL.remove(this);
        }
    }

    /** Lets a graph go on with the first transaction that still holds; it is lost where what was deleted before is not known. */
    private void goOn(Held held, Open first) {
        if (held.first() >= first.number) {
            return;
        }
        if (first.lastCommitted == held.lastCommitted()) {
            held.goOn(first.number);
        } else if (first.unused != null) {
            held.goOn(first.number, first.unused);
            gone = true;
        } else {
            gone = true;
            held.lose();
            graphs.remove(held);
        }
    }

    /**
     * Begins another transaction.
     *
     * @param holding holds all ids of all graphs, so that the unused ids are read while it does; null where none does
     */
    private Open open(Open holding) {
        InternalTransaction transaction = null;
        UnusedIds unused = null;
        try {
            KernelTransaction kernel = null;
            while (kernel == null) {
                transaction = database.beginTransaction(
                        KernelTransaction.Type.EXPLICIT,
                        LoginContext.AUTH_DISABLED,
                        ClientConnectionInfo.EMBEDDED_CONNECTION,
                        0,
                        TimeUnit.MILLISECONDS);
                kernel = bound(transaction);
            }
            long lastCommitted = IdHold.lastCommitted(database);
            if (holding != null && graphs.stream().anyMatch(held -> held.lastCommitted() != lastCommitted)) {
                unused = unusedWhile(holding);
            }
            Open made = new Open(
                    ++begun,
                    transaction,
                    kernel,
                    lastCommitted,
                    UnusedIds.count(database),
                    unused,
                    Instant.now().truncatedTo(ChronoUnit.SECONDS));
            Open[] more = Arrays.copyOf(open, open.length + 1);
            more[open.length] = made;
            open = more;
            ALL.add(this);
            describe();
            return made;
        } catch (RuntimeException | Error e) {
            if (transaction != null) {
                closing.add(transaction);
            }
            if (unused != null) {
                unused.close();
            }
            throw e;
        }
    }

    /** The kernel's part of a new transaction, which tells its termination; null when it is terminated already. */
    private KernelTransaction bound(InternalTransaction transaction) {
        try {
            KernelTransaction kernel = transaction.kernelTransaction();
            kernel.bindToUserTransaction(telling(transaction));
            return kernel;
        } catch (TransactionTerminatedException e) {
            closing.add(transaction);
            return null;
        }
    }

    /** The ids that are unused; null when that is not known, or {@code holding} was terminated meanwhile. */
    private UnusedIds unusedWhile(Open holding) {
        UnusedIds unused;
        try {
            unused = UnusedIds.of(database, true, memory, Workers.of(1));
        } catch (OffHeapMemoryException e) {
            return null;
        }
        if (unused.isWhole() && !holding.isDead()) {
            return unused;
        }
        unused.close();
        return null;
    }

    /**
     * A proxy that behaves as {@code transaction}, and through which Neo4j tells this class that the transaction is
     * terminated.
     */
    private InternalTransaction telling(InternalTransaction transaction) {
        return (InternalTransaction) Proxy.newProxyInstance(
                InternalTransaction.class.getClassLoader(),
                new Class<?>[] {InternalTransaction.class},
                (proxy, method, arguments) -> {
                    try {
                        return method.invoke(transaction, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    } finally {
                        if (method.getName().equals("terminate")) {
                            terminated();
                        }
                    }
                });
    }

    private void close() {
        List<InternalTransaction> now;
        lock.lock();
        try {
            now = List.copyOf(closing);
            closing.clear();
        } finally {
            lock.unlock();
        }
        OffHeapScope.closeAll(now.toArray(InternalTransaction[]::new));
    }

    /** Says in lists of transactions what the open ones are for. */
    private void describe() {
        List<String> names =
                graphs.stream().map(Held::description).filter(Objects::nonNull).toList();
        List<String> shown = new ArrayList<>(names.subList(0, Math.min(MOST_NAMES, names.size())));
        if (shown.size() < names.size()) {
            shown.add("and " + (names.size() - shown.size()) + " more");
        }
        for (Open each : open) {
            try {
                each.kernel.setMetaData(Map.of("motif", PURPOSE, "graphs", shown));
            } catch (TransactionTerminatedException e) {
                // Another one is begun in its place, and says it.
            }
        }
    }
}
