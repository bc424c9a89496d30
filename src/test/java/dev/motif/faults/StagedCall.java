package dev.motif.faults;

import dev.motif.cypher.procedure.MotifProcedures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.logging.Log;
import org.neo4j.procedure.StatusDetailsAccessor;

/**
 * A call of a procedure in which something happens at the moment a stage of its job begins: what a procedure logs goes
 * through here, on the thread that begins the stage.
 *
 * @param name for the names of tests
 * @param procedures makes the instance that Neo4j would make
 * @param procedure the call itself
 */
record StagedCall<P extends MotifProcedures>(String name, Supplier<P> procedures, Function<P, Stream<?>> procedure) {
    /** Given to every call that is staged. */
    static final String JOB_ID = "staged";

    /** Something that goes wrong; it may wait. */
    @FunctionalInterface
    interface Fault {
        void happen(KernelTransaction caller) throws Exception;
    }

    /** The stages of an undisturbed call, in order. */
    List<String> stages(GraphDatabaseService database) {
        List<String> stages = new ArrayList<>();
        run(database, (transaction, stage) -> stages.add(stage));
        return stages;
    }

    /** What {@code look} returns as one stage of an undisturbed call after the other begins. */
    <T> List<T> atEveryStage(GraphDatabaseService database, Supplier<T> look) {
        List<T> seen = new ArrayList<>();
        run(database, (transaction, stage) -> seen.add(look.get()));
        return seen;
    }

    /** The rows of a call in which {@code fault} happens as stage {@code index} begins. */
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

    /** Told what has begun, and by whom. */
    @FunctionalInterface
    private interface StageListener {
        void begins(KernelTransaction transaction, String stage);
    }

    private List<?> run(GraphDatabaseService database, StageListener listener) {
        try (Transaction transaction = database.beginTx()) {
            KernelTransaction kernel = ((InternalTransaction) transaction).kernelTransaction();
            P instance = procedures.get();
            instance.databaseService = database;
            instance.transaction = transaction;
            instance.log = new LineLog(line -> stageOf(line, stage -> listener.begins(kernel, stage)));
            instance.terminationGuard = () -> kernel.getReasonIfTerminated().ifPresent(reason -> {
                throw new TransactionTerminatedException(reason);
            });
            instance.statusDetails = new NoStatusDetails();
            try (Stream<?> rows = procedure.apply(instance)) {
                return rows.toList();
            }
        }
    }

    /** The stage that a line of the log is about; lines about the end of a job are about none. */
    private static void stageOf(String line, Consumer<String> consumer) {
        String message = line.replaceFirst("\\[motif] (\\[\\w+] )?[\\w.]+: ", "");
        if (!message.matches("(finished|canceled) after \\d+ ms|failed: (?s:.*)|stopped by the timeout .*|graph .*")) {
            consumer.accept(message);
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

    /** Hands on lines of whatever level. */
    private record LineLog(Consumer<String> lines) implements Log {
        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public void debug(String message) {}

        @Override
        public void debug(String message, Throwable throwable) {}

        @Override
        public void debug(String format, Object... arguments) {}

        @Override
        public void info(String message) {
            lines.accept(message);
        }

        @Override
        public void info(String message, Throwable throwable) {
            lines.accept(message);
        }

        @Override
        public void info(String format, Object... arguments) {
            lines.accept(String.format(format, arguments));
        }

        @Override
        public void warn(String message) {
            lines.accept(message);
        }

        @Override
        public void warn(String message, Throwable throwable) {
            lines.accept(message);
        }

        @Override
        public void warn(String format, Object... arguments) {
            lines.accept(String.format(format, arguments));
        }

        @Override
        public void error(String message) {
            lines.accept(message);
        }

        @Override
        public void error(String message, Throwable throwable) {
            lines.accept(message);
        }

        @Override
        public void error(String format, Object... arguments) {
            lines.accept(String.format(format, arguments));
        }
    }
}
