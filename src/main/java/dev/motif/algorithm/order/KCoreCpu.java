package dev.motif.algorithm.order;

import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Team;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Computes core numbers: removes all vertices of the smallest remaining degree, the level, at once, then the vertices
 * that came down to it, and so on. When there are none, it searches the remaining vertices for the vertices of the next
 * level. A vertex of core number {@code k} is looked at {@code 2 k + 2} times at most in such searches, so they take
 * {@code O(vertices + edges)} like all rounds together.
 *
 * <p>For core numbers alone, a thread that brings a vertex down to the level removes it itself, unless it has many, so
 * that a level takes one round or a few and no thread works long while others wait. For an order, these vertices are
 * the next round: rounds have the same vertices with any number of threads. The order has one round after the other,
 * and within each the ids ascend.
 */
public final class KCoreCpu {
    /** The name of the stage that takes long. */
    public static final String STAGE = "finding cores";

    /** The number of vertices that are looked through at once, and of neighbors of a vertex. */
    private static final int STEP = 1 << 10;

    /** The slots of a thread: few edges are removed by few threads. */
    private static final long SLOTS_OF_THREAD = 1 << 14;

    /** Assumed row length of a vertex at a level, as a multiple of the level: most neighbors are gone. */
    private static final int SLOTS_BY_LEVEL = 8;

    /** A round of fewer slots is one thread's: what several threads lower goes from cache to cache. */
    private static final long LEAST_SHARED_SLOTS = 1 << 15;

    /**
     * Fewest slots for which several threads share a level, for two threads, divided by two; each further thread needs
     * fewer.
     */
    private static final long LEAST_SLOTS_OF_FEW = 1 << 18;

    /**
     * The number of neighbors at the level that the vertices which a thread keeps have together, about; others take
     * part in removing more.
     */
    private static final int NEIGHBORS_KEPT = 1 << 8;

    private static final int LEAST_KEPT = 16;

    private final Csr rows;
    private final boolean inOrder;
    private final NativeMemory memory;
    private final Workers workers;
    private final int vertices;
    private final Peeler[] peelers;
    private Team team;

    /** The remaining degree of each vertex, in the end its core number. */
    private OffHeapInts degrees;

    /**
     * The vertices that were above the level when they were searched, in blocks of {@link #STEP}, and how many each
     * block has; in the end the round of each vertex.
     */
    private OffHeapInts remaining;

    private final int[] remainingOfBlock;

    /**
     * The vertices by rounds, and how many have theirs. Without an order, the vertices that no thread kept for itself.
     */
    private OffHeapInts order;

    private final AtomicLong ordered = new AtomicLong();

    /** The index in {@code order} where each round begins. */
    private OffHeapInts starts;

    private int rounds;
    private long roundEnd;
    private long removed;
    private int level = -1;
    private int degeneracy;

    /** The most vertices that a thread which has found them keeps for itself. */
    private int mostKept = STEP;

    private boolean prepared;

    /** Whether vertices of the level were searched and none was removed yet. */
    private boolean searched;

    /** @param inOrder whether a degeneracy order is wanted too */
    public KCoreCpu(UnipartiteGraph graph, boolean inOrder, NativeMemory memory, Workers workers) {
        this.rows = graph.adjacency();
        this.inOrder = inOrder;
        this.memory = memory;
        this.workers = workers;
        this.vertices = rows.vertexCount();
        this.remainingOfBlock = new int[(int) ((vertices + STEP - 1L) / STEP)];
        this.peelers = new Peeler[(int) Math.min(workers.concurrency(), 1 + rows.slotCount() / SLOTS_OF_THREAD)];
        Arrays.setAll(peelers, Peeler::new);
    }

    /** Computes the core numbers. May be called once; the caller owns the result. */
    public KCoreResult count() {
        workers.progress().begin(STAGE, vertices);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            degrees = scope.ints(vertices);
            remaining = scope.ints(vertices);
            order = scope.ints(vertices);
            starts = scope.ints(inOrder ? vertices + 1L : 0);
            try (Team all = new Team(workers, peelers.length)) {
                team = all;
                all.run(this::nextRound);
            }
            if (inOrder) {
                workers.run(1, (worker, group) -> sortRounds(group));
            }
            OffHeapInts kept = inOrder ? order : scope.ints(0);
            return new KCoreResult(scope.keep(degrees), scope.keep(kept), degeneracy);
        }
    }

    private Team.Round nextRound() {
        if (!prepared) {
            prepared = true;
            return new Team.Round(
                    remainingOfBlock.length, vertices, (worker, from, to) -> prepare((int) from, (int) to));
        }
        int least = Integer.MAX_VALUE;
        for (Peeler peeler : peelers) {
            peeler.list();
            least = Math.min(least, peeler.takeLeast());
            removed += peeler.takeChained();
        }
        long roundStart = roundEnd;
        roundEnd = ordered.get();
        long size = roundEnd - roundStart;
        removed += size;
        workers.progress().advance(size);
        if (size > 0) {
            searched = false;
            degeneracy = level;
            if (inOrder) {
                starts.set(rounds++, (int) roundStart);
            }
            return new Team.Round(
                    size,
                    workOf(size),
                    (worker, from, to) -> peelers[worker].remove(roundStart + from, roundStart + to));
        }
        if (searched && least == Integer.MAX_VALUE) {
            return null;
        }
        int levelBefore = searched ? -1 : level;
        level = searched ? least : level + 1;
        if (team.threads() > 1) {
            mostKept = Math.max(LEAST_KEPT, Math.min(STEP, NEIGHBORS_KEPT / (level + 1)));
        }
        searched = true;
        return new Team.Round(remainingOfBlock.length, vertices - removed, (worker, from, to) -> {
            for (int block = (int) from; block < to; block++) {
                peelers[worker].search(block, levelBefore);
            }
        });
    }

    /** About how many slots vertices of the level have, or 0 when one thread should remove them. */
    private long workOf(long removed) {
        long slots = removed * (rows.slotCount() / vertices + 1 + SLOTS_BY_LEVEL * (long) level);
        return slots < Math.max(LEAST_SHARED_SLOTS, LEAST_SLOTS_OF_FEW / team.threads()) ? 0 : slots;
    }

    private void prepare(int firstBlock, int endBlock) {
        for (int block = firstBlock; block < endBlock; block++) {
            int from = block * STEP;
            remainingOfBlock[block] = Math.min(STEP, vertices - from);
            for (int v = from; v < from + remainingOfBlock[block]; v++) {
                degrees.set(v, (int) rows.degree(v));
                remaining.set(v, v);
            }
        }
    }

    /** Brings the vertices of each round into the order of their ids. */
    private void sortRounds(Workers.Group group) {
        starts.set(rounds, vertices);
        OffHeapInts roundOf = remaining;
        Steps steps = group.steps();
        for (int round = 0; round < rounds; round++) {
            for (long i = starts.get(round); i < starts.get(round + 1L); i++) {
                roundOf.set(order.get(i), round);
                steps.add();
            }
        }
        for (int v = 0; v < vertices; v++) {
            order.set(starts.add(roundOf.get(v), 1), v);
            steps.add();
        }
    }

    /** The most off-heap bytes that are needed at once. */
    public static long peakBytes(long vertices, boolean inOrder) {
        return (3 * vertices + (inOrder ? vertices + 1 : 0)) * Integer.BYTES;
    }

    /** The work and the result of one worker. */
    private final class Peeler {
        private final int[] found = new int[2 * STEP + 1];
        private final int[] toLower = new int[STEP];
        private final int worker;
        private int foundCount;
        private int chained;

        /** How many of {@link #chained} the progress has. */
        private int shown;

        private int sinceLook;
        private int least = Integer.MAX_VALUE;

        Peeler(int worker) {
            this.worker = worker;
        }

        /** Finds the vertices of the level in a block, and keeps the vertices above it. */
        void search(int block, int levelBefore) {
            makeRoom();
            OffHeapInts degrees = KCoreCpu.this.degrees;
            OffHeapInts remaining = KCoreCpu.this.remaining;
            int level = KCoreCpu.this.level;
            int count = foundCount;
            int leastAbove = least;
            long first = (long) block * STEP;
            long end = first + remainingOfBlock[block];
            long kept = first;
            for (long i = first; i < end; i++) {
                int v = remaining.get(i);
                int degree = degrees.get(v);
                if (degree > level) {
                    leastAbove = Math.min(leastAbove, degree);
                    remaining.set(kept++, v);
                } else if (degree > levelBefore) {
                    found[count++] = v;
                }
            }
            foundCount = count;
            least = leastAbove;
            remainingOfBlock[block] = (int) (kept - first);
        }

        /**
         * Removes the vertices at some places of the order, and without an order the vertices that come down to the
         * level.
         */
        void remove(long from, long to) {
            for (long i = from; i < to; i++) {
                remove(order.get(i));
            }
            while (!inOrder && foundCount > 0) {
                chained++;
                remove(found[--foundCount]);
                if (foundCount > mostKept) {
                    list();
                }
            }
            show();
        }

        private void remove(int v) {
            long end = rows.end(v);
            for (long slot = rows.start(v); slot < end; slot += STEP) {
                makeRoom();
                long to = Math.min(end, slot + STEP);
                foundCount = team.alone() ? lowerAlone(slot, to, foundCount) : lower(slot, to, foundCount);
                // A whole graph may come down to the level in one piece of a round: a path does from its ends on.
                sinceLook += (int) (to - slot);
                if (sinceLook >= Steps.PER_LOOK) {
                    sinceLook = 0;
                    show();
                    team.look(worker);
                }
            }
        }

        private void show() {
            workers.progress().advance(chained - shown);
            shown = chained;
        }

        /** Lowers the neighbors by one thread, without branches, which could not be predicted; see {@link #lower}. */
        private int lowerAlone(long from, long to, int foundBefore) {
            OffHeapInts degrees = KCoreCpu.this.degrees;
            int level = KCoreCpu.this.level;
            int count = foundBefore;
            for (long slot = from; slot < to; slot++) {
                int v = rows.neighbor(slot);
                int degree = degrees.get(v);
                degrees.set(v, degree - (level - degree >>> Integer.SIZE - 1));
                found[count] = v;
                count += degree == level + 1 ? 1 : 0;
            }
            return count;
        }

        /** Takes 1 from degrees that are above the level. What others have taken too often is given back. */
        private int lower(long from, long to, int foundBefore) {
            OffHeapInts degrees = KCoreCpu.this.degrees;
            int level = KCoreCpu.this.level;
            int left = 0;
            for (long slot = from; slot < to; slot++) {
                int v = rows.neighbor(slot);
                toLower[left] = v;
                left += level - degrees.get(v) >>> Integer.SIZE - 1;
            }
            int count = foundBefore;
            for (int i = 0; i < left; i++) {
                int before = degrees.getAndAdd(toLower[i], -1);
                if (before == level + 1) {
                    found[count++] = toLower[i];
                } else if (before <= level) {
                    degrees.getAndAdd(toLower[i], 1);
                }
            }
            return count;
        }

        private void makeRoom() {
            if (foundCount > STEP) {
                list();
            }
        }

        /** Brings what was found into the order. */
        void list() {
            order.copyFrom(found, 0, ordered.getAndAdd(foundCount), foundCount);
            foundCount = 0;
        }

        int takeChained() {
            int taken = chained;
            chained = 0;
            shown = 0;
            return taken;
        }

        int takeLeast() {
            int taken = least;
            least = Integer.MAX_VALUE;
            return taken;
        }
    }
}
