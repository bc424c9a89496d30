package dev.motif.cypher.write;

import dev.motif.cypher.call.Call;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import dev.motif.projection.CallerTransaction;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.StoredIds;
import dev.motif.projection.id.IdHold;
import dev.motif.text.UserText;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.neo4j.exceptions.KernelException;
import org.neo4j.graphdb.ConstraintViolationException;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.internal.kernel.api.TokenWrite;
import org.neo4j.internal.kernel.api.exceptions.schema.ConstraintValidationException;
import org.neo4j.kernel.DeadlockDetectedException;
import org.neo4j.kernel.api.exceptions.Status;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * The transactions in which a call writes, apart from the caller's transaction but with the caller's rights, on threads
 * of {@link #workers}. A transaction that waits for a lock is terminated when the call is cancelled. Thread-safe.
 */
public final class WriteTransactions {
    private static final int MAX_TRIES = 20;
    private static final long FIRST_PAUSE_NANOS = 5_000_000;
    private static final long LONGEST_PAUSE_NANOS = 500_000_000;

    private final GraphDatabaseAPI database;
    private final Workers workers;
    /** The graph whose ids may name other nodes and relationships by now; null when they cannot. */
    private final ProjectedGraph compared;

    private final IdHold ids;
    /** The value of {@link IdHold#version} when {@link #compared} was decided. */
    private final long version;

    private final Set<InternalTransaction> open = ConcurrentHashMap.newKeySet();

    /** The work of one transaction; called again, in a new transaction, after a deadlock. */
    @FunctionalInterface
    interface Work<T> {
        T in(InternalTransaction transaction) throws KernelException;
    }

    /** Finds a token or creates it, and returns its id. */
    @FunctionalInterface
    private interface Token {
        int of(TokenWrite tokens) throws KernelException;
    }

    /**
     * @param graph has the ids of all that is written to
     * @throws IllegalStateException when they may name others, and nothing tells which do
     */
    WriteTransactions(Call call, Workers workers, ProjectedGraph graph) {
        this.database = call.database();
        this.ids = graph.ids();
        this.version = ids.version();
        ids.checkKnown();
        this.compared = ids.state() != IdHold.State.HELD || call.isInCluster() ? graph : null;
        this.workers =
                new Workers(workers.concurrency(), stoppingTransactions(workers.cancellation()), workers.progress());
    }

    /**
     * Wraps {@code cancellation} so that it also terminates the open transactions when it is requested: a transaction
     * that waits for a lock cannot ask for itself.
     */
    private Cancellation stoppingTransactions(Cancellation cancellation) {
        return () -> {
            boolean requested = cancellation.requested();
            if (requested) {
                open.forEach(transaction -> transaction.terminate(Status.Transaction.Terminated));
            }
            return requested;
        };
    }

    /** Compares nodes with the graph, for one transaction; null where there is no need to. */
    StoredIds.Nodes storedNodes(InternalTransaction transaction) {
        return compared == null ? null : new StoredIds.Nodes(compared, transaction.kernelTransaction());
    }

    /** Finds the relationships of the graph that are others by now, as {@link StoredIds#findOthers} does. */
    void findOthers(LongConsumer found) {
        if (compared != null) {
            StoredIds.findOthers(compared, database, workers, found);
        }
    }

    /** The workers given, whose cancellation also terminates the open transactions. */
    Workers workers() {
        return workers;
    }

    /**
     * Does {@code work} in a transaction and commits it; after a deadlock again, up to {@value #MAX_TRIES} times in
     * all.
     *
     * @throws java.util.concurrent.CancellationException when the call is cancelled
     * @throws ConstraintViolationException when the work breaks a constraint of the database
     */
    <T> T commit(Work<T> work) throws KernelException {
        long pause = FIRST_PAUSE_NANOS;
        for (int attempt = 1; ; attempt++) {
            try {
                return commitOnce(work);
            } catch (DeadlockDetectedException e) {
                if (attempt == MAX_TRIES) {
                    throw e;
                }
                workers.cancellation().check();
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(pause / 2, pause));
                pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            }
        }
    }

    private <T> T commitOnce(Work<T> work) throws KernelException {
        InternalTransaction transaction = CallerTransaction.begin(database);
        open.add(transaction);
        try (transaction) {
            T result = done(work, transaction);
            workers.cancellation().check();
            checkIds();
            transaction.commit();
            return result;
        } catch (TransactionTerminatedException e) {
            workers.cancellation().check();
            throw e;
        } finally {
            open.remove(transaction);
        }
    }

    /** Checks, after all was written in a transaction, that it was written to what the ids were at the start. */
    private void checkIds() {
        if (ids.version() != version) {
            throw new IllegalStateException("While this call wrote, somebody terminated a transaction that keeps ids of"
                    + " deleted nodes and relationships from being used again. What it wrote until then is right."
                    + " Call it again.");
        }
    }

    private static <T> T done(Work<T> work, InternalTransaction transaction) throws KernelException {
        try {
            return work.in(transaction);
        } catch (ConstraintValidationException e) {
            // The message of e names labels and properties by their numbers, the user message by their names.
            String message = e.getUserMessage(transaction.kernelTransaction().tokenRead());
            throw new ConstraintViolationException(message, e);
        }
    }

    /**
     * The id of a property key, which is created if it does not exist.
     *
     * @param parameter the procedure's parameter that holds the name, for errors
     */
    int propertyKey(String parameter, String name) {
        return token(parameter, name, tokens -> tokens.propertyKeyGetOrCreateForName(name));
    }

    /**
     * The id of a label, which is created if it does not exist.
     *
     * @param parameter the procedure's parameter that holds the name, for errors
     */
    int label(String parameter, String name) {
        return token(parameter, name, tokens -> tokens.labelGetOrCreateForName(name));
    }

    /**
     * The id of a relationship type, which is created if it does not exist.
     *
     * @param parameter the procedure's parameter that holds the name, for errors
     */
    int relationshipType(String parameter, String name) {
        return token(parameter, name, tokens -> tokens.relationshipTypeGetOrCreateForName(name));
    }

    private int token(String parameter, String name, Token token) {
        try (InternalTransaction transaction = CallerTransaction.begin(database)) {
            int id = token.of(transaction.kernelTransaction().tokenWrite());
            transaction.commit();
            return id;
        } catch (KernelException e) {
            // Suppressed, not the cause: Neo4j shows only the last cause of an error, which does not name the
            // parameter.
            IllegalArgumentException error = new IllegalArgumentException(
                    "`" + parameter + "` " + UserText.value(name) + ": " + UserText.message(e.getMessage()));
            error.addSuppressed(e);
            throw error;
        }
    }
}
