package dev.motif.algorithm.group.near;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import java.util.function.LongConsumer;

/**
 * The part of a core around a root that near-cliques with it can be in: its neighbors, and vertices that share enough of these
 * with it. Each vertex counts as its own neighbor, so that two of a near-clique have {@code minSize - 2 * missing} neighbors
 * in common, whether they are adjacent or not.
 */
final class NearCliqueGraph extends NearRows {
    private static final int FAR = 1;
    private static final int NEAR = 2;

    private final NearCliqueCore core;
    private final Csr rows;
    private final int common;

    /** The vertices here; the excluded ones come last. */
    private final OffHeapInts here;

    /** For each vertex of the core whether it is here and {@link #NEAR} the root, then 1 + its number here; 0 elsewhere. */
    private final OffHeapInts marks;

    /** For each vertex of the core how often it was met. */
    private final OffHeapInts counts;

    private LongConsumer work;
    private int size;

    /** The root where vertices before it are not looked for, otherwise 0. */
    private int first;

    NearCliqueGraph(NearCliqueCore core, NearCliqueConfig config, Bound bound, NativeMemory memory) {
        super(config.missing(), new int[] {config.minSize()}, bound, new int[] {core.count()}, memory);
        this.core = core;
        this.rows = core.rows();
        this.common = config.minSize() - 2 * config.missing();
        this.here = vertices(0);
        try (OffHeapScope building = new OffHeapScope(memory)) {
            building.own(this);
            this.marks = scope.zeroedInts(core.count());
            this.counts = scope.zeroedInts(core.count());
            building.keep(this);
        }
    }

    /** The bytes that do not depend on the root. */
    static long leastBytes(long vertices) {
        return 3 * vertices * Integer.BYTES;
    }

    /** The most bytes for the rows around a root. */
    static long mostRowBytes(long vertices) {
        return vertices * words(vertices) * Long.BYTES;
    }

    @Override
    public boolean open(int root, boolean ordered, LongConsumer noting) {
        work = noting;
        first = ordered ? root : 0;
        size = 0;
        take(root, NEAR);
        for (long slot = slotFrom(root, ordered ? root + 1 : 0); slot < rows.end(root); slot++) {
            take(rows.neighbor(slot), NEAR);
        }
        boolean large = reduceNear();
        if (large) {
            takeFar(ordered ? root : -1);
            large = reduce(root);
        }
        if (large) {
            fill(ordered ? exclude(root) : size);
        }
        for (int i = 0; i < size; i++) {
            marks.set(here.get(i), 0);
        }
        return large;
    }

    private void take(int vertex, int mark) {
        marks.set(vertex, mark);
        here.set(size++, vertex);
    }

    /** The slot of the first neighbor of a vertex from {@code least} on, whose row is being read from there. */
    private long slotFrom(int vertex, int least) {
        long slot = rows.firstSlotFrom(vertex, least);
        work.accept(rows.end(vertex) - slot);
        return slot;
    }

    /**
     * Drops neighbors of the root that have too few neighbors in common with it, before others are looked for; returns whether
     * it has enough.
     */
    private boolean reduceNear() {
        int before;
        do {
            before = size;
            for (int i = 1; i < before; i++) {
                int vertex = here.get(i);
                for (long slot = slotFrom(vertex, vertex + 1); slot < rows.end(vertex); slot++) {
                    int other = rows.neighbor(slot);
                    if (marks.get(other) == NEAR) {
                        counts.add(vertex, 1);
                        counts.add(other, 1);
                    }
                }
            }
            int root = here.get(0);
            counts.set(root, 0);
            size = 1;
            for (int i = 1; i < before; i++) {
                int vertex = here.get(i);
                marks.set(vertex, 0);
                // With itself and, unless it has been counted, the root.
                if (1 + (vertex > root ? 1 : 0) + counts.getAndSet(vertex, 0) >= common) {
                    take(vertex, NEAR);
                }
            }
        } while (size < before && size >= least(0) - missing());
        return size >= least(0) - missing();
    }

    /** Takes the vertices after {@code last} that are not adjacent to the root, but share enough neighbors with it. */
    private void takeFar(int last) {
        int end = size;
        for (int i = 1; i < size; i++) {
            end = meet(here.get(i), last + 1, Integer.MAX_VALUE, end);
        }
        int met = end;
        end = size;
        for (int i = end; i < met; i++) {
            int vertex = here.get(i);
            if (counts.getAndSet(vertex, 0) >= common) {
                take(vertex, FAR);
            }
        }
    }

    /** Counts the neighbors of a vertex in {@code [from, to)} that are not here; new ones go to {@code end}, which is returned. */
    private int meet(int vertex, int from, int to, int end) {
        int next = end;
        for (long slot = slotFrom(vertex, from); slot < rows.end(vertex); slot++) {
            int other = rows.neighbor(slot);
            if (other >= to) {
                break;
            }
            if (marks.get(other) == 0 && counts.getAndAdd(other, 1) == 0) {
                here.set(next++, other);
            }
        }
        return next;
    }

    /** Drops vertices that have too few neighbors here, or too few in common with the root; returns whether enough are left. */
    private boolean reduce(int root) {
        int before;
        do {
            before = size;
            size = 0;
            for (int i = 0; i < before; i++) {
                int vertex = here.get(i);
                boolean near = marks.get(vertex) == NEAR;
                int shared = near ? 1 : 0;
                int degree = 1;
                for (long slot = slotFrom(vertex, first); slot < rows.end(vertex); slot++) {
                    int mark = marks.get(rows.neighbor(slot));
                    degree += mark > 0 ? 1 : 0;
                    shared += mark == NEAR ? 1 : 0;
                }
                marks.set(vertex, 0);
                if (degree >= least(0) - missing() && shared >= common) {
                    take(vertex, near ? NEAR : FAR);
                }
            }
        } while (size < before && size >= least(0));
        return size >= least(0) && here.get(0) == root;
    }

    /**
     * Finds the vertices before the root that may be added to a near-clique, which then has one more; returns how many there
     * are with them.
     */
    private int exclude(int root) {
        int adjacent = meet(root, 0, root, size);
        int met = adjacent;
        for (int i = 1; i < size; i++) {
            if (marks.get(here.get(i)) == NEAR) {
                met = meet(here.get(i), 0, root, met);
            }
        }
        int end = size;
        for (int i = size; i < met; i++) {
            int vertex = here.get(i);
            if (counts.getAndSet(vertex, 0) >= (i < adjacent ? common : common + 1)
                    && neighborsHere(vertex) >= least(0) - missing()) {
                here.set(end++, vertex);
            }
        }
        return end;
    }

    private int neighborsHere(int vertex) {
        int count = 0;
        for (long slot = slotFrom(vertex, first); slot < rows.end(vertex); slot++) {
            count += marks.get(rows.neighbor(slot)) > 0 ? 1 : 0;
        }
        return count;
    }

    /** Writes the rows of the vertices here, and of the excluded ones up to {@code end}. */
    private void fill(int end) {
        sized(size, end);
        clear(work);
        for (int i = 0; i < size; i++) {
            marks.set(here.get(i), 1 + i);
            join(0, i, i);
        }
        for (int i = 0; i < end; i++) {
            int vertex = here.get(i);
            for (long slot = slotFrom(vertex, first); slot < rows.end(vertex); slot++) {
                int mark = marks.get(rows.neighbor(slot));
                if (mark > 0) {
                    join(0, i, mark - 1);
                    join(0, mark - 1, i);
                }
            }
        }
    }

    @Override
    public int vertex(int side, int vertex) {
        return core.vertices().get(here.get(vertex));
    }
}
