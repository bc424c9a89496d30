package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.catalog.OffHeapBudget;
import dev.motif.neo4j.TestDatabase;
import dev.motif.timing.Slow;
import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests calls that would take more heap than a server has, each in a JVM of its own that ends at the first OutOfMemoryError:
 * alone and with four callers at once. The call ends with an error, or needs no heap any more, and the server goes on.
 */
@Slow
@Timeout(900)
class SmallHeapTest {
    private static final String REFUSED = "Not enough heap for ";
    private static final String DONE = "done";

    /** The program of the other JVM: for each try how many callers, the number of calls, statements that fill the database, calls. */
    static final class Server {
        private Server() {}

        public static void main(String[] arguments) throws InterruptedException {
            int calls = arguments.length - Integer.parseInt(arguments[1]);
            List.of(arguments).subList(2, calls).forEach(TestDatabase::rows);
            List<String> outcomes = Collections.synchronizedList(new ArrayList<>());
            for (String call : List.of(arguments).subList(calls, arguments.length)) {
                for (String count : arguments[0].split(",")) {
                    List<Thread> callers = IntStream.range(0, Integer.parseInt(count))
                            .mapToObj(caller -> new Thread(() -> outcomes.add(outcome(call, caller))))
                            .toList();
                    callers.forEach(Thread::start);
                    for (Thread caller : callers) {
                        caller.join();
                    }
                }
            }
            outcomes.forEach(System.out::println);
            System.out.println("live " + OffHeapBudget.heap().liveBytes());
            System.out.println("next " + TestDatabase.row("RETURN 1 + 1 AS two").get("two"));
            // Not the end of main, since threads of the database go on.
            Runtime.getRuntime().halt(0);
        }

        private static String outcome(String call, int caller) {
            try {
                TestDatabase.rows(call, Map.of("caller", caller));
                return DONE;
            } catch (RuntimeException e) {
                return Stream.iterate((Throwable) e, cause -> cause != null, Throwable::getCause)
                        .map(Throwable::getMessage)
                        .filter(message -> message != null && message.contains(REFUSED))
                        .map(message -> REFUSED)
                        .findFirst()
                        .orElse(e.toString());
            }
        }
    }

    /**
     * Checks that each call of each try has the outcome.
     *
     * @param callers how many call at once in each try, one try after the other
     * @param statements what fills the database
     * @param calls each tried by so many callers, one call after the other
     */
    private static void check(
            String heap, List<Integer> callers, String outcome, List<String> statements, String... calls)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx" + heap,
                "-XX:+ExitOnOutOfMemoryError",
                // Most of the time of such a short life would go into compiling.
                "-XX:TieredStopAtLevel=1",
                "-Dmotif.offheap.limit=512m",
                "-Dmotif.gpu=off",
                "-cp",
                System.getProperty("java.class.path"),
                Server.class.getName(),
                callers.stream().map(String::valueOf).collect(Collectors.joining(",")),
                String.valueOf(calls.length)));
        command.addAll(statements);
        command.addAll(List.of(calls));
        Process server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader reader = server.inputReader()) {
            List<String> lines = reader.lines().toList();
            assertThat(server.waitFor()).as(String.join("\n", lines)).isZero();
            assertThat(lines).endsWith("live 0", "next 2");
            assertThat(lines)
                    .filteredOn(outcome::equals)
                    .hasSize(calls.length
                            * callers.stream().mapToInt(Integer::intValue).sum());
        } finally {
            server.destroyForcibly();
        }
    }

    /**
     * All maximal cliques have half of the nodes: the 100,000 largest take 130 MB. Where cliques that overlap with others are
     * left out, all members of the cliques before are remembered.
     */
    @Test
    void manyLargeCliques() throws Exception {
        check(
                "256m",
                List.of(1, 4),
                REFUSED,
                List.of(
                        "UNWIND range(0, 599) AS i CREATE (:C2 {i: i})",
                        "MATCH (x:C2), (y:C2) WHERE x.i < y.i AND x.i / 2 <> y.i / 2 WITH motif.graph.project('g', x, y,"
                                + " {kind: 'UNIPARTITE'}) AS g RETURN g.relationshipCount"),
                "CALL motif.clique.maximal.stream('g', {topK: 100000}) YIELD size RETURN count(*)",
                "CALL motif.clique.maximal.stream('g', {limit: 100000, maxOverlap: 0.999}) YIELD size RETURN count(*)");
    }

    /** The texts of 50 columns of 20,000 nodes take 270 MB while they are read. */
    @Test
    void textsOfColumns() throws Exception {
        String columns = String.join(
                ", ", IntStream.range(0, 50).mapToObj(i -> "c" + i + ": 's'").toList());
        check(
                "256m",
                List.of(1, 4),
                REFUSED,
                List.of(
                        "UNWIND range(0, 19999) AS i CREATE (:T {s: left(reduce(x = '', j IN range(1, 15) |"
                                + " x + toString(i * 7919 + j * 104729)), 150) + i})",
                        "MATCH (a:T) WITH a LIMIT 1 CREATE (a)-[:TT]->(a)"),
                "CALL motif.graph.project('g' + $caller, 'T', 'TT', {nodeProperties: {" + columns + "}})");
    }

    /** The first-seen dates of 600,000 groups of earlier runs would be 120 MB on the heap. */
    @Test
    void groupsOfAnEarlierRun() throws Exception {
        check(
                "144m",
                List.of(4),
                DONE,
                List.of(
                        "WITH datetime('2026-01-01T00:00:00Z') AS seen UNWIND range(1, 600000) AS i CALL (i, seen) { CREATE (:Clique {jobId: 'j' + i % 4, groupId: right('0123456789abcdef0123456789abcdef' + i, 32),"
                                + " firstSeen: seen, size: 3}) } IN TRANSACTIONS OF 5000 ROWS",
                        "CREATE (a:G)-[:GE]->(b:G)-[:GE]->(:G)-[:GE]->(a)"),
                "CALL motif.clique.maximal.write({nodes: 'G', relationships: 'GE'},"
                        + " {writeCliques: 'Clique', jobId: 'j' + $caller})");
    }
}
