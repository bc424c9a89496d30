package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.research.pivoting.PivotingAlgorithm;
import dev.motif.research.pivoting.PivotingConfig;

/** Runs the tests of {@link KCliqueDataSetTest} by the published techniques, on the CPU. */
class PivotingDataSetTest extends KCliqueDataSetTest {
    @Override
    KCliqueResult count(UnipartiteGraph graph, KCliqueConfig config) {
        return backend().run(new PivotingAlgorithm(), graph, PivotingConfig.of(config), memory);
    }
}
