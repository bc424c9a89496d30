package dev.motif.algorithm.level.truss;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.FoundItems;
import dev.motif.parallel.Team;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Peels the edges of a graph level by level, all edges of a round at once. The support of an edge is the number of its
 * triangles, and a level is a support: its first round has the edges of this support, each later round has the edges
 * that came down to it or below in the round before.
 *
 * <p>The triangles of a peeled edge are found again in the rows of its two ends. The edges of a round are taken by
 * their ends of lower rank, the hubs: the row of a hub is marked in an array of the worker, and the row of the other
 * end of each edge is looked up there, until all triangles that the edge still has are found. Few lookups in a long row
 * are binary searches instead. Rows are in the order of degrees, in which triangles are found soon, and are compacted
 * whenever a fifth of their edges is gone.
 *
 * <p>When a triangle loses edges in a round, the edges of it that remain lose it once: it is taken from them by the
 * only edge of the round, or by the one with the smaller number. A round that one thread has alone takes it from both
 * at once: each edge is gone as soon as its triangles are, so that the others of the round do not find these.
 *
 * <p>Rounds of few edges would have most threads wait. So when few edges are left at the level, each worker takes some
 * of them as a round of its own, then the edges that come down to the level because of it, as long as no other worker
 * waits for edges. These rounds are numbered in the order in which they begin, and a triangle is taken from its edges
 * by the worker of the first round. A worker that finds an edge of it live is right that its own round is the first:
 * the number of the other round will be taken after that edge ceases to be live, and so after the worker took its own.
 *
 * <p>Rounds are numbered from 1, over all levels. The number of the round of an edge is {@link #LIVE} until one has it,
 * and {@link #TAKING} while a worker begins a round of its own. So an edge is there in a round if its number is not
 * below the number of the round. Numbers are kept apart from supports, which change far more often: what one worker
 * changes, others have to fetch before they read it. For 16 workers this saves an eighth of the time.
 */
final class EdgePeeling {
    private static final int GONE = 0;
    private static final int LIVE = Integer.MAX_VALUE;
    private static final int TAKING = LIVE - 1;

    /** Several workers peel fewer edges than these in rounds of their own. */
    private static final long EDGES_OF_ALL = 1 << 10;

    /** Fewer workers wait less than rounds of their own would cost. */
    private static final int LEAST_WORKERS = 4;

    /**
     * Fewer edges are peeled by one worker unless there are many: some would take longer, since each waits for the states that
     * another has changed. Measured, see docs/benchmarks/peers.md.
     */
    private static final long EDGES_OF_SOME_WORKERS = 1 << 17;

    private static final int MANY_WORKERS = 8;

    private static final int EDGES_OF_BLOCK = 1 << 10;
    private static final int EDGES_OF_THREAD = 1 << 12;
    private static final int EDGES_AT_ONCE = 64;

    /** About how many neighbors can be marked while one is searched. */
    private static final long MARKS_OF_SEARCH = 1 << 7;

    /** About how many memory accesses it takes to peel an edge. */
    private static final long ACCESSES_OF_EDGE = 1 << 6;

    /**
     * Accesses charged per edge when {@value #LEAST_WORKERS} or more workers share a round: one hub with a long row can
     * delay the whole round.
     */
    private static final long ACCESSES_WITH_HUBS = 1 << 10;

    /** Accesses charged per edge, with the edges that come down to the level because of it. */
    private static final long ACCESSES_WITH_FOUND = 1 << 9;

    /** Work per thread above which the team wakes every thread. */
    private static final long WORK_TO_JOIN = 1 << 12;

    private static final int SLOTS_AT_ONCE = 32;
    private static final int FOUND_AT_ONCE = 1 << 8;

    /** The most edges that a worker's own round takes from the edges that the worker found and kept. */
    private static final int EDGES_OF_OWN_ROUND = 8;

    /** Fewer edges are not worth another worker's turn. */
    private static final int LEAST_SHARED = 4;

    private static final int EDGES_PER_POLL = 1 << 10;

    private final ShrinkingAdjacency rows;

    /** The support of each edge, and once it is gone its level. */
    private final OffHeapInts supports;

    /** The number of each edge's round. */
    private final OffHeapInts rounds;

    private final Workers workers;
    private final Peeler[] peelers;
    private Team team;

    /** The edges that are not known to be gone, in blocks of {@link #EDGES_OF_BLOCK}, and how many each block has. */
    private final OffHeapInts remaining;

    private final int[] remainingOfBlock;

    /** The first edge of each hub in the round plus 1, or 0; for even rounds and for odd ones. */
    private final OffHeapInts[] firstEdges;

    /** The next edge of the same hub and round plus 1, or 0, for each edge. */
    private final OffHeapInts nextEdges;

    /** The hubs of the edges of the round; for even rounds and for odd ones. */
    private final OffHeapInts[] hubs;

    /** The hubs that are in the list of the next round. */
    private final AtomicLong listed = new AtomicLong();

    /** The edges of the level while workers have rounds of their own. Its list is {@link #nextEdges}, unused then. */
    private final FoundItems shared;

    /** The number of the round that began last, while workers have rounds of their own. */
    private final AtomicInteger begun = new AtomicInteger();

    /** Whether each worker has rounds of its own. */
    private boolean ownRounds;

    private int level;
    private long levelCount;

    /** The number of the last round. */
    private int round;

    /** Whether edges of the level were searched and none was peeled yet. */
    private boolean searched;

    /** The edges of the next round. */
    private long pending;

    private long live;
    private long goneInRows;
    private int compactions;

    /**
     * @param triangles the triangles of each edge, which become its level
     * @param scope owns the memory
     */
    EdgePeeling(ShrinkingAdjacency rows, OffHeapInts triangles, Workers workers, OffHeapScope scope) {
        this.rows = rows;
        this.workers = workers;
        this.live = triangles.length();
        this.supports = triangles;
        this.rounds = scope.ints(live);
        this.remaining = scope.ints(live);
        this.remainingOfBlock = new int[(int) ((live + EDGES_OF_BLOCK - 1) / EDGES_OF_BLOCK)];
        int vertices = rows.vertexCount();
        this.firstEdges = new OffHeapInts[] {scope.zeroedInts(vertices), scope.zeroedInts(vertices)};
        this.hubs = new OffHeapInts[] {scope.ints(vertices), scope.ints(vertices)};
        this.nextEdges = scope.ints(live);
        this.peelers = new Peeler[threads(live, workers.concurrency())];
        this.shared = new FoundItems(nextEdges, peelers.length);
        Arrays.setAll(peelers, worker -> new Peeler(scope.zeroedInts(vertices)));
        LongAdder inTriangles = new LongAdder();
        workers.forRanges(live, EDGES_OF_BLOCK, (worker, from, to) -> {
            remainingOfBlock[(int) (from / EDGES_OF_BLOCK)] = (int) (to - from);
            int found = 0;
            for (long slot = from; slot < to; slot++) {
                remaining.set(slot, (int) slot);
                boolean inTriangle = supports.get(slot) > 0;
                rounds.set(slot, inTriangle ? LIVE : GONE);
                found += inTriangle ? 1 : 0;
            }
            inTriangles.add(found);
        });
        this.goneInRows = live - inTriangles.sum();
        this.live = inTriangles.sum();
        this.levelCount = goneInRows == 0 ? 0 : 1;
        workers.progress().advance(goneInRows);
    }

    /** Few edges are peeled by few threads. */
    private static int threads(long edges, int concurrency) {
        return edges < EDGES_OF_SOME_WORKERS && concurrency < MANY_WORKERS
                ? 1
                : (int) Math.min(concurrency, 1 + edges / EDGES_OF_THREAD);
    }

    /** The off-heap bytes beside the rows and the triangles. */
    static long bytes(long vertices, long edges, int concurrency) {
        return (3 * edges + (4L + threads(edges, concurrency)) * vertices) * Integer.BYTES;
    }

    /** Peels all edges. */
    void peel() {
        try (Team all = new Team(workers, peelers.length)) {
            team = all;
            all.run(this::next);
        }
    }

    /** The number of different levels. */
    long levelCount() {
        return levelCount;
    }

    private Team.Round next() {
        int least = Integer.MAX_VALUE;
        for (Peeler peeler : peelers) {
            peeler.list();
            pending += peeler.takePending();
            least = Math.min(least, peeler.takeLeast());
            gone(peeler.takePeeled());
        }
        if (ownRounds) {
            ownRounds = false;
            round = begun.get();
        }
        if (4 * goneInRows > Math.max(live, rows.vertexCount())) {
            return compaction();
        }
        if (pending > 0) {
            return nextRound();
        }
        if (searched && least == Integer.MAX_VALUE) {
            return null;
        }
        return search(searched ? least : level + 1);
    }

    private void gone(long edges) {
        live -= edges;
        goneInRows += edges;
        workers.progress().advance(edges);
    }

    private Team.Round compaction() {
        long slots = goneInRows + live;
        goneInRows = 0;
        compactions++;
        return new Team.Round(
                rows.slotCount(),
                2 * slots,
                (worker, from, to) -> rows.compact(from, to, edge -> rounds.get(edge) <= round));
    }

    private Team.Round nextRound() {
        levelCount += searched ? 1 : 0;
        searched = false;
        long edges = pending;
        pending = 0;
        if (edges == live) {
            round++;
            gone(edges);
            return search(level + 1);
        }
        if (edges < EDGES_OF_ALL && peelers.length >= LEAST_WORKERS && team.threads() > 1) {
            return ownRounds((int) edges);
        }
        round++;
        gone(edges);
        long hubsOfRound = listed.getAndSet(0);
        long accesses = peelers.length >= LEAST_WORKERS ? ACCESSES_WITH_HUBS : ACCESSES_OF_EDGE;
        return new Team.Round(hubsOfRound, edges * accesses, (worker, from, to) -> peelers[worker].peel(from, to));
    }

    /** Has workers peel the edges of the next round, and all that come down to the level, in rounds of their own. */
    private Team.Round ownRounds(int edges) {
        int[] first = new int[edges];
        int count = 0;
        int parity = round + 1 & 1;
        for (long i = 0; i < listed.get(); i++) {
            int hub = hubs[parity].get(i);
            for (int next = firstEdges[parity].get(hub); next != 0; next = nextEdges.get(next - 1)) {
                first[count++] = next - 1;
                rounds.set(next - 1, LIVE);
            }
            firstEdges[parity].set(hub, 0);
        }
        listed.set(0);
        shared.begin(first, count);
        begun.set(round);
        ownRounds = true;
        return new Team.Round(
                team.threads(),
                Math.max(team.threads() * WORK_TO_JOIN, edges * ACCESSES_WITH_FOUND),
                (worker, from, to) -> peelers[worker].peelOwnRounds());
    }

    /** Searches the remaining edges for the edges of a level. */
    private Team.Round search(int newLevel) {
        int levelBefore = level;
        searched = newLevel > level;
        level = newLevel;
        return new Team.Round(remainingOfBlock.length, live, (worker, from, to) -> {
            for (int block = (int) from; block < to; block++) {
                peelers[worker].search(block, levelBefore);
            }
        });
    }

    /** The work and the result of one worker. */
    private final class Peeler {
        private final int[] found = new int[FOUND_AT_ONCE];
        private int foundCount;
        private long pending;
        private int least = Integer.MAX_VALUE;

        /** The edges that were peeled in rounds of this worker's own. */
        private long peeled;

        private int sincePoll;

        /** The number of the round of the edges that this worker peels. */
        private int now;

        /**
         * For each vertex its slot in the row of the hub plus 1, as 32 bits. Marks of other hubs are beyond that row.
         */
        private final OffHeapInts marks;

        /** How often rows were compacted when the first of the marks was set. */
        private int compactionsBefore;

        /** Edges of this round, of hubs one after the other, and where the rows of their other ends are. */
        private final int[] edges = new int[EDGES_AT_ONCE];

        /** The edges of a round of this worker's own. */
        private final int[] own = new int[EDGES_AT_ONCE];

        private final int[] hubOfEdge = new int[EDGES_AT_ONCE];
        private final long[] starts = new long[EDGES_AT_ONCE];
        private final long[] ends = new long[EDGES_AT_ONCE];
        private int gathered;

        private boolean marked;
        private long startOfHub;
        private long lengthOfHub;
        private final int[] placesOfHub = new int[SLOTS_AT_ONCE];
        private final int[] places = new int[SLOTS_AT_ONCE];
        private final int[] toLower = new int[2 * SLOTS_AT_ONCE + 2];

        Peeler(OffHeapInts marks) {
            this.marks = marks;
        }

        /** Makes edges of a block ready for the first round of the level, and drops the edges that are gone. */
        void search(int block, int levelBefore) {
            long first = (long) block * EDGES_OF_BLOCK;
            long end = first + remainingOfBlock[block];
            int leastAbove = least;
            long kept = first;
            for (long i = first; i < end; i++) {
                int edge = remaining.get(i);
                int support = supports.get(edge);
                if (support > level) {
                    leastAbove = Math.min(leastAbove, support);
                } else if (rounds.get(edge) == LIVE) {
                    add(edge);
                } else {
                    supports.set(edge, levelBefore);
                    continue;
                }
                remaining.set(kept++, edge);
            }
            least = leastAbove;
            remainingOfBlock[block] = (int) (kept - first);
        }

        /** Adds an edge to the edges of the next round. */
        private void add(int edge) {
            int hub = rows.lowerEnd(edge);
            rounds.set(edge, round + 1);
            OffHeapInts ofHubs = firstEdges[round + 1 & 1];
            int next;
            if (team.alone()) {
                next = ofHubs.get(hub);
                ofHubs.set(hub, edge + 1);
            } else {
                next = ofHubs.getAndSet(hub, edge + 1);
            }
            nextEdges.set(edge, next);
            if (next == 0) {
                if (foundCount == found.length) {
                    list();
                }
                found[foundCount++] = hub;
            }
            pending++;
        }

        /** Brings the hubs that were found to the list of the next round. */
        void list() {
            hubs[round + 1 & 1].copyFrom(found, 0, listed.getAndAdd(foundCount), foundCount);
            foundCount = 0;
        }

        long takePending() {
            long taken = pending;
            pending = 0;
            return taken;
        }

        long takePeeled() {
            long taken = peeled;
            peeled = 0;
            return taken;
        }

        int takeLeast() {
            int taken = least;
            least = Integer.MAX_VALUE;
            return taken;
        }

        /**
         * Takes the triangles of all edges of this round and some of its hubs from their other edges. First the edges
         * are gathered, so that what is not in the cache is read for many at once.
         */
        void peel(long from, long to) {
            now = round;
            OffHeapInts ofHubs = firstEdges[round & 1];
            for (long i = from; i < to; i++) {
                int hub = hubs[round & 1].get(i);
                for (int next = ofHubs.get(hub); next != 0; next = nextEdges.get(next - 1)) {
                    gather(next - 1, hub);
                }
                ofHubs.set(hub, 0);
            }
            peelGathered();
        }

        /** Peels edges until none is at the level any more. */
        void peelOwnRounds() {
            try {
                int taken = shared.take(own, workers.cancellation());
                while (taken > 0) {
                    for (int count = taken; count > 0; count = takeFound()) {
                        peelOwn(count);
                    }
                    shared.done(taken);
                    taken = shared.take(own, workers.cancellation());
                }
            } finally {
                // After an error these are edges, which list() would take for hubs.
                foundCount = 0;
                // Without what an error left undone, others would wait for it.
                shared.end();
            }
        }

        /** Begins a round of this worker's own. */
        private void begin(int count) {
            for (int i = 0; i < count; i++) {
                rounds.getAndSet(own[i], TAKING);
            }
            now = begun.incrementAndGet();
            for (int i = 0; i < count; i++) {
                rounds.set(own[i], now);
            }
        }

        private void peelOwn(int count) {
            begin(count);
            for (int i = 0; i < count; i++) {
                gather(own[i], rows.lowerEnd(own[i]));
            }
            peelGathered();
            peeled += count;
            sincePoll += count;
            if (sincePoll >= EDGES_PER_POLL) {
                sincePoll = 0;
                workers.cancellation().check();
            }
        }

        /** Takes edges that this worker found and did not share. */
        private int takeFound() {
            int count = Math.min(foundCount, EDGES_OF_OWN_ROUND);
            foundCount -= count;
            System.arraycopy(found, foundCount, own, 0, count);
            shareWanted();
            return count;
        }

        /** Adds an edge that came down to the level, and stays live until a round has it. */
        private void addToOwnFound(int edge) {
            shareWanted();
            found[foundCount++] = edge;
        }

        /** Shares what this worker found when others wait for edges, or there is no more room. */
        private void shareWanted() {
            if (foundCount == found.length || foundCount >= LEAST_SHARED && shared.wanted()) {
                shared.add(found, foundCount);
                foundCount = 0;
            }
        }

        /** The number of the round of an edge, or more if it is live. */
        private int roundOf(int edge) {
            int of = rounds.get(edge);
            while (of == TAKING) {
                Thread.yield();
                of = rounds.getAndAdd(edge, 0);
            }
            return of;
        }

        private void gather(int edge, int hub) {
            if (gathered == EDGES_AT_ONCE) {
                workers.cancellation().check();
                peelGathered();
            }
            int vertex = rows.higherEnd(edge);
            edges[gathered] = edge;
            hubOfEdge[gathered] = hub;
            starts[gathered] = rows.start(vertex);
            ends[gathered] = rows.end(vertex);
            gathered++;
        }

        private void peelGathered() {
            int hub = -1;
            for (int i = 0; i < gathered; i++) {
                if (triangles(edges[i]) > 0) {
                    if (hub != hubOfEdge[i]) {
                        hub = hubOfEdge[i];
                        takeHub(hub, neighborsOf(i));
                    }
                    breakTriangles(edges[i], starts[i], ends[i]);
                    if (team.alone()) {
                        rounds.set(edges[i], GONE);
                    }
                }
            }
            gathered = 0;
        }

        /** The number of neighbors that are looked up for an edge and for later edges of the same hub. */
        private long neighborsOf(int first) {
            long neighbors = 0;
            for (int i = first; i < gathered && hubOfEdge[i] == hubOfEdge[first]; i++) {
                neighbors += ends[i] - starts[i];
            }
            return neighbors;
        }

        /** Marks the neighbors of a hub, unless so few are looked up there that it is faster to search for each. */
        private void takeHub(int hub, long lookedUp) {
            startOfHub = rows.start(hub);
            lengthOfHub = rows.length(hub);
            marked = lengthOfHub < MARKS_OF_SEARCH * lookedUp;
            if (marked) {
                mark(hub);
            }
        }

        private void mark(int hub) {
            if (compactionsBefore != compactions) {
                marks.clear();
                compactionsBefore = compactions;
            }
            long end = rows.end(hub);
            for (long slot = startOfHub; slot < end; slot++) {
                marks.set(rows.neighbor(slot), (int) slot + 1);
            }
        }

        /**
         * The triangles of an edge that were there before its round. It may be more for a moment: it is lowered by rounds
         * of other workers that began before and are not over.
         */
        private int triangles(int edge) {
            return supports.get(edge);
        }

        /** Looks the neighbors of a row up among the neighbors of the hub, until all triangles of an edge are found. */
        private void breakTriangles(int edge, long start, long end) {
            int found = 0;
            for (long slot = start; found < triangles(edge) && slot < end; slot += SLOTS_AT_ONCE) {
                long to = Math.min(end, slot + SLOTS_AT_ONCE);
                int count = marked ? lookUp(slot, to) : searchFor(slot, to);
                found += team.alone() ? breakTrianglesAlone(slot, count) : breakTriangles(edge, slot, count);
            }
        }

        /** Looks the neighbors up by searching, without marks; see {@link #lookUp}. */
        private int searchFor(long from, long to) {
            int count = 0;
            for (long slot = from; slot < to; slot++) {
                int place = rows.placeOf(rows.neighbor(slot), startOfHub, startOfHub + lengthOfHub);
                if (place >= 0) {
                    placesOfHub[count] = place;
                    places[count++] = (int) (slot - from);
                }
            }
            return count;
        }

        /** Finds the neighbors of the hub in a range of slots by their marks; returns how many there are. */
        private int lookUp(long from, long to) {
            int firstMark = (int) startOfHub + 1;
            int count = 0;
            for (long slot = from; slot < to; slot++) {
                int place = marks.get(rows.neighbor(slot)) - firstMark;
                placesOfHub[count] = place;
                places[count] = (int) (slot - from);
                count += (int) (Integer.toUnsignedLong(place) - lengthOfHub >>> Long.SIZE - 1);
            }
            return count;
        }

        /** Takes the triangles that are there from their other edges; returns how many these are. */
        private int breakTrianglesAlone(long from, int count) {
            int lowered = 0;
            for (int i = 0; i < count; i++) {
                int second = rows.edge(startOfHub + placesOfHub[i]);
                int third = rows.edge(from + places[i]);
                int there = ~(rounds.get(second) - now | rounds.get(third) - now) >>> Integer.SIZE - 1;
                toLower[lowered] = second;
                toLower[lowered + 1] = third;
                lowered += 2 * there;
            }
            for (int i = 0; i < lowered; i++) {
                lower(toLower[i]);
            }
            return lowered / 2;
        }

        /** Takes the triangles that were there before the round from their other edges; returns how many these are. */
        private int breakTriangles(int edge, long from, int count) {
            int found = 0;
            int lowered = 0;
            for (int i = 0; i < count; i++) {
                int second = rows.edge(startOfHub + placesOfHub[i]);
                int third = rows.edge(from + places[i]);
                int roundOfSecond = roundOf(second);
                int roundOfThird = roundOf(third);
                // 1 or 0 instead of branches, which could not be predicted.
                int secondStays = now - roundOfSecond >>> Integer.SIZE - 1;
                int thirdStays = now - roundOfThird >>> Integer.SIZE - 1;
                int there = ~(roundOfSecond - now | roundOfThird - now) >>> Integer.SIZE - 1;
                found += there;
                toLower[lowered] = second;
                lowered += there & secondStays & (thirdStays | edge - third >>> Integer.SIZE - 1);
                toLower[lowered] = third;
                lowered += there & thirdStays & (secondStays | edge - second >>> Integer.SIZE - 1);
            }
            for (int i = 0; i < lowered; i++) {
                lower(toLower[i]);
            }
            return found;
        }

        private void lower(int edge) {
            int before = team.alone() ? supports.add(edge, -1) : supports.getAndAdd(edge, -1);
            if (before == level + 1) {
                if (ownRounds) {
                    addToOwnFound(edge);
                } else {
                    add(edge);
                }
            }
        }
    }
}
