package dev.motif.algorithm.group.rules;

import dev.motif.backend.work.Execution;
import dev.motif.choice.StreamingAlgorithm;
import dev.motif.graph.BipartiteGraph;

/** Streams the rules that {@link RuleAlgorithm} counts. */
public final class RuleStreamAlgorithm extends StreamingAlgorithm<BipartiteGraph, RuleConfig, Rules> {
    public RuleStreamAlgorithm() {
        super(new RuleAlgorithm(), "rules");
    }

    @Override
    public Rules cpu(BipartiteGraph graph, RuleConfig config, Execution execution) {
        return new Rules(graph, config, execution);
    }
}
