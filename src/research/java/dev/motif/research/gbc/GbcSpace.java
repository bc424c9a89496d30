package dev.motif.research.gbc;

import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import dev.motif.research.gbc.GbcConfig.Reorder;
import dev.motif.research.gbc.GbcConfig.Techniques;
import dev.motif.research.gbc.order.Border;
import dev.motif.research.gbc.order.VertexPermutation;
import java.util.List;

/**
 * The sets that GBC searches: for each root of a core the set of its mates and the set of its later two-hop neighbors.
 * Also the roots that can be the first of a biclique, in parts that are counted one after the other. Closing it frees
 * its memory.
 *
 * <p>Roots and mates have the numbers of their {@link VertexPermutation} here.
 *
 * @param size the number of roots of a biclique, 2 or more
 * @param least the number of mates of a biclique
 * @param neighbors the mates of each root
 * @param twoHops the later two-hop neighbors of each root
 * @param starts the roots that can be the first of a biclique, part by part
 * @param ends the index in {@link #starts} after the last root of each part
 * @param partBytes the most bytes that a part may take
 * @param mostNeighbors the largest number of mates of a root
 */
record GbcSpace(
        int size,
        int least,
        SetRows neighbors,
        SetRows twoHops,
        OffHeapInts starts,
        List<Integer> ends,
        long partBytes,
        int mostNeighbors)
        implements DerivedGraphCache.Form {
    GbcSpace {
        ends = List.copyOf(ends);
    }

    /** The parameters of a space; it also depends on the graph. */
    private record Variant(int p, int q, boolean rootsAreLeft, Techniques gbc) {}

    /** Says how large the parts may be, from the frames that the largest sets need. */
    @FunctionalInterface
    interface Budget {
        /** Returns the most bytes of a part, its sets and tasks. */
        long partBytes(GbcFrames frames);
    }

    /**
     * The space as a form of {@code graph}, see {@link NativeMemory#form}. One whose parts do not fit the budget is
     * made anew. The caller closes the use.
     *
     * @param core the core of {@code graph}
     * @throws IllegalArgumentException when a single root does not fit a part
     */
    static DerivedGraphCache.Use<GbcSpace> form(
            BipartiteGraph graph,
            BipartiteCore core,
            GbcConfig config,
            Budget budget,
            NativeMemory memory,
            Workers workers) {
        DerivedGraphCache.Key key = key(graph, core, config);
        DerivedGraphCache.Use<GbcSpace> use =
                memory.form(key, workers.cancellation(), () -> of(core, config, budget, memory, workers));
        if (use.form().suits(config.techniques(), budget)) {
            return use;
        }
        use.close();
        return DerivedGraphCache.Use.only(key, of(core, config, budget, memory, workers));
    }

    static DerivedGraphCache.Key key(BipartiteGraph graph, BipartiteCore core, GbcConfig config) {
        return new DerivedGraphCache.Key(
                graph,
                "sets of GBC",
                new Variant(config.bicliques().p(), config.bicliques().q(), core.rootsAreLeft(), config.techniques()));
    }

    /**
     * Divides the roots into other parts. The result takes the place of this space, which must not be used any more.
     *
     * @param otherStarts the roots of this space, part by part; owned by the result
     * @param otherEnds the index after the last root of each part
     * @param otherPartBytes the most bytes that a part may take
     */
    GbcSpace divided(OffHeapInts otherStarts, List<Integer> otherEnds, long otherPartBytes) {
        starts.close();
        return new GbcSpace(size, least, neighbors, twoHops, otherStarts, otherEnds, otherPartBytes, mostNeighbors);
    }

    /** Whether the parts are as large as {@code budget} says, or there is a single one that fits. */
    private boolean suits(Techniques gbc, Budget budget) {
        long wanted = budget.partBytes(GbcFrames.of(size, gbc, neighbors, twoHops));
        return partBytes == wanted || partCount() == 1 && wholeBytes(gbc) <= wanted;
    }

    /**
     * Makes the sets and the parts of a core.
     *
     * @throws IllegalArgumentException when a single root does not fit a part
     */
    static GbcSpace of(BipartiteCore core, GbcConfig config, Budget budget, NativeMemory memory, Workers workers) {
        Techniques gbc = config.techniques();
        SearchSizes sizes = SearchSizes.of(config.bicliques(), Cores.side(core));
        int size = sizes.maxRoots();
        int least = sizes.maxMates();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            workers.progress().begin("collecting two-hop neighbors", 0);
            TwoHops hops = scope.own(TwoHops.of(core, gbc.twoHopFilter() ? least : 1, gbc.priority(), memory, workers));
            workers.progress().begin("numbering vertices", 0);
            Numbers numbers = numbers(core, hops, gbc, scope, memory, workers);
            VertexPermutation roots = numbers.roots;
            VertexPermutation mates = numbers.mates;
            SetRows neighbors = scope.own(SetRows.of(core.roots(), roots, mates, gbc.sets(), memory, workers));
            SetRows twoHops = scope.own(SetRows.of(hops.later(), roots, roots, gbc.sets(), memory, workers));
            workers.progress().begin("dividing the roots", 0);
            OffHeapInts first = firstRoots(hops, size, scope);
            long partBytes = budget.partBytes(GbcFrames.of(size, gbc, neighbors, twoHops));
            GbcPartitioner.Parts parts =
                    parts(gbc, partBytes, hops, roots, neighbors, twoHops, first, scope, memory, workers);
            OffHeapInts starts = scope.ints(parts.roots().length());
            for (long i = 0; i < starts.length(); i++) {
                starts.set(i, roots.numberOf(parts.roots().get(i)));
            }
            return new GbcSpace(
                    size,
                    least,
                    scope.keep(neighbors),
                    scope.keep(twoHops),
                    scope.keep(starts),
                    parts.ends(),
                    partBytes,
                    (int) core.roots().largestDegree());
        }
    }

    private record Numbers(VertexPermutation roots, VertexPermutation mates) {}

    /** Numbers the vertices of both sides, half of the workers each. The scope owns the result. */
    private static Numbers numbers(
            BipartiteCore core,
            TwoHops hops,
            Techniques gbc,
            OffHeapScope scope,
            NativeMemory memory,
            Workers workers) {
        if (gbc.reorder() == Reorder.NONE) {
            return new Numbers(
                    VertexPermutation.by(core.rootCount(), core::rootVertex, scope),
                    VertexPermutation.by(core.mateCount(), core::mateVertex, scope));
        }
        Numbers numbers = new Numbers(byDegree(core.roots(), scope), byDegree(core.mates(), scope));
        if (gbc.reorder() == Reorder.BORDER) {
            Workers half = workers.with(Math.max(1, workers.concurrency() / 2));
            Runnable ofMates = () -> border(core.roots(), core.mates(), numbers.mates, gbc, memory, half.beside());
            Runnable ofRoots = () -> {
                try (Csr earlier = new CsrBuilder(memory, half).transpose(hops.later(), core.rootCount())) {
                    border(hops.later(), earlier, numbers.roots, gbc, memory, half);
                }
            };
            if (workers.concurrency() == 1) {
                ofMates.run();
                ofRoots.run();
            } else {
                workers.runBeside(ofMates, ofRoots);
            }
        }
        return numbers;
    }

    private static void border(
            Csr rows, Csr columns, VertexPermutation numbers, Techniques gbc, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Border.reorder(rows, columns, numbers, gbc.reorderIterations(), scope, workers);
        }
    }

    /** Numbers vertices by degree, the largest first. */
    private static VertexPermutation byDegree(Csr rows, OffHeapScope scope) {
        long largest = rows.largestDegree();
        return VertexPermutation.by(rows.vertexCount(), v -> (int) (largest - rows.degree(v)), scope);
    }

    /** The roots with enough later two-hop neighbors to be the first one of a biclique, in the order of priority. */
    private static OffHeapInts firstRoots(TwoHops hops, int size, OffHeapScope scope) {
        OffHeapInts byRank = scope.ints(hops.later().vertexCount());
        for (int u = 0; u < byRank.length(); u++) {
            byRank.set(hops.ranks().get(u), u);
        }
        long found = 0;
        for (long rank = 0; rank < byRank.length(); rank++) {
            int u = byRank.get(rank);
            if (hops.later().degree(u) >= size - 1) {
                byRank.set(found++, u);
            }
        }
        byRank.truncate(found);
        return byRank;
    }

    private static GbcPartitioner.Parts parts(
            Techniques gbc,
            long partBytes,
            TwoHops hops,
            VertexPermutation roots,
            SetRows neighbors,
            SetRows twoHops,
            OffHeapInts first,
            OffHeapScope scope,
            NativeMemory memory,
            Workers workers) {
        long tasks = 0;
        for (long i = 0; i < first.length(); i++) {
            tasks += GbcTasks.count(hops.later().degree(first.get(i)), gbc);
        }
        if (neighbors.bytes() + twoHops.bytes() + GbcTasks.bytes(tasks) <= partBytes) {
            return new GbcPartitioner.Parts(first, List.of((int) first.length()));
        }
        long offsetBytes = neighbors.offsets().bytes() + twoHops.offsets().bytes();
        return new GbcPartitioner(
                        hops.later(),
                        u -> neighbors.bytes(roots.numberOf(u)) + twoHops.bytes(roots.numberOf(u)),
                        u -> GbcTasks.bytes(GbcTasks.count(hops.later().degree(u), gbc)),
                        partBytes - offsetBytes,
                        scope,
                        workers)
                .parts(first, gbc.partitioning(), scope, memory);
    }

    /** The number of tasks of all roots, at most. */
    long taskCount(Techniques gbc) {
        long tasks = 0;
        for (long i = 0; i < starts.length(); i++) {
            tasks += GbcTasks.count(twoHops.elements(starts.get(i)), gbc);
        }
        return tasks;
    }

    /** The bytes of the sets and tasks of all roots. */
    long wholeBytes(Techniques gbc) {
        return neighbors.bytes() + twoHops.bytes() + GbcTasks.bytes(taskCount(gbc));
    }

    int partCount() {
        return ends.size();
    }

    /** The units that several devices can share: the parts, or the roots where there is one part alone. */
    long shareCount() {
        return partCount() == 1 ? starts.length() : partCount();
    }

    /** Returns some roots of the only part, counted from 0, with all its sets. */
    Part roots(int from, int to) {
        return new Part(neighbors, twoHops, from, to, false);
    }

    /** Returns part {@code i}, counted from 0. It must be closed before this space. */
    Part part(int i, NativeMemory memory) {
        int from = i == 0 ? 0 : ends.get(i - 1);
        int to = ends.get(i);
        if (partCount() == 1) {
            return roots(from, to);
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts members = scope.zeroedInts(twoHops.rowCount());
            for (int start = from; start < to; start++) {
                int root = starts.get(start);
                members.set(root, 1);
                for (long at = twoHops.start(root); at < twoHops.start(root) + twoHops.words(root); at++) {
                    int first = twoHops.firstElement(twoHops.index().get(at));
                    for (int bits = twoHops.bitsAt(at); bits != 0; bits &= bits - 1) {
                        members.set(first + Integer.numberOfTrailingZeros(bits), 1);
                    }
                }
            }
            SetRows partNeighbors = scope.own(neighbors.of(row -> members.get(row) != 0, memory));
            SetRows partTwoHops = twoHops.of(row -> members.get(row) != 0, memory);
            return new Part(scope.keep(partNeighbors), partTwoHops, from, to, true);
        }
    }

    /** The roots that are counted together, and the sets that a search from them needs. */
    final class Part implements AutoCloseable {
        private final SetRows partNeighbors;
        private final SetRows partTwoHops;
        private final int from;
        private final int to;
        private final boolean owned;

        private Part(SetRows partNeighbors, SetRows partTwoHops, int from, int to, boolean owned) {
            this.partNeighbors = partNeighbors;
            this.partTwoHops = partTwoHops;
            this.from = from;
            this.to = to;
            this.owned = owned;
        }

        SetRows neighbors() {
            return partNeighbors;
        }

        SetRows twoHops() {
            return partTwoHops;
        }

        int rootCount() {
            return to - from;
        }

        /** The {@code i}-th root of this part to start from, counted from 0. */
        int root(int i) {
            return starts.get(from + i);
        }

        @Override
        public void close() {
            if (owned) {
                partNeighbors.close();
                partTwoHops.close();
            }
        }
    }

    @Override
    public long bytes() {
        return neighbors.bytes() + twoHops.bytes() + starts.bytes();
    }

    @Override
    public void close() {
        neighbors.close();
        twoHops.close();
        starts.close();
    }
}
