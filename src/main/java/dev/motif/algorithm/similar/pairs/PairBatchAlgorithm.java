package dev.motif.algorithm.similar.pairs;

import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Graph;

/**
 * The pairs of some consecutive sources with common neighbors, or the best of each source, on a GPU; {@link
 * DeviceBatches} asks for the pairs of all sources.
 *
 * <p>Work: as for {@link PairsAlgorithm}. Memory: a copy of the graph and the pairs of the sources. A result may have
 * fewer sources than were asked for when memory is short, but at least one, and more pairs of a source than its limit,
 * where that is above {@value PairBatchGpu#MOST_CHOSEN}.
 */
public final class PairBatchAlgorithm implements Algorithm.OfEither<PairBatch.Config, PairBatch> {
    /** For a process that has only the class. */
    public PairBatchAlgorithm() {}

    @Override
    public String name() {
        return "commonNeighbors.pairs";
    }

    /** Throws: the CPU has no use for batches of pairs that are complete before the first one is read. */
    @Override
    public PairBatch cpu(Graph graph, PairBatch.Config config, Execution execution) {
        throw new UnsupportedOperationException("batches of pairs are for devices");
    }

    @Override
    public GpuVersion<Graph, PairBatch> gpu(PairBatch.Config config) {
        return new PairBatchGpu.Version(config);
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, PairBatch.Config config, int concurrency) {
        throw new UnsupportedOperationException("batches of pairs are for devices");
    }
}
