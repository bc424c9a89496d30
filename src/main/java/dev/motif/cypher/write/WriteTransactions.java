package dev.motif.cypher.write;

import dev.motif.cypher.call.Call;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import dev.motif.projection.CallerTransaction;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
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
 * Transactions of their own in which a call writes, with the rights of its caller, on threads of {@link #workers}. One
 * that waits for a lock is terminated when the call is cancelled. Thread-safe.
 */
public final class WriteTransactions {
    private static final int MAX_TRIES = 20;
    private static final long FIRST_PAUSE_NANOS = 5_000_000;
    private static final long LONGEST_PAUSE_NANOS = 500_000_000;

    private final GraphDatabaseAPI database;
    private final Workers workers;
    private final Set<InternalTransaction> open = ConcurrentHashMap.newKeySet();

    /** What happens in one transaction; it may be called again after a deadlock. */
    @FunctionalInterface
    interface Work<T> {
        T in(InternalTransaction transaction) throws KernelException;
    }

    /** Creates a token, or finds it. */
    @FunctionalInterface
    private interface Token {
        int of(TokenWrite tokens) throws KernelException;
    }

    WriteTransactions(Call call, Workers workers) {
        this.database = call.database();
        this.workers =
                new Workers(workers.concurrency(), stoppingTransactions(workers.cancellation()), workers.progress());
    }

    /** A transaction that waits for a lock of somebody else cannot poll: it has to be stopped from outside. */
    private Cancellation stoppingTransactions(Cancellation cancellation) {
        return () -> {
            boolean requested = cancellation.requested();
            if (requested) {
                open.forEach(transaction -> transaction.terminate(Status.Transaction.Terminated));
            }
            return requested;
        };
    }

    /** Those given, whose cancellation stops the transactions too. */
    Workers workers() {
        return workers;
    }

    /** Does {@code work} in a transaction and commits it. */
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
            transaction.commit();
            return result;
        } catch (TransactionTerminatedException e) {
            workers.cancellation().check();
            throw e;
        } finally {
            open.remove(transaction);
        }
    }

    private static <T> T done(Work<T> work, InternalTransaction transaction) throws KernelException {
        try {
            return work.in(transaction);
        } catch (ConstraintValidationException e) {
            // Its own message names labels and properties by their numbers.
            String message = e.getUserMessage(transaction.kernelTransaction().tokenRead());
            throw new ConstraintViolationException(message, e);
        }
    }

    /** @param parameter what the user calls it */
    int propertyKey(String parameter, String name) {
        return token(parameter, name, tokens -> tokens.propertyKeyGetOrCreateForName(name));
    }

    /** @param parameter what the user calls it */
    int label(String parameter, String name) {
        return token(parameter, name, tokens -> tokens.labelGetOrCreateForName(name));
    }

    /** @param parameter what the user calls it */
    int relationshipType(String parameter, String name) {
        return token(parameter, name, tokens -> tokens.relationshipTypeGetOrCreateForName(name));
    }

    private int token(String parameter, String name, Token token) {
        try (InternalTransaction transaction = CallerTransaction.begin(database)) {
            int id = token.of(transaction.kernelTransaction().tokenWrite());
            transaction.commit();
            return id;
        } catch (KernelException e) {
            // Not as its cause: of an error with causes Neo4j shows the last one alone.
            IllegalArgumentException error =
                    new IllegalArgumentException("`" + parameter + "` '" + name + "': " + e.getMessage());
            error.addSuppressed(e);
            throw error;
        }
    }
}
