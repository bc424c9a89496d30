package dev.motif.algorithm.biclique.pivot;

import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.SearchSizes;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.gpu.graph.DeviceSort;
import dev.motif.graph.Side;
import dev.motif.parallel.Workers;

/**
 * The (p,q)-core of a ranked graph on a device, and the roots of a search in it (biclique_pivot.cu). A search from a
 * root looks at vertices of its side that rank before it. The session owns the arrays.
 */
final class CoreGpu {
    private static final String MODULE = "biclique_pivot";
    private static final KernelSignature DEGREES = KernelSignature.of(MODULE, "biclique_degrees_per_vertex");
    private static final KernelSignature CORE = KernelSignature.of(MODULE, "biclique_core_per_vertex");
    private static final KernelSignature ROWS = KernelSignature.of(MODULE, "biclique_rows_per_vertex");
    private static final KernelSignature CANDIDATES = KernelSignature.of(MODULE, "biclique_candidates_per_block");
    private static final KernelSignature ROOTS = KernelSignature.of(MODULE, "biclique_roots_per_vertex");
    private static final KernelSignature LOCAL_GRAPHS = KernelSignature.of(MODULE, "biclique_local_graphs_per_block");

    private static final int THREADS = 256;
    private static final int WARP_SIZE = 32;

    /**
     * The number of ends, those of the lowest ranks, that a block counts in shared memory: 32 KiB, so that six blocks
     * fit a multiprocessor.
     */
    private static final int NEARBY_ENDS = 8192;

    private static final int NEARBY_BYTES = NEARBY_ENDS * Integer.BYTES;

    /** The number of wedges that are looked at on each side to choose one, about. */
    private static final long SAMPLED_WEDGES = 1 << 23;

    private static final long SLACK_BYTES = 1024;

    private final GpuSession session;
    private final DeviceRankedGraph ranked;
    private final Workers workers;
    private final int vertices;

    private final DeviceArray coreNeighbors;
    private final DeviceArray lengths;
    private final DeviceArray members;
    private final DeviceArray coreWords;
    private final DeviceArray candidateCounts;
    private final DeviceArray claimedAndCost;
    private final DeviceArray spill;
    private final DeviceSort sort;
    private final long[] core;
    private final long spillWords;
    private final int rootBlocks;

    /**
     * The roots of one side that have enough candidates. The candidates of a root are the vertices of its side that
     * rank before it and share enough neighbors with it; its mates are its neighbors. Both make up its local graph.
     *
     * @param side the side of the roots
     * @param order the roots, by rank, those of most work first
     * @param count the number of roots
     * @param mostCandidates the largest number of candidates of a root
     * @param mostMates the largest number of neighbors of a root
     * @param mostWords the 32-bit words of the largest local graph
     * @param allWords the 32-bit words of all local graphs
     */
    record Roots(
            Side side,
            DeviceArray order,
            int count,
            long mostCandidates,
            long mostMates,
            long mostWords,
            long allWords) {}

    /** The most device memory that this class needs besides the counters that do not fit shared memory. */
    static long bytes(GpuInfo device, long vertices, long edges) {
        return 6 * vertices * Integer.BYTES
                + 2 * edges * Integer.BYTES
                + DeviceSort.bytes(device, vertices)
                + SLACK_BYTES;
    }

    /**
     * Makes the core of {@code ranked}.
     *
     * @param leftCount the number of left vertices of the graph
     * @param minP the fewest left vertices of a biclique
     * @param minQ the fewest right vertices of a biclique
     * @param spillBytes the device memory for counters that do not fit shared memory; fewer blocks run when it is small
     */
    CoreGpu(
            GpuSession session,
            DeviceRankedGraph ranked,
            int leftCount,
            int minP,
            int minQ,
            long spillBytes,
            Workers w) {
        this.session = session;
        this.ranked = ranked;
        this.workers = w;
        this.vertices = ranked.wedges().starts().count();
        coreNeighbors = session.ints(ranked.wedges().starts().slots());
        lengths = session.ints(vertices);
        members = session.ints(2L * vertices);
        coreWords = session.zeroedLongs(KernelAbi.PIVOT_CORE_WORDS);
        candidateCounts = session.ints(vertices);
        claimedAndCost = session.longs(2);
        sort = new DeviceSort(session, vertices);
        makeRows(leftCount, minP, minQ);
        core = session.readLongs(coreWords, KernelAbi.PIVOT_CORE_WORDS);
        spillWords = Math.max(1, core[KernelAbi.PIVOT_RANKS] - NEARBY_ENDS);
        long most = Math.min(resident(CANDIDATES), resident(LOCAL_GRAPHS));
        rootBlocks = (int) Math.max(1, Math.min(most, spillBytes / Integer.BYTES / spillWords));
        spill = session.zeroedInts(spillWords * rootBlocks);
    }

    /** The blocks of a kernel that run at once. */
    private int resident(KernelSignature kernel) {
        return session.residentBlocks(kernel, KernelAbi.PIVOT_ROOT_THREADS, NEARBY_BYTES);
    }

    /** Takes vertices of too small a degree away until there are none, then writes the rows of the core. */
    private void makeRows(int leftCount, int minP, int minQ) {
        DeviceArray offsets = offsets();
        DeviceArray neighbors = ranked.wedges().starts().neighbors();
        // These two are needed for sorting only later, when degrees and sides are of no use any more.
        DeviceArray degrees = sort.keys();
        DeviceArray sides = sort.values();
        session.launchOver(
                DEGREES, vertices, THREADS, THREADS, offsets, ranked.ranks(), leftCount, vertices, degrees, sides);
        DeviceArray removed = session.longs(KernelAbi.PIVOT_CORE_ROUNDS);
        long[] rounds;
        do {
            workers.cancellation().check();
            session.clear(removed);
            for (int round = 0; round < KernelAbi.PIVOT_CORE_ROUNDS; round++) {
                session.launchOver(
                        CORE,
                        vertices,
                        THREADS,
                        THREADS,
                        offsets,
                        neighbors,
                        sides,
                        vertices,
                        minQ,
                        minP,
                        degrees,
                        removed.from((long) round * Long.BYTES));
            }
            rounds = session.readLongs(removed, KernelAbi.PIVOT_CORE_ROUNDS);
        } while (rounds[rounds.length - 1] != 0);
        session.launchOver(
                ROWS,
                vertices,
                THREADS / WARP_SIZE,
                THREADS,
                new KernelArguments()
                        .with("offsets", offsets)
                        .with("neighbors", neighbors)
                        .with("sides", sides)
                        .with("degrees", degrees)
                        .with("count", vertices)
                        .with("coreNeighbors", coreNeighbors)
                        .with("lengths", lengths)
                        .with("members", members)
                        .with("core", coreWords));
        session.await();
        session.free(removed);
    }

    /** The offsets of the rows of the ranked graph; the rows of the core begin there too, but may be shorter. */
    DeviceArray offsets() {
        return ranked.wedges().starts().offsets();
    }

    /** The neighbors in the core, in the places of {@link #offsets}. */
    DeviceArray neighbors() {
        return coreNeighbors;
    }

    /** The lengths of the rows of the core, which are the degrees there. */
    DeviceArray lengths() {
        return lengths;
    }

    private static int index(Side side) {
        return side == Side.LEFT ? 0 : 1;
    }

    /** The number of wedges in the core whose ends are on a side. */
    private long wedges(Side side) {
        return core[KernelAbi.PIVOT_WEDGES + 1 - index(side)];
    }

    /** The side whose roots have fewer pairs of a candidate and a neighbor, estimated from a sample of the roots. */
    Side cheaperSide(BicliqueConfig config) {
        return cost(SearchSizes.of(config, Side.RIGHT)) < cost(SearchSizes.of(config, Side.LEFT))
                ? Side.RIGHT
                : Side.LEFT;
    }

    /** The estimated cost of a search for bicliques of these sizes, to compare both sides. */
    private double cost(SearchSizes sizes) {
        long wedges = wedges(sizes.side());
        if (sizes.maxRoots() == 2) {
            // Such a search looks once at each pair of a root and one of its candidates.
            return wedges;
        }
        int stride = (int) Math.max(1, Math.min(Integer.MAX_VALUE, wedges / SAMPLED_WEDGES));
        return wedges + (double) stride * countCandidates(sizes, stride);
    }

    /**
     * Counts the candidates of every {@code stride}-th vertex of a side. Returns the number of pairs of a candidate and
     * a neighbor that these vertices have.
     */
    private long countCandidates(SearchSizes sizes, int stride) {
        long sampled = (core[KernelAbi.PIVOT_MEMBERS + index(sizes.side())] + stride - 1) / stride;
        session.clear(claimedAndCost);
        long[] state = {0, 0};
        while (state[0] < sampled) {
            workers.cancellation().check();
            session.launch(
                    CANDIDATES,
                    rootBlocks,
                    KernelAbi.PIVOT_ROOT_THREADS,
                    NEARBY_BYTES,
                    new KernelArguments()
                            .with("offsets", offsets())
                            .with("coreNeighbors", coreNeighbors)
                            .with("lengths", lengths)
                            .with("members", members(sizes.side()))
                            .with("memberCount", memberCount(sizes.side()))
                            .with("stride", stride)
                            .with("minimum", sizes.minMates())
                            .with("nearbyCount", NEARBY_ENDS)
                            .with("spill", spill)
                            .with("spillWords", spillWords)
                            .with("deadlineNanos", session.slice())
                            .with("claimed", claimedAndCost)
                            .with("candidateCounts", candidateCounts)
                            .with("cost", claimedAndCost.from(Long.BYTES)));
            state = session.readLongs(claimedAndCost, 2);
        }
        return state[1];
    }

    /** The vertices of a side that are in the core. */
    private DeviceArray members(Side side) {
        return members.from((long) index(side) * vertices * Integer.BYTES);
    }

    /** The number of these vertices, on the device. */
    private DeviceArray memberCount(Side side) {
        return coreWords.from((long) (KernelAbi.PIVOT_MEMBERS + index(side)) * Long.BYTES);
    }

    /** Finds the roots that have enough candidates for a biclique. The arrays of roots found before are overwritten. */
    Roots roots(SearchSizes sizes) {
        countCandidates(sizes, 1);
        DeviceArray words = session.zeroedLongs(KernelAbi.PIVOT_ROOT_WORDS);
        session.launchOver(
                ROOTS,
                core[KernelAbi.PIVOT_MEMBERS + index(sizes.side())],
                THREADS,
                THREADS,
                members(sizes.side()),
                memberCount(sizes.side()),
                lengths,
                candidateCounts,
                sizes.minRoots() - 1,
                sort.keys(),
                sort.values(),
                words);
        long[] found = session.readLongs(words, KernelAbi.PIVOT_ROOT_WORDS);
        session.free(words);
        int count = (int) found[KernelAbi.PIVOT_ROOTS];
        if (count > 0) {
            sort.sort(count, KernelAbi.SORT_DIGIT_BITS);
        }
        return new Roots(
                sizes.side(),
                sort.values(),
                count,
                found[KernelAbi.PIVOT_MOST_CANDIDATES],
                found[KernelAbi.PIVOT_MOST_MATES],
                found[KernelAbi.PIVOT_MOST_WORDS],
                found[KernelAbi.PIVOT_ALL_WORDS]);
    }

    /** The most roots that one call of {@link #makeLocalGraphs} puts off because the arena is full. */
    int mostDeferred() {
        return rootBlocks;
    }

    /**
     * Makes the local graphs of the roots from position {@code first} on, as many as the arena holds.
     *
     * @param arena receives the bitmaps, in {@code arenaWords} words of 32 bits
     * @param control the words that all launches of a batch share, see {@link KernelAbi}
     * @param locals receives the descriptions of the local graphs
     * @param deferred receives the roots whose local graphs did not fit the arena any more
     */
    void makeLocalGraphs(
            Roots roots,
            int minMates,
            int first,
            DeviceArray arena,
            long arenaWords,
            DeviceArray control,
            DeviceArray locals,
            DeviceArray deferred) {
        session.launch(
                LOCAL_GRAPHS,
                rootBlocks,
                KernelAbi.PIVOT_ROOT_THREADS,
                NEARBY_BYTES,
                new KernelArguments()
                        .with("offsets", offsets())
                        .with("coreNeighbors", coreNeighbors)
                        .with("lengths", lengths)
                        .with("roots", roots.order().from((long) first * Integer.BYTES))
                        .with("rootCount", roots.count() - first)
                        .with("candidateCounts", candidateCounts)
                        .with("minimum", minMates)
                        .with("nearbyCount", NEARBY_ENDS)
                        .with("spill", spill)
                        .with("spillWords", spillWords)
                        .with("deadlineNanos", session.slice())
                        .with("arena", arena)
                        .with("arenaWords", arenaWords)
                        .with("control", control)
                        .with("locals", locals)
                        .with("deferred", deferred));
    }
}
