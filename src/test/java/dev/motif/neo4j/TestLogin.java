package dev.motif.neo4j;

import org.neo4j.internal.kernel.api.connectioninfo.ClientConnectionInfo;
import org.neo4j.internal.kernel.api.security.AccessMode;
import org.neo4j.internal.kernel.api.security.AuthSubject;
import org.neo4j.internal.kernel.api.security.AuthenticationResult;
import org.neo4j.internal.kernel.api.security.SecurityContext;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Begins transactions of given users with given rights, on a server without authentication. */
public final class TestLogin {
    private TestLogin() {}

    public static InternalTransaction begin(String user, AccessMode.Static rights) {
        GraphDatabaseAPI database = (GraphDatabaseAPI) TestDatabase.get();
        return database.beginTransaction(
                KernelTransaction.Type.EXPLICIT,
                new SecurityContext(
                        new User(user), rights, ClientConnectionInfo.EMBEDDED_CONNECTION, database.databaseName()));
    }

    private record User(String name) implements AuthSubject {
        @Override
        public AuthenticationResult getAuthenticationResult() {
            return AuthenticationResult.SUCCESS;
        }

        @Override
        public boolean hasUsername(String username) {
            return username.equals(name);
        }

        @Override
        public String executingUser() {
            return name;
        }
    }
}
