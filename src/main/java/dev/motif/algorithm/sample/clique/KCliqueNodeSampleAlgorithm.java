package dev.motif.algorithm.sample.clique;

import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.algorithm.sample.estimate.ApproximateBinomials;
import dev.motif.algorithm.sample.estimate.RootSampler;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.algorithm.sample.estimate.SequentialEstimator;
import dev.motif.algorithm.sample.estimate.VertexCredits;
import dev.motif.algorithm.sample.estimate.VertexSamples;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Workers;
import java.util.List;

/**
 * Estimating the number of k-cliques that each vertex is in, for one k. It takes the samples of {@link
 * KCliqueSampleAlgorithm}, without counted parts; each clique that is found counts for its vertices.
 */
public final class KCliqueNodeSampleAlgorithm
        implements Algorithm.OfUnipartite<KCliqueSampleConfig, KCliqueNodeSampleAlgorithm.Result> {
    private static final KCliqueSampleAlgorithm TOTAL = new KCliqueSampleAlgorithm();

    /** The estimates of all vertices; owns its arrays. */
    record Result(VertexSamples byRank, DerivedGraphCache.Use<DegeneracyOriented> form) implements AutoCloseable {
        SampledCount count(int vertex) {
            return byRank.count(form.form().oriented().ranks().get(vertex));
        }

        @Override
        public void close() {
            byRank.close();
            form.close();
        }
    }

    @Override
    public String name() {
        return "kclique.sample.stream";
    }

    @Override
    public List<String> stages(GraphSize size, KCliqueSampleConfig config) {
        return TOTAL.stages(size, config);
    }

    @Override
    public Result cpu(UnipartiteGraph graph, KCliqueSampleConfig config, Execution execution) {
        Deadline deadline = execution.deadline(config.sample().timeoutMillis());
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            DerivedGraphCache.Use<DegeneracyOriented> form = scope.own(execution.time(
                    Stage.PREPARE,
                    () -> DegeneracyOriented.formOf(graph, EdgeNumbers.NONE, execution.memory(), execution.workers())));
            OrientedGraph oriented = form.form().oriented();
            VertexSamples vertices = scope.own(
                    new VertexSamples(oriented.adjacency().vertexCount(), config.sample(), execution.memory()));
            execution.time(Stage.COMPUTE, () -> sample(oriented, vertices, config, deadline, execution));
            return new Result(scope.keep(vertices), scope.keep(form));
        }
    }

    private static void sample(
            OrientedGraph oriented,
            VertexSamples vertices,
            KCliqueSampleConfig config,
            Deadline deadline,
            Execution execution) {
        Workers workers = execution.workers();
        Csr rows = oriented.adjacency();
        int k = config.maxK();
        int inner = CliqueSampler.inner(rows.vertexCount(), oriented.maxDegree());
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            scope.own(VertexCredits.heap(execution.memory().heap(), rows.vertexCount(), workers.concurrency()));
            CliqueSampler[] samplers = new CliqueSampler[workers.concurrency()];
            VertexCredits[] credits = new VertexCredits[samplers.length];
            for (int worker = 0; worker < samplers.length; worker++) {
                credits[worker] = new VertexCredits(rows.vertexCount());
                samplers[worker] = scope.own(new CliqueSampler(rows, inner, credits[worker], execution.memory()))
                        .ofSize(k);
            }
            OffHeapLongs weights = scope.longs(rows.vertexCount());
            new CliqueRoots(rows, samplers, config, deadline, workers, scope)
                    .weigh(k, new ApproximateBinomials(rows.largestDegree()), weights, workers);
            RootSampler roots = new RootSampler(weights, scope);
            if (roots.isEmpty()) {
                return;
            }
            workers.progress().begin(KCliqueSampleAlgorithm.SAMPLING, 0);
            SequentialEstimator.withVertices(roots, samplers, credits, vertices, config.sample(), deadline, workers);
        }
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, KCliqueSampleConfig config, int concurrency) {
        CpuEstimate total = TOTAL.cpuEstimate(size, config, concurrency);
        return CpuEstimate.of(
                MemoryEstimate.sum(
                        name(),
                        total.offHeap(),
                        MemoryEstimate.of("counts of nodes", VertexSamples.bytes(size.vertices()))),
                VertexCredits.estimate(
                        total.heap(), size.vertices(), RootSampler.NODES + 2, config.maxK(), concurrency));
    }
}
