package dev.motif.faults;

import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.neo4j.MotifPlugin;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.commons.support.ReflectionSupport;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.logging.Log;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.StatusDetailsAccessor;

/**
 * A call of a procedure in which something happens at the moment when a stage of its job begins. The procedure gets a
 * log that receives a line for each stage on the thread that begins it.
 *
 * @param name the name of the procedure, and after a space what this call is about
 */
record StagedCall(String name, List<Object> arguments) {
    private static final Map<String, Method> PROCEDURES = MotifPlugin.procedures().stream()
            .flatMap(type -> Stream.of(type.getMethods()))
            .filter(method -> method.isAnnotationPresent(Procedure.class))
            .collect(Collectors.toMap(
                    method -> method.getAnnotation(Procedure.class).name(), method -> method));

    /** The {@code jobId} of every staged call. */
    static final String JOB_ID = "staged";

    /** Something that goes wrong at a stage of a call; it may wait. */
    @FunctionalInterface
    interface Fault {
        void happen(KernelTransaction caller) throws Exception;
    }

    /** Runs the call without a fault and returns its stages, in order. */
    List<String> stages(GraphDatabaseService database) {
        List<String> stages = new ArrayList<>();
        run(database, (transaction, stage) -> stages.add(stage));
        return stages;
    }

    /** Runs the call without a fault and returns what {@code look} returns at the beginning of each stage. */
    <T> List<T> atEveryStage(GraphDatabaseService database, Supplier<T> look) {
        List<T> seen = new ArrayList<>();
        run(database, (transaction, stage) -> seen.add(look.get()));
        return seen;
    }

    /** Runs the call with {@code fault} at the beginning of stage {@code index}, from 0, and returns its rows. */
    List<?> disturbedAt(GraphDatabaseService database, int index, Fault fault) {
        List<String> begun = new ArrayList<>();
        return run(database, (transaction, stage) -> {
            begun.add(stage);
            if (begun.size() == index + 1) {
                happen(fault, transaction);
            }
        });
    }

    private static void happen(Fault fault, KernelTransaction transaction) {
        try {
            fault.happen(transaction);
        } catch (Exception e) {
            throw new AssertionError("the fault did not happen", e);
        }
    }

    /** Called when a stage begins, with the transaction of the call. */
    @FunctionalInterface
    private interface StageListener {
        void begins(KernelTransaction transaction, String stage);
    }

    private List<?> run(GraphDatabaseService database, StageListener listener) {
        try (Transaction transaction = database.beginTx()) {
            KernelTransaction kernel = ((InternalTransaction) transaction).kernelTransaction();
            Method procedure = PROCEDURES.get(name.replaceFirst(" .*", ""));
            MotifProcedures instance = (MotifProcedures) ReflectionSupport.newInstance(procedure.getDeclaringClass());
            instance.databaseService = database;
            instance.transaction = transaction;
            instance.log = logOf(stage -> listener.begins(kernel, stage));
            instance.terminationGuard = () -> kernel.getReasonIfTerminated().ifPresent(reason -> {
                throw new TransactionTerminatedException(reason);
            });
            instance.statusDetails = new NoStatusDetails();
            try (Stream<?> rows =
                    (Stream<?>) ReflectionSupport.invokeMethod(procedure, instance, arguments.toArray())) {
                return rows.toList();
            }
        }
    }

    @Override
    public String toString() {
        return name;
    }

    private static final class NoStatusDetails implements StatusDetailsAccessor {
        @Override
        public void setStatusDetails(String details) {}

        @Override
        public String statusDetails() {
            return "";
        }
    }

    /** A log that passes on the names of stages, which are the ends of lines of the level DEBUG. */
    private static Log logOf(Consumer<String> stages) {
        return (Log)
                Proxy.newProxyInstance(Log.class.getClassLoader(), new Class<?>[] {Log.class}, (log, method, given) -> {
                    if (method.getName().equals("debug")) {
                        stages.accept(((String) given[0]).replaceFirst(".* stage=", ""));
                    }
                    return method.getName().equals("isDebugEnabled") ? true : null;
                });
    }
}
