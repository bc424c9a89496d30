package dev.motif.cypher.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.job.Job;
import dev.motif.cypher.job.Jobs;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.neo4j.graphdb.Transaction;
import org.neo4j.logging.NullLog;
import org.neo4j.procedure.StatusDetailsAccessor;

@EmptyDatabase
class AlgorithmCallTest {
    private static final Map<String, Object> GRAPH =
            Map.of("nodes", Map.of("left", "User", "right", "Item"), "relationships", "RATED");

    @BeforeEach
    void createGraph() {
        TestDatabase.rows("CREATE (:User)-[:RATED]->(:Item)");
    }

    private static Call call(Transaction transaction) {
        StatusDetailsAccessor statusDetails = new StatusDetailsAccessor() {
            @Override
            public void setStatusDetails(String details) {}

            @Override
            public String statusDetails() {
                return "";
            }
        };
        return new Call("motif.test", TestDatabase.get(), transaction, NullLog.getInstance(), () -> {}, statusDetails);
    }

    @Test
    void jobHasFailedWhenARowCannotBeMade() {
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Call call = call(transaction);
            try (Stream<Integer> rows = new AlgorithmCall<>(
                            call,
                            new ButterflyAlgorithm(),
                            GRAPH,
                            RelationshipIdUse.NONE,
                            ButterflyConfig.TOTAL,
                            new Configuration(Map.of("jobId", "rows")))
                    .rows(run -> Stream.of(3, 0).map(divisor -> 6 / divisor))) {
                Iterator<Integer> row = rows.iterator();
                assertThat(row.next()).isEqualTo(2);
                assertThatThrownBy(row::hasNext).isInstanceOf(ArithmeticException.class);
            }
            Job job = Jobs.server().list(call.databaseId(), call.user()::equals).get(0);
            assertThat(job.jobId()).isEqualTo("rows");
            assertThat(job.status()).isEqualTo(Job.Status.FAILED);
        }
    }

    private static List<String> logged(String jobId) {
        return TestDatabase.log().stream()
                .filter(line -> line.contains("job='" + jobId + "'"))
                .map(line -> line.substring(line.indexOf("[motif]")).replaceAll("Millis=\\d+", "Millis=*"))
                .toList();
    }

    @Test
    void callThatFinishedHasOneLineInTheLog() {
        TestDatabase.rows("CALL motif.graph.project('logged', {left: 'User', right: 'Item'}, 'RATED',"
                + " {jobId: 'project logged'})");
        TestDatabase.rows("CALL motif.butterfly.stream('logged', {jobId: 'stream logged'})");
        TestDatabase.rows("MATCH (u:User)-->(i:Item) WITH motif.graph.project('rows', u, i,"
                + " {kind: 'BIPARTITE', jobId: 'rows logged'}) AS graph RETURN graph");
        String times =
                " projectMillis=* preProcessingMillis=* transferMillis=* computeMillis=* writeMillis=* totalMillis=*";
        assertThat(logged("project logged"))
                .containsExactly("[motif] user='' database='neo4j' procedure=motif.graph.project job='project logged'"
                        + " graph='logged' finished backend=none" + times);
        assertThat(logged("stream logged"))
                .containsExactly("[motif] user='' database='neo4j' procedure=motif.butterfly.stream job='stream logged'"
                        + " graph='logged' finished backend=CPU" + times);
        assertThat(logged("rows logged"))
                .containsExactly("[motif] user='' database='neo4j' procedure=motif.graph.project job='rows logged'"
                        + " graph='rows' finished backend=none" + times);
    }

    @Test
    void callThatFailedOrWasNotReadToItsEndHasOneLineInTheLog() {
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.butterfly.stats('no\ngraph', {jobId: 'no graph'})"));
        assertThat(logged("no graph"))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains(" graph='no\\ngraph' failed backend=none ")
                .contains(" reason='No graph with the name \\'no\\\\ngraph\\' in database")
                .endsWith("motif.graph.list() shows the existing graphs.'");
        TestDatabase.rows("CALL motif.butterfly.stream({nodes: {left: 'User', right: 'Item'}, relationships: 'RATED'},"
                + " {jobId: 'unread'}) YIELD nodeId RETURN nodeId LIMIT 1");
        assertThat(logged("unread"))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains(" graph=projection canceled backend=CPU ");
    }

    @Test
    void callWithoutLogProgressHasALineInTheLogOnlyWhenItFails() {
        TestDatabase.rows("CALL motif.butterfly.stats({nodes: {left: 'User', right: 'Item'}, relationships: 'RATED'},"
                + " {jobId: 'quiet', logProgress: false})");
        assertThatThrownBy(
                () -> TestDatabase.rows("CALL motif.butterfly.stats('missing', {jobId: 'quiet', logProgress: false})"));
        assertThat(logged("quiet"))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains(" graph='missing' failed ");
    }

    @Test
    void namesInTheLogCannotEndTheirQuotes() {
        String name = "it' failed job='\\";
        TestDatabase.rows(
                "CALL motif.graph.project($name, {left: 'User', right: 'Item'}, 'RATED', {jobId: $name})",
                Map.of("name", name));
        assertThat(TestDatabase.log())
                .filteredOn(line -> line.contains(" job='it\\' failed job=\\'\\\\' "))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains(" graph='it\\' failed job=\\'\\\\' finished ");
    }
}
