package dev.motif.projection;

import org.neo4j.internal.kernel.api.security.LoginContext;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Begins transactions apart from the one of a procedure's caller, but with the caller's rights. */
public final class CallerTransaction {
    private CallerTransaction() {}

    /**
     * Begins a new transaction with the rights of the caller.
     *
     * @param database as injected into a procedure: it replaces the login context that this method passes by the
     *     caller's
     */
    public static InternalTransaction begin(GraphDatabaseAPI database) {
        return database.beginTransaction(KernelTransaction.Type.EXPLICIT, LoginContext.AUTH_DISABLED);
    }
}
