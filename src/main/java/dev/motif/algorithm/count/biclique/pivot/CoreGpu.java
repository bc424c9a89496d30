package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.backend.work.CyclicPartition;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceCopy;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.gpu.graph.DeviceRanking;
import dev.motif.gpu.graph.DeviceSort;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.parallel.Workers;
import java.util.List;

/**
 * The (p,q)-core of a ranked graph on a device, and the roots of a search in it (biclique_pivot.cu). A search from a
 * root looks at vertices of its side that rank before it.
 *
 * <p>Core and roots are a {@link DeviceCopy} of the form {@value #FORM}, with a variant for the sizes of bicliques, and
 * stay on the device between calls. The counters by which candidates are found belong to the session.
 */
final class CoreGpu {
    /** The form of this kind of copy, for {@link DerivedGraphCache.Key}. */
    static final String FORM = "biclique core";

    private static final String MODULE = "biclique_pivot";
    private static final KernelSignature DEGREES = KernelSignature.of(MODULE, "biclique_degrees_per_vertex");
    private static final KernelSignature CORE = KernelSignature.of(MODULE, "biclique_core_per_vertex");
    private static final KernelSignature ROWS = KernelSignature.of(MODULE, "biclique_rows_per_vertex");
    private static final KernelSignature MEMBER_KEYS = KernelSignature.of(MODULE, "biclique_member_keys_per_vertex");
    private static final KernelSignature CANDIDATES = KernelSignature.of(MODULE, "biclique_candidates_per_block");
    private static final KernelSignature ROOTS = KernelSignature.of(MODULE, "biclique_roots_per_vertex");
    private static final KernelSignature HELD = KernelSignature.of(MODULE, "biclique_held_per_root");
    private static final KernelSignature LOCAL_GRAPHS = KernelSignature.of(MODULE, "biclique_local_graphs_per_block");

    /**
     * The number of ends of lowest rank that a block counts in shared memory: 32 KiB, so that six blocks fit a
     * multiprocessor.
     */
    private static final int NEARBY_ENDS = 8192;

    private static final int NEARBY_BYTES = NEARBY_ENDS * Integer.BYTES;

    /** The number of wedges that are looked at on each side to choose one, about. */
    private static final long SAMPLED_WEDGES = 1 << 23;

    private static final long SLACK_BYTES = 1024;

    private final GpuSession session;
    private final DeviceRankedGraph ranked;
    private final DeviceArray coreNeighbors;
    private final DeviceArray lengths;
    private final DeviceArray candidateCounts;
    private final DeviceArray order;
    private final Facts facts;
    private final Counters counters;

    /** The sizes that core and roots depend on; {@code side} is null when the cheaper one is chosen. */
    private record Variant(int minP, int p, int minQ, int q, Side side) {}

    /**
     * Facts of a core and its roots that the host keeps. Roots are the vertices of one side that have enough
     * candidates. The candidates of a root are the vertices of its side that rank before it and share enough neighbors
     * with it; its mates are its neighbors. Both make up its local graph.
     *
     * @param ranks how many ranks have a vertex in the core
     * @param side the side of the roots
     * @param count the number of roots
     * @param mostCandidates the largest number of candidates of a root
     * @param mostMates the largest number of neighbors of a root
     * @param mostWords the 32-bit words of the largest local graph
     * @param allWords the 32-bit words of all local graphs
     * @param checksum the checksum of the order of the roots, which is the same on all devices
     */
    record Facts(
            long ranks,
            Side side,
            int count,
            long mostCandidates,
            long mostMates,
            long mostWords,
            long allWords,
            long checksum) {}

    /**
     * Some of the roots.
     *
     * @param order the roots, by rank, the roots of most work first
     */
    record Roots(DeviceArray order, int count) {}

    /**
     * Counters of common neighbors that do not fit shared memory: for each block {@code words} of them, 0 between
     * launches.
     */
    private record Counters(DeviceArray spill, long words, int blocks) {
        static Counters of(GpuSession session, long ranks, long spillBytes) {
            long words = Math.max(1, ranks - NEARBY_ENDS);
            long most = Math.min(resident(session, CANDIDATES), resident(session, LOCAL_GRAPHS));
            int blocks = (int) Math.max(1, Math.min(most, spillBytes / Integer.BYTES / words));
            return new Counters(session.zeroedInts(words * blocks), words, blocks);
        }

        /** The blocks of a kernel that run at once. */
        private static int resident(GpuSession session, KernelSignature kernel) {
            return session.residentBlocks(kernel, KernelAbi.PIVOT_ROOT_THREADS, NEARBY_BYTES);
        }
    }

    private CoreGpu(GpuSession session, DeviceRankedGraph ranked, DeviceCopy copy, Counters counters) {
        this.session = session;
        this.ranked = ranked;
        this.coreNeighbors = copy.arrays().get(0);
        this.lengths = copy.arrays().get(1);
        this.candidateCounts = copy.arrays().get(2);
        this.order = copy.arrays().get(3);
        this.facts = (Facts) copy.facts();
        this.counters = counters;
    }

    /** The key of core and roots for a search in {@code graph}. */
    static DerivedGraphCache.Key key(BipartiteGraph graph, BicliqueConfig config) {
        return new DerivedGraphCache.Key(
                graph, FORM, new Variant(config.minP(), config.p(), config.minQ(), config.q(), config.side()));
    }

    /** The most device memory that making the copy needs at once, the copy included and the counters left out. */
    static long peakBytes(GpuInfo device, long vertices, long edges) {
        return 3 * vertices * Integer.BYTES
                + 2 * edges * Integer.BYTES
                + DeviceSort.bytes(device, vertices)
                + SLACK_BYTES;
    }

    /** The device memory that {@link #roots} needs. */
    static long workBytes(long vertices) {
        return vertices * Integer.BYTES + SLACK_BYTES;
    }

    /**
     * The copy that {@code session} holds, with counters. When it holds none, the copy is made; other sessions can then
     * use it as well.
     *
     * @param ranked the ranked copy of {@code graph}
     * @param spillBytes the device memory for counters that do not fit shared memory; fewer blocks run when it is small
     */
    static CoreGpu of(
            GpuSession session,
            BipartiteGraph graph,
            DeviceRankedGraph ranked,
            BicliqueConfig config,
            long spillBytes,
            Workers workers) {
        DerivedGraphCache.Key key = key(graph, config);
        DeviceCopy copy = session.copy(key);
        if (copy != null) {
            Counters counters = Counters.of(session, ((Facts) copy.facts()).ranks, spillBytes);
            return new CoreGpu(session, ranked, copy, counters);
        }
        Maker maker = new Maker(session, graph.leftCount(), ranked, config, spillBytes, workers);
        return new CoreGpu(session, ranked, maker.keep(key), maker.counters);
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

    /** The facts of core and roots that the host keeps. */
    Facts facts() {
        return facts;
    }

    /** The roots in chunks, which devices claim. */
    CyclicPartition chunks() {
        return CyclicPartition.of(facts.count);
    }

    /** The roots of some chunks, in an array of the session: a search changes their order. */
    Roots roots(Range taken) {
        int count = (int) chunks().tasksOf(taken);
        if (chunks().areAll(taken)) {
            return new Roots(session.copied(order, (long) count * Integer.BYTES), count);
        }
        DeviceArray held = session.ints(count);
        session.launchThreads(
                HELD, count, order, chunks().count(), taken.from(), taken.to() - taken.from(), (long) count, held);
        return new Roots(held, count);
    }

    /** The most roots that one call of {@link #makeLocalGraphs} puts off because the arena is full. */
    int mostDeferred() {
        return counters.blocks;
    }

    /**
     * Makes the local graphs of the roots from position {@code first} on, until the arena is full.
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
                counters.blocks,
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
                        .with("spill", counters.spill)
                        .with("spillWords", counters.words)
                        .with("deadlineNanos", session.slice())
                        .with("arena", arena)
                        .with("arenaWords", arenaWords)
                        .with("control", control)
                        .with("locals", locals)
                        .with("deferred", deferred));
    }

    /** Makes the arrays of the copy. */
    private static final class Maker {
        private final GpuSession session;
        private final DeviceRankedGraph ranked;
        private final BicliqueConfig config;
        private final Workers workers;
        private final int vertices;

        private final DeviceArray coreNeighbors;
        private final DeviceArray lengths;
        private final DeviceArray members;
        private final DeviceArray coreWords;
        private final DeviceArray candidateCounts;
        private final DeviceArray claimedAndCost;
        private final DeviceSort sort;
        private final long[] core;
        private final Counters counters;

        Maker(
                GpuSession session,
                int leftCount,
                DeviceRankedGraph ranked,
                BicliqueConfig config,
                long spillBytes,
                Workers workers) {
            this.session = session;
            this.ranked = ranked;
            this.config = config;
            this.workers = workers;
            this.vertices = ranked.wedges().starts().count();
            coreNeighbors = session.ints(ranked.wedges().starts().slots());
            lengths = session.ints(vertices);
            members = session.ints(vertices);
            coreWords = session.zeroedLongs(KernelAbi.PIVOT_CORE_WORDS);
            candidateCounts = session.ints(vertices);
            claimedAndCost = session.longs(2);
            sort = new DeviceSort(session, vertices);
            makeRows(leftCount);
            core = session.readLongs(coreWords, KernelAbi.PIVOT_CORE_WORDS);
            counters = Counters.of(session, core[KernelAbi.PIVOT_RANKS], spillBytes);
        }

        DeviceCopy keep(DerivedGraphCache.Key key) {
            Side side = config.side() == null ? cheaperSide() : config.side();
            Facts facts = findRoots(SearchSizes.of(config, side));
            session.await();
            sort.freeScratch();
            List.of(members, coreWords, claimedAndCost, sort.keys()).forEach(session::free);
            return session.keepCopy(key, List.of(coreNeighbors, lengths, candidateCounts, sort.values()), facts);
        }

        /** Takes vertices of too small a degree away until there are none, then writes the rows of the core. */
        private void makeRows(int leftCount) {
            DeviceArray offsets = ranked.wedges().starts().offsets();
            DeviceArray neighbors = ranked.wedges().starts().neighbors();
            // These two are needed for sorting only later, when degrees and sides are of no use any more.
            DeviceArray degrees = sort.keys();
            DeviceArray sides = sort.values();
            session.launchThreads(DEGREES, vertices, offsets, ranked.ranks(), leftCount, vertices, degrees, sides);
            DeviceArray removed = session.longs(KernelAbi.PIVOT_CORE_ROUNDS);
            long[] rounds;
            do {
                workers.cancellation().check();
                session.clear(removed);
                for (int round = 0; round < KernelAbi.PIVOT_CORE_ROUNDS; round++) {
                    session.launchThreads(
                            CORE,
                            vertices,
                            offsets,
                            neighbors,
                            sides,
                            vertices,
                            config.minQ(),
                            config.minP(),
                            degrees,
                            removed.from((long) round * Long.BYTES));
                }
                rounds = session.readLongs(removed, KernelAbi.PIVOT_CORE_ROUNDS);
            } while (rounds[rounds.length - 1] != 0);
            session.launchWarps(
                    ROWS,
                    vertices,
                    new KernelArguments()
                            .with("offsets", offsets)
                            .with("neighbors", neighbors)
                            .with("sides", sides)
                            .with("degrees", degrees)
                            .with("count", vertices)
                            .with("coreNeighbors", coreNeighbors)
                            .with("lengths", lengths)
                            .with("core", coreWords));
            session.launchThreads(MEMBER_KEYS, vertices, degrees, sides, vertices);
            sort.sortByDigit(vertices, members, DeviceArray.NULL);
            session.await();
            session.free(removed);
        }

        private static int index(Side side) {
            return side == Side.LEFT ? 0 : 1;
        }

        /** The number of wedges in the core whose ends are on a side. */
        private long wedges(Side side) {
            return core[KernelAbi.PIVOT_WEDGES + 1 - index(side)];
        }

        /**
         * The side whose roots have fewer pairs of a candidate and a neighbor, estimated from a sample of the roots.
         */
        private Side cheaperSide() {
            return cost(SearchSizes.of(config, Side.RIGHT)) < cost(SearchSizes.of(config, Side.LEFT))
                    ? Side.RIGHT
                    : Side.LEFT;
        }

        /** The estimated cost of a search for bicliques of these sizes, to compare both sides. */
        private double cost(SearchSizes sizes) {
            long wedges = wedges(sizes.side());
            if (sizes.maxRoots() == 2) {
                // A search for bicliques with two roots looks once at each pair of a root and one of its candidates.
                return wedges;
            }
            int stride = (int) Math.max(1, Math.min(Integer.MAX_VALUE, wedges / SAMPLED_WEDGES));
            return wedges + (double) stride * countCandidates(sizes, stride);
        }

        /**
         * Counts the candidates of every {@code stride}-th vertex of a side. Returns the number of pairs of a candidate
         * and a neighbor that these vertices have.
         */
        private long countCandidates(SearchSizes sizes, int stride) {
            long sampled = (core[KernelAbi.PIVOT_MEMBERS + index(sizes.side())] + stride - 1) / stride;
            session.clear(claimedAndCost);
            long[] state = {0, 0};
            while (state[0] < sampled) {
                workers.cancellation().check();
                session.launch(
                        CANDIDATES,
                        counters.blocks,
                        KernelAbi.PIVOT_ROOT_THREADS,
                        NEARBY_BYTES,
                        new KernelArguments()
                                .with("offsets", ranked.wedges().starts().offsets())
                                .with("coreNeighbors", coreNeighbors)
                                .with("lengths", lengths)
                                .with("members", members(sizes.side()))
                                .with("memberCount", memberCount(sizes.side()))
                                .with("stride", stride)
                                .with("minimum", sizes.minMates())
                                .with("nearbyCount", NEARBY_ENDS)
                                .with("spill", counters.spill)
                                .with("spillWords", counters.words)
                                .with("deadlineNanos", session.slice())
                                .with("claimed", claimedAndCost)
                                .with("candidateCounts", candidateCounts)
                                .with("cost", claimedAndCost.from(Long.BYTES)));
                state = session.readLongs(claimedAndCost, 2);
            }
            return state[1];
        }

        /** The vertices of a side that are in the core, by rank; the left ones come first. */
        private DeviceArray members(Side side) {
            return side == Side.LEFT ? members : members.from(core[KernelAbi.PIVOT_MEMBERS] * Integer.BYTES);
        }

        private DeviceArray memberCount(Side side) {
            return coreWords.from((long) (KernelAbi.PIVOT_MEMBERS + index(side)) * Long.BYTES);
        }

        /** Finds the roots that have enough candidates for a biclique, and sorts them. */
        private Facts findRoots(SearchSizes sizes) {
            countCandidates(sizes, 1);
            DeviceArray words = session.zeroedLongs(KernelAbi.PIVOT_ROOT_WORDS);
            long memberCount = core[KernelAbi.PIVOT_MEMBERS + index(sizes.side())];
            session.launchThreads(
                    ROOTS,
                    memberCount,
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
                sort.sort(memberCount, KernelAbi.SORT_DIGIT_BITS);
            }
            return new Facts(
                    core[KernelAbi.PIVOT_RANKS],
                    sizes.side(),
                    count,
                    found[KernelAbi.PIVOT_MOST_CANDIDATES],
                    found[KernelAbi.PIVOT_MOST_MATES],
                    found[KernelAbi.PIVOT_MOST_WORDS],
                    found[KernelAbi.PIVOT_ALL_WORDS],
                    DeviceRanking.checksum(session, sort.values(), count));
        }
    }
}
