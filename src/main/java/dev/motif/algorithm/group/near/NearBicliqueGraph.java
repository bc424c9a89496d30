package dev.motif.algorithm.group.near;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import java.util.function.LongConsumer;

/** The part of a core around a root that near-bicliques with it can be in. Side 0 are roots, side 1 are mates. */
final class NearBicliqueGraph extends NearRows {
    private final BipartiteCore core;

    /** For each vertex of a side how often it was met, and for mates then 1 + their number here. */
    private final OffHeapInts rootCounts;

    private final OffHeapInts mateCounts;
    private final OffHeapInts met;

    NearBicliqueGraph(BipartiteCore core, int missing, int[] least, Bound bound, NativeMemory memory) {
        super(missing, least, bound, new int[] {core.rootCount(), core.mateCount()}, memory);
        this.core = core;
        try (OffHeapScope building = new OffHeapScope(memory)) {
            building.own(this);
            this.rootCounts = scope.zeroedInts(core.rootCount());
            this.mateCounts = scope.zeroedInts(core.mateCount());
            this.met = scope.ints(core.rootCount());
            building.keep(this);
        }
    }

    /** The bytes that do not depend on the root. */
    static long leastBytes(long roots, long mates) {
        return (3 * roots + 2 * mates) * Integer.BYTES;
    }

    /** The most bytes for the rows around a root. */
    static long mostRowBytes(long roots, long mates) {
        return 2 * (roots * words(mates) + mates * words(roots)) * Long.BYTES;
    }

    @Override
    public boolean open(int root, boolean ordered, LongConsumer work) {
        int found = meetRoots(root, work);
        int common = least(1) - 2 * missing();
        OffHeapInts roots = vertices(0);
        int size = 0;
        roots.set(size++, root);
        for (int i = 0; i < found; i++) {
            int other = met.get(i);
            if (rootCounts.get(other) >= common && (!ordered || other > root)) {
                roots.set(size++, other);
            }
        }
        int candidates = size;
        for (int i = 0; i < found; i++) {
            int other = met.get(i);
            if (ordered && candidates >= least(0) && rootCounts.get(other) >= common && other < root) {
                roots.set(size++, other);
            }
            rootCounts.set(other, 0);
        }
        if (candidates < least(0)) {
            return false;
        }
        int mates = meetMates(candidates, work);
        sized(candidates, size, mates);
        boolean large = mates >= least(1);
        if (large) {
            fill(work);
        }
        for (int i = 0; i < mates; i++) {
            mateCounts.set(vertices(1).get(i), 0);
        }
        return large;
    }

    /** Counts the common mates of {@code root} with others; returns how many others there are. */
    private int meetRoots(int root, LongConsumer work) {
        Csr roots = core.roots();
        Csr mates = core.mates();
        int found = 0;
        for (long slot = roots.start(root); slot < roots.end(root); slot++) {
            int mate = roots.neighbor(slot);
            work.accept(mates.degree(mate));
            for (long back = mates.start(mate); back < mates.end(mate); back++) {
                int other = mates.neighbor(back);
                int count = rootCounts.get(other);
                if (other != root) {
                    if (count == 0) {
                        met.set(found++, other);
                    }
                    rootCounts.set(other, count + 1);
                }
            }
        }
        return found;
    }

    /** Finds and numbers the mates that enough of the root and the candidates are adjacent to; returns how many. */
    private int meetMates(int candidates, LongConsumer work) {
        Csr roots = core.roots();
        OffHeapInts mates = vertices(1);
        int found = 0;
        for (int i = 0; i < candidates; i++) {
            int root = vertices(0).get(i);
            work.accept(roots.degree(root));
            for (long slot = roots.start(root); slot < roots.end(root); slot++) {
                int mate = roots.neighbor(slot);
                int count = mateCounts.get(mate);
                if (count == 0) {
                    mates.set(found++, mate);
                }
                mateCounts.set(mate, count + 1);
            }
        }
        int kept = 0;
        for (int i = 0; i < found; i++) {
            int mate = mates.get(i);
            if (mateCounts.get(mate) >= least(0) - missing()) {
                mates.set(kept++, mate);
                mateCounts.set(mate, kept);
            } else {
                mateCounts.set(mate, 0);
            }
        }
        return kept;
    }

    private void fill(LongConsumer work) {
        Csr roots = core.roots();
        clear(work);
        for (int i = 0; i < size(0); i++) {
            int root = number(0, i);
            work.accept(roots.degree(root));
            for (long slot = roots.start(root); slot < roots.end(root); slot++) {
                int mate = mateCounts.get(roots.neighbor(slot)) - 1;
                if (mate >= 0) {
                    join(0, i, mate);
                    join(1, mate, i);
                }
            }
        }
    }

    @Override
    public int vertex(int side, int vertex) {
        return side == 0 ? core.rootVertex(number(0, vertex)) : core.mateVertex(number(1, vertex));
    }
}
