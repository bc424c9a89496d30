package dev.motif.neo4j;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.neo4j.collection.RawIterator;
import org.neo4j.internal.kernel.api.Procedures;
import org.neo4j.internal.kernel.api.exceptions.ProcedureException;
import org.neo4j.internal.kernel.api.procs.FieldSignature;
import org.neo4j.internal.kernel.api.procs.ProcedureCallContext;
import org.neo4j.internal.kernel.api.procs.ProcedureSignature;
import org.neo4j.internal.kernel.api.security.AccessMode;
import org.neo4j.kernel.api.QueryLanguage;
import org.neo4j.kernel.api.Statement;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.impl.util.DefaultValueMapper;
import org.neo4j.kernel.impl.util.ValueUtils;
import org.neo4j.memory.EmptyMemoryTracker;
import org.neo4j.values.AnyValue;
import org.neo4j.values.ValueMapper;

/**
 * A procedure of {@link TestDatabase}. It is called as Cypher does, but without a query: to plan one takes far longer than
 * most calls.
 */
public final class TestProcedure {
    /** Null before they have been read. */
    private static List<TestProcedure> all;

    private final ProcedureSignature signature;
    private final int id;

    private TestProcedure(ProcedureSignature signature, int id) {
        this.signature = signature;
        this.id = id;
    }

    /** All of Motif, by name; read only once. */
    public static synchronized List<TestProcedure> all() {
        if (all == null) {
            all = read();
        }
        return all;
    }

    private static List<TestProcedure> read() {
        try (InternalTransaction transaction = begin()) {
            Procedures procedures = procedures(transaction);
            List<ProcedureSignature> signatures = procedures
                    .proceduresGetAll(QueryLanguage.CYPHER_5)
                    .filter(signature -> signature.name().toString().startsWith("motif."))
                    .sorted(Comparator.comparing(signature -> signature.name().toString()))
                    .toList();
            List<TestProcedure> all = new ArrayList<>();
            for (ProcedureSignature signature : signatures) {
                all.add(new TestProcedure(
                        signature,
                        procedures
                                .procedureGet(signature.name(), QueryLanguage.CYPHER_5)
                                .id()));
            }
            return all;
        } catch (ProcedureException e) {
            throw new AssertionError(e);
        }
    }

    /** The one of this name. */
    public static TestProcedure named(String name) {
        return all().stream()
                .filter(procedure -> procedure.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static InternalTransaction begin() {
        return TestLogin.begin("", AccessMode.Static.FULL);
    }

    private static Procedures procedures(InternalTransaction transaction) {
        return transaction.kernelTransaction().procedures();
    }

    public String name() {
        return signature.name().toString();
    }

    /** The descriptions of the arguments by their names, in order. */
    public Map<String, String> arguments() {
        Map<String, String> arguments = new LinkedHashMap<>();
        signature.inputSignature().forEach(argument -> arguments.put(argument.name(), argument.getDescription()));
        return arguments;
    }

    /** The names of the columns, in order. */
    public List<String> columns() {
        return signature.outputSignature().stream().map(FieldSignature::name).toList();
    }

    /**
     * Calls the procedure in a transaction of its own, of a user with all rights, and returns all of its rows.
     *
     * @param arguments the values of all arguments, as parameters of a query have them
     * @throws ProcedureException what Cypher would tell of the error, with its cause
     */
    public List<Map<String, Object>> call(Collection<?> arguments) throws ProcedureException {
        try (InternalTransaction transaction = begin()) {
            List<Map<String, Object>> rows = rows(transaction, arguments);
            transaction.commit();
            return rows;
        }
    }

    /** As {@link #call}, but what the procedure wrote is undone. */
    public List<Map<String, Object>> callAndRollBack(Collection<?> arguments) throws ProcedureException {
        try (InternalTransaction transaction = begin()) {
            return rows(transaction, arguments);
        }
    }

    private List<Map<String, Object>> rows(InternalTransaction transaction, Collection<?> arguments)
            throws ProcedureException {
        AnyValue[] values = arguments.stream().map(ValueUtils::of).toArray(AnyValue[]::new);
        List<String> columns = columns();
        ProcedureCallContext context = new ProcedureCallContext(
                id,
                columns.toArray(String[]::new),
                true,
                transaction.getDatabaseName(),
                false,
                "slotted",
                EmptyMemoryTracker.INSTANCE);
        ValueMapper<Object> mapper = new DefaultValueMapper(transaction);
        List<Map<String, Object>> all = new ArrayList<>();
        try (Statement statement = transaction.kernelTransaction().acquireStatement()) {
            RawIterator<AnyValue[], ProcedureException> rows = rows(procedures(transaction), values, context);
            while (rows.hasNext()) {
                AnyValue[] row = rows.next();
                Map<String, Object> named = new LinkedHashMap<>();
                for (int i = 0; i < row.length; i++) {
                    named.put(columns.get(i), row[i].map(mapper));
                }
                all.add(named);
            }
        }
        return all;
    }

    private RawIterator<AnyValue[], ProcedureException> rows(
            Procedures procedures, AnyValue[] values, ProcedureCallContext context) throws ProcedureException {
        return switch (signature.mode()) {
            case WRITE -> procedures.procedureCallWrite(id, values, context);
            case DBMS -> procedures.procedureCallDbms(id, values, context);
            default -> procedures.procedureCallRead(id, values, context);
        };
    }
}
