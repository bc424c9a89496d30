package dev.motif.neo4j;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.neo4j.internal.kernel.api.connectioninfo.ClientConnectionInfo;
import org.neo4j.internal.kernel.api.security.AccessMode;
import org.neo4j.internal.kernel.api.security.AuthSubject;
import org.neo4j.internal.kernel.api.security.AuthenticationResult;
import org.neo4j.internal.kernel.api.security.SecurityContext;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.impl.factory.DbmsInfo;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Begins transactions of given users with given rights, on a server without authentication. */
public final class TestLogin {
    private TestLogin() {}

    public static InternalTransaction begin(String user, AccessMode rights) {
        return begin(user, rights, Set.of());
    }

    /** Begins a transaction of a user who has roles, as in Neo4j's Enterprise Edition. */
    public static InternalTransaction begin(String user, AccessMode rights, Set<String> roles) {
        GraphDatabaseAPI database = (GraphDatabaseAPI) TestDatabase.get();
        return database.beginTransaction(
                KernelTransaction.Type.EXPLICIT,
                new SecurityContext(
                        new User(user), rights, ClientConnectionInfo.EMBEDDED_CONNECTION, database.databaseName()) {
                    @Override
                    public Set<String> roles() {
                        return roles;
                    }
                });
    }

    /** The database as one of another edition shows it. */
    public static GraphDatabaseAPI databaseOf(DbmsInfo edition) {
        return (GraphDatabaseAPI) Proxy.newProxyInstance(
                GraphDatabaseAPI.class.getClassLoader(),
                new Class<?>[] {GraphDatabaseAPI.class},
                (proxy, method, arguments) ->
                        method.getName().equals("dbmsInfo") ? edition : method.invoke(TestDatabase.get(), arguments));
    }

    /** The rows of a query of a user. */
    public static List<Map<String, Object>> rows(String user, String query) {
        try (InternalTransaction transaction = begin(user, AccessMode.Static.FULL)) {
            List<Map<String, Object>> rows = transaction.execute(query).stream().toList();
            transaction.commit();
            return rows;
        }
    }

    /** The rights of a user who may read everything but the nodes with one label. */
    public static AccessMode readingAllBut(String label) {
        int hidden;
        try (InternalTransaction transaction = begin("", AccessMode.Static.READ)) {
            hidden = transaction.kernelTransaction().tokenRead().nodeLabel(label);
        }
        return (AccessMode) Proxy.newProxyInstance(
                AccessMode.class.getClassLoader(),
                new Class<?>[] {AccessMode.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "allowsTraverseAllLabels" -> false;
                    case "allowsTraverseAllNodesWithLabel" -> false;
                    case "disallowsTraverseLabel" -> arguments[0].equals(hidden);
                    case "allowsTraverseNode" ->
                        IntStream.of((int[]) arguments[0]).noneMatch(other -> other == hidden);
                    default -> method.invoke(AccessMode.Static.READ, arguments);
                });
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
