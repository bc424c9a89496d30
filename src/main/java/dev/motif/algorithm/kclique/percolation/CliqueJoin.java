package dev.motif.algorithm.kclique.percolation;

import dev.motif.backend.work.SearchProgress;
import dev.motif.graph.DisjointSets;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * Joins cliques that share {@code t} vertices to sets, by union and find. It goes through the sets of up to {@code t}
 * vertices, one vertex after another in ascending order, with the cliques that contain all of them, and joins those that
 * contain the same {@code t}. Where all of these cliques are in one set already, it goes no further: so once most cliques
 * are in one set, little is left.
 */
final class CliqueJoin implements AutoCloseable {
    /** The name of this stage, as progress shows it. */
    static final String STAGE = "joining cliques";

    private final CliqueList cliques;
    private final int shared;
    private final NativeMemory memory;
    private final Workers workers;
    private final OffHeapScope scope;
    private final DisjointSets sets;
    /** The cliques of the sets of vertices of each depth; made when they are needed. */
    private final Level[] levels;

    /** For each vertex the clique plus 1 that was joined last with it, or 0. */
    private final OffHeapInts lastCliques;

    private int[] touched = new int[64];
    private SearchProgress steps;

    /** @param shared how many vertices two cliques share to be joined, 1 or more */
    CliqueJoin(CliqueList cliques, int shared, NativeMemory memory, Workers workers) {
        this.cliques = cliques;
        this.shared = shared;
        this.memory = memory;
        this.workers = workers;
        this.levels = new Level[shared];
        this.scope = new OffHeapScope(memory);
        try (OffHeapScope failing = new OffHeapScope(memory)) {
            failing.own(scope);
            this.sets = new DisjointSets(scope.ints(cliques.cliqueCount()));
            this.lastCliques = scope.zeroedInts(cliques.vertexCount());
            failing.keep(scope);
        }
    }

    /**
     * The most off-heap bytes of a join beside the cliques, when they are all as they may be.
     *
     * @param mostCliques the most cliques of a vertex
     * @param mostMembers the most members of the cliques of a vertex, together
     */
    static long bytes(long vertices, long cliques, int shared, long mostCliques, long mostMembers) {
        // A level may have twice the entries that it needs.
        long entries = Math.min(shared - 1L, 1) * mostCliques + Math.max(0, shared - 2L) * mostMembers;
        return (cliques + shared * vertices) * Integer.BYTES + 2 * 3 * entries * Integer.BYTES;
    }

    /** Joins all cliques. */
    void join() {
        steps = new SearchProgress(STAGE, cliques.vertexCount(), workers);
        for (int v = 0; v < cliques.vertexCount(); v++) {
            join(v);
            steps.rootsDone(v + 1L);
        }
        steps.showProgress();
    }

    /**
     * Numbers the sets from 0 by their smallest cliques.
     *
     * @param numbers receives the number of each clique's set
     * @return how many sets there are
     */
    int number(OffHeapInts numbers) {
        return sets.number(numbers);
    }

    /** Joins cliques that share {@code v} and later vertices. */
    private void join(int v) {
        long from = cliques.firstCliqueOf(v);
        long end = cliques.endCliqueOf(v);
        steps.add(end - from);
        if (shared == 1) {
            for (long i = from + 1; i < end; i++) {
                sets.join(cliques.cliqueAt(from), cliques.cliqueAt(i));
            }
            return;
        }
        Level level = level(0);
        level.reserve(end - from);
        for (long i = from; i < end; i++) {
            int clique = cliques.cliqueAt(i);
            level.add(v, clique, (int) (cliques.placeOf(v, clique) - cliques.start(clique)) + 1);
        }
        if (end > from) {
            visit(1, level, level.heads.get(v));
        }
        level.clear();
    }

    /**
     * Joins cliques of a list that share later vertices.
     *
     * @param depth how many vertices all of them contain, fewer than must be shared
     * @param head the first entry of the list in {@code of}, plus 1
     */
    private void visit(int depth, Level of, int head) {
        if (areOneSet(of, head)) {
            return;
        }
        boolean last = depth + 1 == shared;
        // A clique must have this many vertices from the next one on.
        int least = shared - depth;
        Level next = last ? null : level(depth);
        long wanted = 0;
        for (int entry = head; entry != 0; entry = of.next(entry)) {
            int clique = of.clique(entry);
            wanted += Math.max(0, cliques.end(clique) - cliques.start(clique) - of.place(entry) - least + 1);
        }
        steps.add(wanted);
        if (last) {
            joinByVertex(of, head);
            return;
        }
        next.reserve(wanted);
        for (int entry = head; entry != 0; entry = of.next(entry)) {
            int clique = of.clique(entry);
            long start = cliques.start(clique);
            for (int place = of.place(entry); start + place <= cliques.end(clique) - least; place++) {
                next.add(cliques.member(start + place), clique, place + 1);
            }
        }
        for (int i = 0; i < next.touchedCount; i++) {
            visit(depth + 1, next, next.heads.get(next.touched[i]));
        }
        next.clear();
    }

    /** Joins the cliques of a list that have one more vertex in common. */
    private void joinByVertex(Level of, int head) {
        int count = 0;
        for (int entry = head; entry != 0; entry = of.next(entry)) {
            int clique = of.clique(entry);
            for (long at = cliques.start(clique) + of.place(entry); at < cliques.end(clique); at++) {
                int w = cliques.member(at);
                int before = lastCliques.get(w);
                if (before != 0) {
                    sets.join(before - 1, clique);
                } else {
                    touched = count < touched.length ? touched : Arrays.copyOf(touched, 2 * count);
                    touched[count++] = w;
                }
                lastCliques.set(w, clique + 1);
            }
        }
        for (int i = 0; i < count; i++) {
            lastCliques.set(touched[i], 0);
        }
    }

    private boolean areOneSet(Level of, int head) {
        int set = sets.root(of.clique(head));
        for (int entry = of.next(head); entry != 0; entry = of.next(entry)) {
            if (sets.root(of.clique(entry)) != set) {
                return false;
            }
        }
        return true;
    }

    private Level level(int depth) {
        if (levels[depth] == null) {
            levels[depth] = scope.own(new Level(cliques.vertexCount(), memory));
        }
        return levels[depth];
    }

    @Override
    public void close() {
        scope.close();
    }

    /** For each vertex a list of cliques, with the places after it in them. Entries are numbered from 1. */
    private static final class Level implements AutoCloseable {
        private final NativeMemory memory;
        private final OffHeapInts heads;
        /** By entry its clique, the place, and the next entry of the list or 0. */
        private OffHeapInts entries;

        private int[] touched = new int[64];
        private int touchedCount;
        private int count;

        Level(int vertices, NativeMemory memory) {
            this.memory = memory;
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                OffHeapInts noHeads = scope.zeroedInts(vertices);
                this.entries = memory.ints(0);
                this.heads = scope.keep(noHeads);
            }
        }

        /** Makes room for this many entries; there are none now. */
        void reserve(long wanted) {
            if (wanted >= Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "`k` must be larger: " + wanted + " parts of cliques with the same vertices are too many");
            }
            if (entries.length() < 3 * wanted) {
                long length = Math.max(3 * wanted, 2 * entries.length());
                entries.close();
                entries = memory.ints(length);
            }
        }

        void add(int vertex, int clique, int place) {
            int head = heads.get(vertex);
            if (head == 0) {
                touched = touchedCount < touched.length ? touched : Arrays.copyOf(touched, 2 * touchedCount);
                touched[touchedCount++] = vertex;
            }
            long at = 3L * count++;
            entries.set(at, clique);
            entries.set(at + 1, place);
            entries.set(at + 2, head);
            heads.set(vertex, count);
        }

        int clique(int entry) {
            return entries.get(3L * entry - 3);
        }

        int place(int entry) {
            return entries.get(3L * entry - 2);
        }

        int next(int entry) {
            return entries.get(3L * entry - 1);
        }

        void clear() {
            for (int i = 0; i < touchedCount; i++) {
                heads.set(touched[i], 0);
            }
            touchedCount = 0;
            count = 0;
        }

        @Override
        public void close() {
            heads.close();
            entries.close();
        }
    }
}
