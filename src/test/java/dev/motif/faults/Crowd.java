package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.Research;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;

/**
 * Many callers at once: they call all algorithms on graphs of several sizes, project, drop, and kill calls. Whatever
 * the others do, each gets the result of a quiet server, or the end that it asked for.
 */
final class Crowd {
    /** A call is killed when at most so many things were shown of it, such as that a stage has begun. */
    private static final int MOST_SHOWN_BEFORE_KILL = 6;

    /** A graph that callers drop and project again while others use it. */
    private static final String SHAKEN = "shaken";

    private final GraphDatabaseService database;
    private final String backend;
    private final int sizes;
    /** The CPU's answer to each call while nobody else calls. */
    private final Map<String, Map<Map<String, Object>, Long>> quiet = new LinkedHashMap<>();

    private volatile boolean failed;

    /**
     * Makes graphs, and asks for all results on the CPU.
     *
     * @param relationships the number of relationships of each pair of graphs, one bipartite and one not
     */
    Crowd(GraphDatabaseService database, String backend, int... relationships) {
        this.database = database;
        this.backend = backend;
        this.sizes = relationships.length;
        for (int size = 0; size < sizes; size++) {
            int nodes = (int) (10 * Math.sqrt(relationships[size]));
            BackendCalls.connect(
                    database, "User" + size, nodes, "Item" + size, nodes, "RATED" + size, relationships[size], 2);
            BackendCalls.connect(
                    database, "Person" + size, nodes, "Person" + size, nodes, "KNOWS" + size, relationships[size], 2);
            project("ratings" + size, "friends" + size, size);
            for (String call : calls().toList()) {
                String sized = onGraphs(call, "ratings" + size, "friends" + size);
                quiet.put(sized, BackendCalls.results(database, sized, "CPU"));
            }
        }
        project(SHAKEN, SHAKEN + "Friends", 0);
    }

    private static Stream<String> calls() {
        return Stream.concat(
                // A report makes the other calls one after the other, and takes long.
                BackendCalls.all().filter(call -> !call.contains("report") && Research.has(call)),
                // A search of which only the beginning is read, beside another call of the same query.
                Stream.of("CALL motif.biclique.maximal.stream('ratings', {BACKEND}) YIELD edges WITH edges LIMIT 2"
                        + " CALL motif.kclique.stats('friends', {k: 3, BACKEND}) YIELD count RETURN count"));
    }

    private static String onGraphs(String call, String ratings, String friends) {
        return call.replace("'ratings'", "'" + ratings + "'").replace("'friends'", "'" + friends + "'");
    }

    private void project(String ratings, String friends, int size) {
        rows("CALL motif.graph.project('" + ratings + "', {left: 'User" + size + "', right: 'Item" + size + "'}, 'RATED"
                + size + "', {relationshipIds: true})");
        rows("CALL motif.graph.project('" + friends + "', 'Person" + size + "', 'KNOWS" + size
                + "', {relationshipIds: true, orientation: 'DIRECTED'})");
    }

    private void drop(String ratings, String friends) {
        rows("CALL motif.graph.drop(['" + ratings + "', '" + friends + "'], false)");
    }

    private void rows(String query) {
        BackendCalls.rows(database, query, Map.of());
    }

    /** Drops all graphs of the crowd. */
    void leave() {
        for (int size = 0; size < sizes; size++) {
            drop("ratings" + size, "friends" + size);
        }
        drop(SHAKEN, SHAKEN + "Friends");
    }

    /** Lets {@code callers} threads make {@code calls} calls each, and waits for all of them, also when one fails. */
    void run(int callers, int calls) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(callers);
        List<Future<?>> running = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            Random random = new Random(caller);
            String own = "own" + caller;
            running.add(pool.submit(() -> {
                for (int call = 0; call < calls && !failed; call++) {
                    call(random, own);
                }
            }));
        }
        pool.shutdown();
        AssertionError failures = new AssertionError("calls failed");
        for (Future<?> each : running) {
            try {
                each.get();
            } catch (ExecutionException e) {
                failures.addSuppressed(e.getCause());
            }
        }
        if (failures.getSuppressed().length > 0) {
            throw failures;
        }
    }

    private void call(Random random, String own) {
        try {
            List<String> all = new ArrayList<>(quiet.keySet());
            String call = all.get(random.nextInt(all.size()));
            switch (random.nextInt(20)) {
                case 0 -> callOnAnOwnGraph(random, own);
                case 1 -> shake();
                case 2, 3 -> callOnTheShakenGraph(random);
                case 4, 5, 6 -> killed(call, random.nextInt(MOST_SHOWN_BEFORE_KILL + 1));
                case 7 -> rows("CALL motif.graph.list() YIELD graphName");
                case 8 -> rows("CALL motif.listProgress() YIELD jobId");
                default -> check(call, BackendCalls.results(database, call, backend));
            }
        } catch (RuntimeException | Error e) {
            failed = true;
            throw e;
        }
    }

    private void check(String call, Map<Map<String, Object>, Long> results) {
        assertThat(results).as(call).isEqualTo(quiet.get(call));
    }

    private void callOnAnOwnGraph(Random random, String own) {
        int size = random.nextInt(sizes);
        project(own, own + "Friends", size);
        String call = anyCall(random);
        Map<Map<String, Object>, Long> results =
                BackendCalls.results(database, onGraphs(call, own, own + "Friends"), backend);
        check(onGraphs(call, "ratings" + size, "friends" + size), results);
        drop(own, own + "Friends");
    }

    private static String anyCall(Random random) {
        List<String> all = calls().toList();
        return all.get(random.nextInt(all.size()));
    }

    private void shake() {
        drop(SHAKEN, SHAKEN + "Friends");
        try {
            project(SHAKEN, SHAKEN + "Friends", 0);
        } catch (QueryExecutionException e) {
            assertThat(e)
                    .hasMessageMatching(
                            "(?s).*A graph with the name 'shaken\\w*' (already exists|is being projected).*");
        }
    }

    private void callOnTheShakenGraph(Random random) {
        String call = anyCall(random);
        try {
            Map<Map<String, Object>, Long> results =
                    BackendCalls.results(database, onGraphs(call, SHAKEN, SHAKEN + "Friends"), backend);
            check(onGraphs(call, "ratings0", "friends0"), results);
        } catch (QueryExecutionException e) {
            assertThat(e).hasMessageContaining("No graph with the name 'shaken");
        }
    }

    /** Calls, and kills the call once {@code shown} things were shown of it; it may have ended before. */
    private void killed(String call, int shown) {
        try (Transaction transaction = database.beginTx()) {
            AtomicBoolean ended = new AtomicBoolean();
            Thread killer = new Thread(() -> {
                awaitShown(((InternalTransaction) transaction).kernelTransaction(), shown, ended);
                transaction.terminate();
            });
            killer.start();
            try (Result result = transaction.execute(BackendCalls.with(call, backend))) {
                check(call, BackendCalls.results(result.stream().toList()));
            } catch (RuntimeException e) {
                assertThat(e).as(call).hasStackTraceContaining(TransactionTerminatedException.class.getName());
            } finally {
                ended.set(true);
                join(killer);
            }
        }
    }

    private static void awaitShown(KernelTransaction transaction, int shown, AtomicBoolean ended) {
        Set<String> seen = new HashSet<>();
        while (seen.size() < shown && !ended.get()) {
            String details = transaction.statusDetails();
            if (!details.isEmpty()) {
                seen.add(details);
            }
            Thread.onSpinWait();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
