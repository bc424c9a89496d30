package dev.motif.research.gbc;

import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.group.list.RootSides;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.bench.load.GraphCopy;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.research.gbc.GbcConfig.Partitioning;
import dev.motif.research.gbc.GbcConfig.Techniques;
import dev.motif.research.gbc.order.VertexPermutation;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * A graph whose roots GBC counts in parts that somebody else has made. With the roots of a part the sets of their two-hop
 * neighbors come too: those in the same part, and those that are fetched from other parts. Closing it frees all that it
 * holds.
 */
public final class GbcDivision implements AutoCloseable {
    private final OffHeapScope scope;
    private final BipartiteGraph graph;
    private final GbcConfig config;
    private final long insideWords;
    private final long betweenWords;

    private GbcDivision(
            OffHeapScope scope, BipartiteGraph graph, GbcConfig config, long insideWords, long betweenWords) {
        this.scope = scope;
        this.graph = graph;
        this.config = config;
        this.insideWords = insideWords;
        this.betweenWords = betweenWords;
    }

    /**
     * Divides the roots of a graph's core.
     *
     * @param config with lists as sets and no reordering; from the side that it names
     * @param partOf the part of each root of the core, from 0
     * @param parts how many parts there are
     */
    public static GbcDivision of(
            BipartiteGraph graph, GbcConfig config, IntUnaryOperator partOf, int parts, Execution execution) {
        NativeMemory memory = execution.memory();
        try (OffHeapScope made = new OffHeapScope(memory)) {
            BipartiteGraph copy = made.own(GraphCopy.of(graph, memory));
            memory.keepFormsOf(copy); // so that a count finds the space that is made here
            BipartiteCore core = made.own(RootSides.core(copy, config.bicliques(), execution))
                    .form();
            GbcSpace whole = made.own(GbcSpace.of(core, config, frames -> Long.MAX_VALUE, memory, execution.workers()));
            VertexPermutation numbers = VertexPermutation.by(core.rootCount(), core::rootVertex, made);
            IntUnaryOperator partOfNumber = number -> partOf.applyAsInt(numbers.vertexAt(number));
            GbcConfig inParts = config.with(withBytes(config.techniques(), whole.wholeBytes(config.techniques())));
            List<Integer> ends = new ArrayList<>();
            OffHeapInts starts = starts(whole, partOfNumber, parts, ends, made, memory);
            GbcSpace space = made.own(made.keep(whole)
                    .divided(made.keep(starts), ends, inParts.techniques().partitionBytes()));
            long[] words = words(space, partOfNumber, memory);
            OffHeapScope scope = new OffHeapScope(memory);
            GbcDivision division = new GbcDivision(scope, copy, inParts, words[0], words[1]);
            DerivedGraphCache.Use<GbcSpace> use = memory.form(
                    GbcSpace.key(copy, core, inParts), execution.workers().cancellation(), () -> made.keep(space));
            scope.own(made.keep(copy));
            scope.own(use);
            return division;
        }
    }

    /** The words of the sets of all parts' own roots, and of others'. */
    private static long[] words(GbcSpace space, IntUnaryOperator partOf, NativeMemory memory) {
        long[] words = new long[2];
        for (int i = 0; i < space.partCount(); i++) {
            try (GbcSpace.Part part = space.part(i, memory)) {
                for (int row = 0; row < part.neighbors().rowCount(); row++) {
                    words[partOf.applyAsInt(row) == i ? 0 : 1] +=
                            part.neighbors().words(row) + part.twoHops().words(row);
                }
            }
        }
        return words;
    }

    /** The first roots of the space, part by part; {@code ends} receives the index after the last root of each part. */
    private static OffHeapInts starts(
            GbcSpace whole,
            IntUnaryOperator partOf,
            int parts,
            List<Integer> ends,
            OffHeapScope scope,
            NativeMemory memory) {
        try (GbcSpace.Part all = whole.part(0, memory)) {
            OffHeapInts starts = scope.ints(all.rootCount());
            int placed = 0;
            for (int part = 0; part < parts; part++) {
                for (int i = 0; i < all.rootCount(); i++) {
                    if (partOf.applyAsInt(all.root(i)) == part) {
                        starts.set(placed++, all.root(i));
                    }
                }
                ends.add(placed);
            }
            return starts;
        }
    }

    private static Techniques withBytes(Techniques gbc, long bytes) {
        return new Techniques(
                gbc.priority(),
                gbc.twoHopFilter(),
                gbc.sets(),
                gbc.reorder(),
                gbc.reorderIterations(),
                gbc.exploration(),
                gbc.balance(),
                Partitioning.RANGES,
                bytes);
    }

    /** The words of the sets of roots in the same part. */
    public long insideWords() {
        return insideWords;
    }

    /** The words of the sets that parts fetch from others, once a part. */
    public long betweenWords() {
        return betweenWords;
    }

    /** Counts the bicliques, part after part. */
    public BigInteger count(Backend backend, Execution execution) {
        GbcAlgorithm gbc = new GbcAlgorithm();
        try (BicliqueResult result = backend == Backend.GPU
                ? gbc.gpu(config)
                        .run(graph, execution, Gpus.ofThisHost().devices().get(0))
                : gbc.cpu(graph, config, execution)) {
            return result.total();
        }
    }

    @Override
    public void close() {
        scope.close();
    }
}
