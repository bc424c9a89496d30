package dev.motif.algorithm.group.biclique.bitmap;

import dev.motif.algorithm.group.biclique.model.Limits;
import dev.motif.algorithm.group.biclique.search.CurrentBiclique;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.BitCompressor;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * One worker of the search by bitmaps. There is a search tree for each root vertex; a node of it becomes a {@link
 * WordFrame} when it has few common vertices, a {@link WideFrame} when it is dense, and a {@link ListFrame} otherwise.
 */
public final class BitmapSearch implements SearchWorker {
    /** A bitmap is dense enough when it has at most this many words for each of its edges. */
    private static final int WORDS_PER_EDGE = 1;

    /** How many roots a worker takes at a time for an estimate. */
    private static final long ROOTS_PER_RANGE = 1 << 10;

    /** The bytes that a worker keeps for each root vertex. */
    public static final long BYTES_PER_ROOT = 2L * Integer.BYTES + Long.BYTES;

    /** The position of root vertices of a frame's own biclique: these exclude no child. */
    private static final int MEMBER = Integer.MAX_VALUE;

    private final Csr roots;
    private final Csr commons;
    final Limits limits;
    final CurrentBiclique found;
    private final WorkPool pool;
    private final Progress progress;
    final Arena arena;
    final WordRows words = new WordRows();
    final WideRows wideRows;
    final BitCompressor compressor = new BitCompressor();

    /**
     * The position of each root vertex in the order of the current frame: vertices before a child are excluded below.
     */
    private final OffHeapInts positions;

    /**
     * Scratch memory: for each root vertex the common vertices of the current node that it is adjacent to, as their
     * number or as a bitmap; 0 when not in use.
     */
    private final OffHeapLongs adjacent;

    /**
     * For each root vertex in use, when {@link #adjacent} are numbers of common vertices: how many kinds these have, and in the
     * upper 32 bits the last kind that was counted. Null where common vertices have no kinds.
     */
    private final OffHeapLongs kinds;

    /** The root vertices whose {@link #adjacent} is not 0. */
    private final OffHeapInts touched;

    private int touchedCount;
    private long[] order = new long[64];
    private final List<Frame> frames = new ArrayList<>();

    /** For each depth the mark to which the arena is released when the frame of that depth leaves the stack. */
    private long[] marks = new long[64];

    private Workers.Group group;
    private long nodes;
    private long busyNanos;

    /**
     * @param scope owns the arrays by root vertex
     * @param arena for the frames of this worker
     * @param spare for rows of several words while a frame is made
     */
    public BitmapSearch(
            BipartiteCore graph,
            Limits limits,
            CurrentBiclique found,
            WorkPool pool,
            Progress progress,
            OffHeapScope scope,
            Arena arena,
            Arena spare) {
        this.progress = progress;
        this.roots = graph.roots();
        this.commons = graph.mates();
        this.limits = limits;
        this.found = found;
        this.pool = pool;
        this.arena = arena;
        this.wideRows = new WideRows(spare);
        this.positions = scope.ints(roots.vertexCount());
        this.adjacent = scope.zeroedLongs(roots.vertexCount());
        this.kinds = limits.haveKinds() ? scope.longs(roots.vertexCount()) : null;
        this.touched = scope.ints(roots.vertexCount());
        for (int v = 0; v < roots.vertexCount(); v++) {
            positions.set(v, v + 1);
        }
    }

    /**
     * About the most bytes that the frames of a worker take on graphs that are not dense: a bitmap or lists for all
     * edges, twice while it is made, with less and less on the levels below, and then 64 levels of one word a row.
     */
    public static long pathBytes(long roots, long edges) {
        return 4 * edges * Long.BYTES + Math.min(roots, edges) * 2 * Long.SIZE * Long.BYTES + Arena.FIRST_BYTES;
    }

    /**
     * The memory that a worker needs, from the roots that need the most; nodes below roots take much less.
     *
     * @param pathBytes the off-heap bytes of its frames
     * @param heapBytes the heap bytes of the rows of a frame while it is made
     */
    public record Need(long pathBytes, long heapBytes) {
        /** Looks at the neighbors of all roots of {@code graph}. */
        public static Need of(BipartiteCore graph, Workers workers) {
            LongAccumulator frame = new LongAccumulator(Math::max, 0);
            LongAccumulator rows = new LongAccumulator(Math::max, 0);
            workers.beside().forEach(graph.rootCount(), ROOTS_PER_RANGE, (worker, root) -> {
                Below below = Below.of(graph, (int) root);
                frame.accumulate(below.frameLength());
                rows.accumulate(below.heapBytes());
            });
            return new Need(frame.get() * Long.BYTES + 2 * Arena.FIRST_BYTES, rows.get());
        }
    }

    /**
     * Upper bounds for what is below a root.
     *
     * @param common the number of common vertices: the degree of the root
     * @param walks the number of walks of two edges from the root
     * @param later the number of these walks that end at later roots; only later roots may be candidates
     * @param rows the number of roots two hops away
     * @param candidates the number of candidates among these
     */
    private record Below(int common, long walks, long later, long rows, long candidates) {
        public static Below of(BipartiteCore graph, int root) {
            Csr roots = graph.roots();
            Csr commons = graph.mates();
            long walks = 0;
            long later = 0;
            for (long slot = roots.start(root); slot < roots.end(root); slot++) {
                int mate = roots.neighbor(slot);
                walks += commons.degree(mate);
                later += commons.end(mate) - commons.firstSlotFrom(mate, root + 1);
            }
            return new Below(
                    (int) roots.degree(root),
                    walks,
                    later,
                    Math.min(walks, roots.vertexCount()),
                    Math.min(later, roots.vertexCount() - 1L - root));
        }

        /** The most different rows that there can be. */
        private long different() {
            return common < Integer.SIZE ? 1L << common : Long.MAX_VALUE;
        }

        /** The longs of the root's frame, and of the rows that it is made from. */
        long frameLength() {
            if (candidates == 0) {
                return common;
            }
            if (common <= Long.SIZE) {
                return common + 2 * Math.min(candidates, different()) + Math.min(rows, different());
            }
            long bitmap = rows * WideFrame.words(common);
            return bitmap <= WORDS_PER_EDGE * walks
                    ? common + 2 * bitmap + candidates
                    : ListFrame.length(common, rows, (int) candidates, later);
        }

        /** The heap bytes of {@link WordRows} or {@link WideRows} while the root's frame is made. */
        long heapBytes() {
            return common <= Long.SIZE
                    ? WordRows.mostBytes(
                            Math.min(candidates, different()), Math.min(rows, different()), Math.min(common, later))
                    : WideRows.mostBytes(candidates);
        }
    }

    void countNode() {
        nodes++;
    }

    /** Whether the selected ones of the common vertices from {@code ids[idStart]} on are of enough kinds. */
    boolean areOfEnoughKinds(BitCompressor selected, OffHeapLongs ids, long idStart) {
        if (!limits.haveKinds()) {
            return true;
        }
        long mark = arena.mark();
        long start = arena.allocate(selected.size());
        OffHeapLongs chunk = arena.chunk();
        selected.selectIds(ids, idStart, chunk, start);
        boolean enough = limits.areOfEnoughKinds(chunk, start, selected.size());
        arena.release(mark);
        return enough;
    }

    @Override
    public long nodes() {
        return nodes;
    }

    @Override
    public long busyNanos() {
        return busyNanos;
    }

    @Override
    public void run(Workers.Group runningGroup) throws InterruptedException {
        group = runningGroup;
        long began = System.nanoTime();
        for (int root = pool.nextRoot(); root >= 0 && !group.stopped(); root = pool.nextRoot()) {
            openRoot(root);
            searchFrames();
            progress.advance(1);
        }
        busyNanos = System.nanoTime() - began;
        for (Frame frame = pool.take(group); frame != null; frame = pool.take(group)) {
            began = System.nanoTime();
            long mark = arena.mark();
            push(frame);
            keepOrRelease(0, mark);
            searchFrames();
            busyNanos += System.nanoTime() - began;
        }
    }

    private void searchFrames() {
        while (!frames.isEmpty() && !group.stopped()) {
            if (pool.isHungry()) {
                shareLargest();
            }
            Frame frame = frames.get(frames.size() - 1);
            if (!frame.hasNext()) {
                pop();
                continue;
            }
            int depth = frames.size();
            long mark = arena.mark();
            frame.expandNext(this);
            keepOrRelease(depth, mark);
        }
    }

    /** Shares the splittable frame that is closest to the root, since its children have the largest subtrees. */
    private void shareLargest() {
        for (Frame frame : frames) {
            if (frame.canSplit()) {
                pool.share(frame);
                return;
            }
        }
    }

    /** Releases the arena to {@code mark}, or, when a frame was pushed at {@code depth}, keeps the mark for its end. */
    private void keepOrRelease(int depth, long mark) {
        if (frames.size() == depth) {
            arena.release(mark);
            return;
        }
        if (depth == marks.length) {
            marks = Arrays.copyOf(marks, 2 * depth);
        }
        marks[depth] = mark;
    }

    private void push(Frame frame) {
        frames.add(frame);
        frame.enter(this);
    }

    private void pop() {
        Frame frame = frames.remove(frames.size() - 1);
        frame.leave(this);
        frame.close();
        arena.release(marks[frames.size()]);
    }

    private void openRoot(int root) {
        if (limits.areBounds() && !mayReach(root)) {
            return;
        }
        int common = (int) roots.degree(root);
        long mark = arena.mark();
        long start = arena.allocate(common);
        OffHeapLongs ids = arena.chunk();
        for (int i = 0; i < common; i++) {
            ids.set(start + i, roots.neighbor(roots.start(root) + i));
        }
        open(ids, start, common, root + 1);
        keepOrRelease(0, mark);
    }

    /**
     * Whether a wanted biclique may be below {@code root}: it has no roots before this one, so a biclique with k neighbors of the
     * root has no more root vertices than the k-th largest number of roots from this one on that a neighbor has.
     */
    private boolean mayReach(int root) {
        int common = (int) roots.degree(root);
        growOrder(common);
        for (int i = 0; i < common; i++) {
            int u = roots.neighbor(roots.start(root) + i);
            order[i] = commons.end(u) - commons.firstSlotFrom(u, root);
        }
        Arrays.sort(order, 0, common);
        for (int k = 1; k <= common; k++) {
            if (limits.mayReach(k, order[common - k])) {
                return true;
            }
        }
        return false;
    }

    private void growOrder(int length) {
        if (order.length < length) {
            order = new long[Math.max(length, 2 * order.length)];
        }
    }

    /**
     * Looks at the biclique of the common vertices {@code ids[start, start + size)}: reports it if it is maximal, and
     * pushes a frame when it has candidates.
     *
     * @param position root vertices with a smaller position are excluded
     */
    void open(OffHeapLongs ids, long start, int size, int position) {
        nodes++;
        if (!limits.areOfEnoughKinds(ids, start, size)) {
            return;
        }
        if (size == 1) {
            openOne(ids, start, position);
        } else if (size <= Long.SIZE) {
            openFew(ids, start, size, position);
        } else {
            openMany(ids, start, size, position);
        }
    }

    /** Reports the biclique of one common vertex and all of its neighbors, if none of these is excluded. */
    private void openOne(OffHeapLongs ids, long start, int position) {
        int u = (int) ids.get(start);
        for (long slot = commons.start(u); slot < commons.end(u); slot++) {
            if (positions.get(commons.neighbor(slot)) < position) {
                return;
            }
        }
        found.list(ids, start, 1, (int) commons.degree(u));
    }

    private void openFew(OffHeapLongs ids, long start, int size, int position) {
        for (int k = 0; k < size; k++) {
            int u = (int) ids.get(start + k);
            for (long slot = commons.start(u); slot < commons.end(u); slot++) {
                int v = commons.neighbor(slot);
                long row = adjacent.get(v);
                if (row == 0) {
                    touched.set(touchedCount++, v);
                }
                adjacent.set(v, row | 1L << k);
            }
        }
        long full = -1L >>> Long.SIZE - size;
        int members = 0;
        boolean maximal = true;
        words.begin(0);
        for (int i = 0; i < touchedCount; i++) {
            int v = touched.get(i);
            long row = adjacent.get(v);
            adjacent.set(v, 0);
            boolean excluded = positions.get(v) < position;
            if (row == full) {
                members++;
                maximal &= !excluded;
            } else if (excluded) {
                words.addExcluded(row);
            } else {
                words.addCandidate(row, 1);
            }
        }
        touchedCount = 0;
        if (maximal) {
            found.list(ids, start, size, members);
            pushWords(ids, start, members);
        }
    }

    private void openMany(OffHeapLongs ids, long start, int size, int position) {
        long edges = countAdjacent(ids, start, size);
        int members = 0;
        int rows = 0;
        int candidates = 0;
        boolean maximal = !group.stopped();
        for (int i = 0; i < touchedCount && maximal; i++) {
            int v = touched.get(i);
            long common = adjacent.get(v);
            boolean excluded = positions.get(v) < position;
            if (common == size) {
                members++;
                maximal = !excluded;
            } else if (isEnough(v, common)) {
                rows++;
                candidates += excluded ? 0 : 1;
            }
        }
        if (maximal && limits.mayReach(size, members + candidates)) {
            found.list(ids, start, size, members);
            // No bits that all candidates share are looked for: where lists pay, there are next to none.
            if (candidates > 0 && limits.mayStayWithin(0, members + 1)) {
                if ((long) rows * WideFrame.words(size) <= WORDS_PER_EDGE * edges) {
                    buildWide(ids, start, size, position, members, rows);
                } else {
                    buildList(ids, start, size, position, members, candidates);
                }
                return;
            }
        }
        clearTouched();
    }

    private long countAdjacent(OffHeapLongs ids, long start, int size) {
        long edges = 0;
        for (int k = 0; k < size && !group.stopped(); k++) {
            int u = (int) ids.get(start + k);
            edges += commons.degree(u);
            for (long slot = commons.start(u); slot < commons.end(u); slot++) {
                int v = commons.neighbor(slot);
                if (adjacent.add(v, 1) == 0) {
                    touched.set(touchedCount++, v);
                }
            }
            if (limits.haveKinds()) {
                countKind(u);
            }
        }
        return edges;
    }

    /** Counts the kind of common vertex {@code u} for its neighbors, after all common vertices of smaller kinds. */
    private void countKind(int u) {
        long kind = (long) limits.kindOf(u) << Integer.SIZE;
        for (long slot = commons.start(u); slot < commons.end(u); slot++) {
            int v = commons.neighbor(slot);
            long counted = kinds.get(v);
            if (adjacent.get(v) == 1) {
                kinds.set(v, kind | 1);
            } else if (counted >>> Integer.SIZE != kind >>> Integer.SIZE) {
                kinds.set(v, kind | (int) counted + 1);
            }
        }
    }

    /** Whether root vertex {@code v}, adjacent to {@code common} of the current common vertices, has enough kinds of them. */
    private boolean isEnough(int v, long common) {
        return (kinds == null ? common : (int) kinds.get(v)) >= limits.minCommon;
    }

    private void clearTouched() {
        for (int i = 0; i < touchedCount; i++) {
            adjacent.set(touched.get(i), 0);
        }
        touchedCount = 0;
    }

    /** Reduces {@link #words} and pushes a frame of them when candidates are left that may reach a wanted biclique. */
    void pushWords(OffHeapLongs ids, long idStart, int members) {
        words.reduce(limits, ids, idStart, members);
        if (words.candidates() == 0 || limits.areBounds() && !words.mayReach(limits, members)) {
            return;
        }
        long start = arena.allocate(words.length());
        words.write(arena.chunk(), start);
        push(new WordFrame(ids, idStart, arena.chunk(), start, words.candidates(), words.excluded(), members));
    }

    /**
     * Reduces {@link #wideRows} and pushes a frame of them when candidates are left that may reach a wanted biclique.
     */
    void pushWide(OffHeapLongs ids, long idStart, int idCount, int members) {
        wideRows.reduce(limits, ids, idStart, members);
        if (wideRows.candidates() == 0 || limits.areBounds() && !wideRows.mayReach(limits, members)) {
            return;
        }
        long start = arena.allocate(wideRows.length());
        wideRows.write(arena.chunk(), start);
        push(new WideFrame(
                ids,
                idStart,
                idCount,
                arena.chunk(),
                start,
                wideRows.words(),
                wideRows.candidates(),
                wideRows.excluded(),
                members));
    }

    /**
     * Pushes a frame of rows of bits, one for each touched root vertex that has enough common vertices but not all, over the
     * common vertices from {@code start} on.
     */
    private void buildWide(OffHeapLongs ids, long start, int size, int position, int members, int count) {
        wideRows.begin(WideFrame.words(size), count);
        for (int i = 0; i < touchedCount; i++) {
            int v = touched.get(i);
            long common = adjacent.get(v);
            boolean excluded = positions.get(v) < position;
            // From here on this is the index of the row, plus 1.
            boolean needed = common < size && isEnough(v, common);
            adjacent.set(v, !needed ? 0 : 1 + (excluded ? wideRows.addExcluded() : wideRows.addCandidate(1)));
        }
        OffHeapLongs rows = wideRows.rows();
        for (int k = 0; k < size; k++) {
            int u = (int) ids.get(start + k);
            for (long slot = commons.start(u); slot < commons.end(u); slot++) {
                long row = adjacent.get(commons.neighbor(slot));
                if (row != 0) {
                    long at = row - 1 + k / Long.SIZE;
                    rows.set(at, rows.get(at) | 1L << k);
                }
            }
        }
        clearTouched();
        pushWide(ids, start, size, members);
    }

    private void buildList(OffHeapLongs ids, long start, int size, int position, int members, int candidates) {
        growOrder(candidates);
        int excluded = touchedCount - members - candidates;
        int nextCandidate = 0;
        long listed = 0;
        for (int i = 0; i < touchedCount; i++) {
            int v = touched.get(i);
            long common = adjacent.get(v);
            if (isCandidate(v, common, size, position)) {
                order[nextCandidate++] = common << Integer.SIZE | v;
                listed += common;
            }
        }
        Arrays.sort(order, 0, candidates);
        long target = arena.allocate(ListFrame.length(size, touchedCount, candidates, listed));
        OffHeapLongs array = arena.chunk();
        array.copyFrom(ids, start, target, size);
        long next = target + size;
        for (int i = 0; i < candidates; i++) {
            array.set(next++, (int) order[i]);
        }
        long nextExcluded = next;
        long nextMember = next + excluded;
        for (int i = 0; i < touchedCount; i++) {
            int v = touched.get(i);
            long common = adjacent.get(v);
            if (common == size) {
                array.set(nextMember++, v);
            } else if (!isCandidate(v, common, size, position)) {
                array.set(nextExcluded++, v);
            }
        }
        clearTouched();
        push(new ListFrame(array, target, size, candidates, excluded, members));
    }

    private boolean isCandidate(int v, long common, int size, int position) {
        return common < size && isEnough(v, common) && positions.get(v) >= position;
    }

    /**
     * Gives the root vertices from {@code array[start]} on the positions of a frame, and keeps their former positions
     * behind them. Excluded vertices come before all others, then the candidates in their order, then the members of
     * the frame's own biclique.
     */
    void takePositions(OffHeapLongs array, long start, int candidates, int excluded, int members) {
        int count = candidates + excluded + members;
        for (int i = 0; i < count; i++) {
            int v = (int) array.get(start + i);
            array.set(start + count + i, positions.get(v));
            positions.set(v, i < candidates ? i + 1 : i < candidates + excluded ? 0 : MEMBER);
        }
    }

    /** Gives the {@code count} root vertices from {@code array[start]} on their former positions again. */
    void restorePositions(OffHeapLongs array, long start, int count) {
        for (int i = 0; i < count; i++) {
            positions.set((int) array.get(start + i), (int) array.get(start + count + i));
        }
    }

    /**
     * Writes for each candidate of the current frame the list of its common vertices, which are the vertices from
     * {@code array[start]} on that it is adjacent to. Before the lists, from {@code starts} on, there are {@code
     * candidates + 1} indices: where each list begins and the last one ends.
     */
    void fillLists(OffHeapLongs array, long start, int commonSize, long starts, int candidates) {
        array.clear(starts, starts + candidates + 1);
        forEachCandidate(array, start, commonSize, candidates, (candidate, u) -> array.add(starts + candidate, 1));
        long next = starts + candidates + 1;
        for (int i = 0; i < candidates; i++) {
            next += array.get(starts + i);
            array.set(starts + i, next);
        }
        array.set(starts + candidates, next);
        // From the last common vertex to the first: a list is filled from its end, which moves until it is its start.
        forEachCandidate(array, start, commonSize, candidates, (candidate, u) -> {
            long at = array.add(starts + candidate, -1) - 1;
            array.set(at, u);
        });
    }

    @FunctionalInterface
    private interface CandidateEdge {
        void accept(int candidate, int common);
    }

    private void forEachCandidate(OffHeapLongs array, long start, int commonSize, int candidates, CandidateEdge body) {
        for (int k = commonSize - 1; k >= 0; k--) {
            int u = (int) array.get(start + k);
            for (long slot = commons.start(u); slot < commons.end(u); slot++) {
                int position = positions.get(commons.neighbor(slot));
                if (position > 0 && position <= candidates) {
                    body.accept(position - 1, u);
                }
            }
        }
    }

    @Override
    public void close() {
        while (!frames.isEmpty()) {
            frames.remove(frames.size() - 1).close();
        }
    }
}
