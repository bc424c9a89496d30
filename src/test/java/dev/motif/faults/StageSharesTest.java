package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the progress of calls at the beginning of each stage, which is even if the announced stages are those that
 * come.
 */
class StageSharesTest {
    @TempDir
    static Path folder;

    private static final Map<String, String> PROGRESS = Map.ofEntries(
            Map.entry("motif.graph.project", "n/a 0% 50%"),
            Map.entry("motif.graph.filter", "0% 33% 66%"),
            Map.entry("motif.graph.fold", "0% 33% 66%"),
            Map.entry("motif.nodeSimilarity.mutate", "0% 50%"),
            Map.entry("motif.graph.write", "0% 33% 66%"),
            Map.entry("motif.graph.refresh", "n/a 0% 50%"),
            Map.entry("motif.graph.export", "0%"),
            Map.entry("motif.graph.exportCsv", "0%"),
            Map.entry("motif.graph.import", "0% 50%"),
            Map.entry("motif.wing.mutate", "n/a 0% 25% 50% 75%"),
            Map.entry("motif.clustering.mutate", "0% 33% 66%"),
            Map.entry("motif.butterfly.stats", "n/a 0% 33% 33% 66%"),
            Map.entry("motif.butterfly.sample", "n/a 0% n/a n/a 0%"),
            Map.entry("motif.biclique.count.sample", "n/a 0% 25% 50% 75%"),
            Map.entry("motif.kclique.sample", "n/a 0% 25% 25% 25% 50% 75%"),
            Map.entry("motif.butterfly.stream", "n/a 0% 33% 33% 66%"),
            Map.entry("motif.butterfly.write per node", "n/a 0% 20% 20% 40% 60% 80%"),
            Map.entry("motif.butterfly.write per relationship", "n/a 0% 25% 25% 50% 75%"),
            Map.entry("motif.wing.write", "n/a 0% 16% 16% 33% 50% 66% 83%"),
            Map.entry("motif.tip.write", "n/a 0% 20% 20% 40% 60% 80%"),
            Map.entry("motif.cohesion.stats", "n/a 0% 25% 25% 50% 75% 75%"),
            Map.entry("motif.cohesion.write", "n/a 0% 20% 40% 60% 80%"),
            Map.entry("motif.clustering.write", "n/a 0% 20% 40% 60% 80%"),
            Map.entry("motif.biclique.count.write", "n/a 0% 20% 20% 20% 40% 60% 80%"),
            Map.entry("motif.research.gbc.stats", "n/a 0% 33% 33% 33% 33% 66%"),
            Map.entry("motif.research.cumbe.stats", "n/a 0% 33% 33% 66%"),
            Map.entry("motif.alphaBetaCore.write", "n/a 0% 20% 40% 60% 80%"),
            Map.entry("motif.biclique.list", "n/a 0% 33% 66%"),
            Map.entry("motif.kclique.write", "n/a 0% 25% 25% 25% 50% 75%"),
            Map.entry("motif.kclique.list", "n/a 0% 25% 50% 75% 75%"),
            Map.entry("motif.clique.maximal.write a property", "n/a 0% 20% 40% 60% 60% 80%"),
            Map.entry("motif.clique.maximal.stream", "n/a 0% 33% 66%"),
            Map.entry("motif.clique.maximum", "n/a 0% 25% 50% 75% 75%"),
            Map.entry("motif.clique.near.stats", "n/a 0% 25% 50% 75%"),
            Map.entry("motif.clique.near.stream", "n/a 0% 33% 66%"),
            Map.entry("motif.clique.near.write a property", "n/a 0% 20% 40% 60% 80%"),
            Map.entry("motif.clique.percolation.write", "n/a 0% 20% 40% 60% 60% 80%"),
            Map.entry("motif.graphlet.write", "n/a 0% 11% 11% 11% 22% 33% 33% 44% 55% 66% 66% 77% 88%"),
            Map.entry("motif.triad.write", "n/a 0% 20% 20% 40% 60% 80%"),
            Map.entry("motif.dcore.write", "n/a 0% 25% 50% 75%"),
            Map.entry("motif.cycle.write", "n/a 0% 25% 25% 50% 75%"),
            Map.entry("motif.cycle.write within a window", "n/a 0% 25% 25% 50% 75%"),
            Map.entry("motif.cycle.list", "n/a 0% 33% 33% 66%"),
            Map.entry("motif.kcore.write", "n/a 0% 25% 50% 75%"),
            Map.entry("motif.ktruss.write", "n/a 0% 20% 20% 40% 60% 80%"),
            Map.entry("motif.wing.communities.write", "n/a 0% 11% 11% 22% 33% 44% 55% 66% 77% 88%"),
            Map.entry("motif.tip.communities.write", "n/a 0% 12% 12% 25% 37% 50% 62% 75% 87%"),
            Map.entry("motif.alphaBetaCore.communities.stats", "n/a 0% 25% 50% 75%"),
            Map.entry("motif.kcore.communities.stream", "n/a 0% 25% 50% 75%"),
            Map.entry("motif.nucleus.stream", "n/a 0% 20% 40% 60% 80%"),
            Map.entry("motif.nucleus.write", "n/a 0% 20% 40% 60% 80%"),
            Map.entry("motif.ktruss.communities.graph", "n/a 0% 16% 16% 33% 50% 66% 83%"),
            Map.entry("motif.commonNeighbors.write", "n/a 0% 25% 25% 50% 75%"),
            Map.entry("motif.commonNeighbors.pairs", "n/a 0% 33% 66%"),
            Map.entry("motif.nodeSimilarity.write", "n/a 0% 33% 66%"),
            Map.entry("motif.nodeSimilarity.write the best", "n/a 0% 25% 50% 75%"),
            Map.entry("motif.scan.write", "n/a 0% 20% 20% 40% 60% 80%"),
            Map.entry("motif.biclique.maximal.stats", "n/a 0% 33% 33% 66%"),
            Map.entry("motif.biclique.maximal.stream", "n/a 0% 33% 66%"),
            Map.entry("motif.biclique.maximal.write a property", "n/a 0% 20% 20% 40% 60% 80%"),
            Map.entry("motif.biclique.maximal.write bicliques", "n/a 0% 25% 50% 75%"),
            Map.entry("motif.biclique.maximum", "n/a 0% 33% 33% 33% 66%"),
            Map.entry("motif.butterfly.write within a window", "n/a 0% 20% 20% 40% 60% 80%"),
            Map.entry("motif.biclique.lockstep.stats", "n/a 0% 33% 33% 33% 66%"),
            Map.entry("motif.biclique.lockstep.stream", "n/a 0% 33% 66%"),
            Map.entry("motif.biclique.near.stats", "n/a 0% 33% 66%"),
            Map.entry("motif.biclique.near.stream", "n/a 0% 33% 66%"),
            Map.entry("motif.biclique.near.write bicliques", "n/a 0% 25% 50% 75%"),
            Map.entry("motif.biclique.rules.stats", "n/a 0% 33% 33% 66%"),
            Map.entry("motif.biclique.rules.stream", "n/a 0% 33% 66%"),
            Map.entry(
                    "motif.report",
                    "n/a 0% 7% 7% 14% 21% 21% 28% 28% 28% 35% 35% 42% 50% 57% 57% 64% 71% 71% 78% 85% 92%"),
            // The number of rounds is not known before, so the progress is that of each stage.
            Map.entry("motif.kclique.densest.stats", "n/a 0% n/a 0% n/a n/a 0% 0%"),
            Map.entry("motif.biclique.densest.stats", "n/a 0% n/a 0% n/a n/a 0% 0% n/a n/a n/a n/a"));

    @BeforeAll
    static void createGraph() {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        TestDatabase.emptied();
        TestDatabase.rows(StagedCalls.CREATE);
        StagedCalls.KEEP.forEach(TestDatabase::rows);
    }

    @AfterAll
    static void empty() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
        TestDatabase.emptied();
    }

    static Stream<StagedCall> calls() {
        return Stream.of(List.of(StagedCalls.project("g")), StagedCalls.ofKept(), StagedCalls.algorithms())
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void everyStageBeginsWhereTheOneBeforeItEnded(StagedCall call) {
        try {
            assertThat(String.join(" ", call.atEveryStage(TestDatabase.get(), StageSharesTest::progress)))
                    .isEqualTo(PROGRESS.get(call.name()));
        } finally {
            TestDatabase.rows("CALL motif.graph.drop(['g', 'new'], false)");
            TestDatabase.rows("CALL motif.graph.dropProperties('kept', 'new', false)");
        }
    }

    private static String progress() {
        return (String) TestDatabase.row("CALL motif.listProgress('" + StagedCall.JOB_ID
                        + "') YIELD progress, status WITH * WHERE status = 'RUNNING' RETURN progress")
                .get("progress");
    }
}
