package dev.motif.algorithm.group.percolation;

import dev.motif.graph.DisjointSets;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Joins cliques that share {@code t} vertices to sets, by union and find. It goes through the sets of up to {@code t}
 * vertices, one vertex after another in the order of their numbers, with the cliques that contain all of them, and
 * joins the cliques that contain the same {@code t}. Only cliques of different sets are still to be joined: so it goes
 * on with vertices of cliques outside of the set that most are in. Cliques that a search found one after the other
 * often share many vertices, and are joined first. Workers take the first vertices.
 */
final class CliqueJoin implements CommunityItems {
    /** The name of this stage, as progress shows it. */
    static final String STAGE = "joining cliques";

    /**
     * The vertices of a task: few, so that no worker is left with a long range, since a vertex of a dense part may be
     * in most of the cliques.
     */
    private static final long VERTICES_PER_TASK = 16;

    private static final long CLIQUES_PER_TASK = 1 << 12;

    private final CliqueList cliques;
    private final int shared;
    private final NativeMemory memory;
    private final DisjointSets sets;

    /**
     * @param shared how many vertices two cliques share to be joined, 1 or more
     * @param scope owns the sets
     */
    CliqueJoin(CliqueList cliques, int shared, NativeMemory memory, OffHeapScope scope) {
        this.cliques = cliques;
        this.shared = shared;
        this.memory = memory;
        this.sets = new DisjointSets(scope.ints(cliques.cliqueCount()));
    }

    /**
     * The most off-heap bytes of a join beside the cliques, when they are all as they may be.
     *
     * @param mostCliques the most cliques that are looked at from a vertex
     * @param mostMembers the most members of the cliques that are looked at from a vertex, together
     */
    static long bytes(long vertices, long cliques, int shared, long mostCliques, long mostMembers, int concurrency) {
        // While a level grows to twice its entries, there are the former ones as well.
        long entries = Math.min(shared - 1L, 1) * mostCliques + Math.max(0, shared - 2L) * mostMembers;
        long levels = Math.max(0, shared - 1L);
        long ofWorker = (levels * (vertices + 3L * Level.LEAST) + 2 * vertices + 3 * 3 * entries) * Integer.BYTES;
        return cliques * Integer.BYTES + concurrency * ofWorker;
    }

    void join(Workers workers) {
        workers.progress().begin(STAGE, cliques.vertexCount());
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Worker[] joining = new Worker[workers.concurrency()];
            Arrays.setAll(
                    joining,
                    worker -> new Worker(scope.own(new OffHeapScope(memory)), new Steps(workers.cancellation())));
            workers.forRanges(Math.max(0, cliques.cliqueCount() - 1L), CLIQUES_PER_TASK, (worker, from, to) -> {
                for (int clique = (int) from; clique < to; clique++) {
                    joining[worker].joinToNext(clique);
                }
            });
            workers.forEach(cliques.vertexCount(), VERTICES_PER_TASK, (worker, v) -> joining[worker].join((int) v));
        }
    }

    @Override
    public int count() {
        return cliques.cliqueCount();
    }

    @Override
    public int number(OffHeapInts numbers, Steps steps) {
        return sets.number(numbers, steps);
    }

    @Override
    public void forEachVertex(int clique, IntConsumer action) {
        for (long place = cliques.start(clique); place < cliques.end(clique); place++) {
            action.accept(cliques.vertex(cliques.member(place)));
        }
    }

    /** Joins the cliques of the first vertices that one worker takes, with the worker's own lists and marks. */
    private final class Worker {
        private final OffHeapScope scope;
        /** The cliques of the sets of vertices of each depth; made when they are needed. */
        private final Level[] levels = new Level[shared];

        /** For each vertex the clique plus 1 that was joined last with it, or 0. */
        private final OffHeapInts lastCliques;

        /**
         * The vertices with {@link #mark} are vertices by which the cliques of the current list are still to be joined.
         */
        private final OffHeapInts marks;

        private int mark;
        /** The vertices that have a last clique while a list is joined; the first ones of the array. */
        private int[] joined = new int[64];

        private final Steps steps;

        /** @param scope owns what this worker allocates */
        Worker(OffHeapScope scope, Steps steps) {
            this.scope = scope;
            this.lastCliques = scope.zeroedInts(cliques.vertexCount());
            this.marks = scope.zeroedInts(cliques.vertexCount());
            this.steps = steps;
        }

        /** Joins a clique to the next one, when they share enough vertices. */
        void joinToNext(int clique) {
            int common = 0;
            long a = cliques.start(clique);
            long b = cliques.start(clique + 1);
            while (a < cliques.end(clique) && b < cliques.end(clique + 1)) {
                int one = cliques.member(a);
                int other = cliques.member(b);
                common += one == other ? 1 : 0;
                a += one <= other ? 1 : 0;
                b += other <= one ? 1 : 0;
            }
            if (common >= shared) {
                sets.join(clique, clique + 1);
            }
            steps.add(cliques.end(clique) - cliques.start(clique));
        }

        /** Joins cliques that share {@code v} and later vertices. */
        void join(int v) {
            long from = cliques.firstCliqueOf(v);
            long end = cliques.endCliqueOf(v);
            if (shared == 1) {
                for (long i = from + 1; i < end; i++) {
                    sets.join(cliques.cliqueAt(from), cliques.cliqueAt(i));
                    steps.add();
                }
                return;
            }
            Level level = level(0);
            for (long i = from; i < end; i++) {
                int clique = cliques.cliqueAt(i);
                level.add(v, clique, (int) (cliques.placeOf(v, clique) - cliques.start(clique)) + 1);
                steps.add();
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
            boolean last = depth + 1 == shared;
            // A clique must have this many vertices from the next one on.
            int least = shared - depth;
            if (!markOthers(of, head, least)) {
                return;
            }
            if (last) {
                joinByVertex(of, head);
                return;
            }
            Level next = level(depth);
            for (int entry = head; entry != 0; entry = of.next(entry)) {
                int clique = of.clique(entry);
                long start = cliques.start(clique);
                for (int place = of.place(entry); start + place <= cliques.end(clique) - least; place++) {
                    if (marks.get(cliques.member(start + place)) == mark) {
                        next.add(cliques.member(start + place), clique, place + 1);
                    }
                }
                steps.add(cliques.end(clique) - start);
            }
            for (int i = 0; i < next.listedCount; i++) {
                visit(depth + 1, next, next.heads.get(next.listed[i]));
            }
            next.clear();
        }

        /**
         * Marks the next vertices of the cliques of a list that are outside of the set in which most of them are, as far
         * as {@code least} vertices are left from there on. Returns whether there is such a clique.
         */
        private boolean markOthers(Level of, int head, int least) {
            if (++mark == 0) {
                marks.clear();
                mark = 1;
            }
            int most = -1;
            int lead = 0;
            for (int entry = head; entry != 0; entry = of.next(entry)) {
                int set = sets.root(of.clique(entry));
                steps.add();
                most = lead == 0 ? set : most;
                lead += set == most ? 1 : -1;
            }
            boolean any = false;
            for (int entry = head; entry != 0; entry = of.next(entry)) {
                int clique = of.clique(entry);
                long start = cliques.start(clique);
                steps.add(cliques.end(clique) - start);
                // A set that was joined to another one meanwhile has another root: then all are marked.
                if (sets.root(clique) != most) {
                    any = true;
                    for (long at = start + of.place(entry); at <= cliques.end(clique) - least; at++) {
                        marks.set(cliques.member(at), mark);
                    }
                }
            }
            return any;
        }

        /** Joins the cliques of a list that have one more vertex in common. */
        private void joinByVertex(Level of, int head) {
            int count = 0;
            for (int entry = head; entry != 0; entry = of.next(entry)) {
                int clique = of.clique(entry);
                for (long at = cliques.start(clique) + of.place(entry); at < cliques.end(clique); at++) {
                    int w = cliques.member(at);
                    if (marks.get(w) != mark) {
                        continue;
                    }
                    int before = lastCliques.get(w);
                    if (before != 0) {
                        sets.join(before - 1, clique);
                    } else {
                        joined = count < joined.length ? joined : Arrays.copyOf(joined, 2 * count);
                        joined[count++] = w;
                    }
                    lastCliques.set(w, clique + 1);
                }
                steps.add(cliques.end(clique) - cliques.start(clique));
            }
            for (int i = 0; i < count; i++) {
                lastCliques.set(joined[i], 0);
            }
        }

        private Level level(int depth) {
            if (levels[depth] == null) {
                levels[depth] = scope.own(new Level(cliques.vertexCount(), memory));
            }
            return levels[depth];
        }
    }

    /** For each vertex a list of cliques, with the places after it in them. Entries are numbered from 1. */
    private static final class Level implements AutoCloseable {
        /** The fewest entries that there is room for, once there is one. */
        private static final int LEAST = 64;

        private final NativeMemory memory;
        private final OffHeapInts heads;
        /** The clique of each entry, the place, and the next entry of the list or 0. */
        private OffHeapInts entries;

        /** The vertices that have a list; the first ones of the array. */
        private int[] listed = new int[64];

        private int listedCount;
        private int count;

        Level(int vertices, NativeMemory memory) {
            this.memory = memory;
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                OffHeapInts noHeads = scope.zeroedInts(vertices);
                this.entries = memory.ints(0);
                this.heads = scope.keep(noHeads);
            }
        }

        private void grow() {
            if (count == Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "`k` must be larger: 2^31 parts of cliques with the same vertices are too many");
            }
            OffHeapInts larger = memory.ints(Math.max(3L * LEAST, 2 * entries.length()));
            larger.copyFrom(entries, 0, 0, entries.length());
            entries.close();
            entries = larger;
        }

        void add(int vertex, int clique, int place) {
            int head = heads.get(vertex);
            if (head == 0) {
                listed = listedCount < listed.length ? listed : Arrays.copyOf(listed, 2 * listedCount);
                listed[listedCount++] = vertex;
            }
            long at = 3L * count;
            if (at == entries.length()) {
                grow();
            }
            count++;
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
            for (int i = 0; i < listedCount; i++) {
                heads.set(listed[i], 0);
            }
            listedCount = 0;
            count = 0;
        }

        @Override
        public void close() {
            heads.close();
            entries.close();
        }
    }
}
