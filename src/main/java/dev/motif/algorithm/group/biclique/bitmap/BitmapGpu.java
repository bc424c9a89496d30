package dev.motif.algorithm.group.biclique.bitmap;

import dev.motif.algorithm.group.biclique.search.ListSearchGpu;
import dev.motif.algorithm.group.biclique.search.SearchGpu;
import dev.motif.algorithm.group.biclique.search.SearchGpu.End;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.algorithm.group.biclique.search.TechniqueGpu;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.DynamicSchedule.DonatedWork;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Cancellation;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs the search by bitmaps on a GPU (maximal_bitmap.cu). Makes the frames of root vertices, and of
 * branches below them, until the pool is full, then searches the subtrees below these frames, and so on. At last a
 * search on vertex lists goes below the hubs, whose frames are too large.
 */
public final class BitmapGpu {
    private static final KernelSignature FRAMES = KernelSignature.of("maximal_bitmap", "maximal_frames_per_block");
    private static final KernelSignature TREES = KernelSignature.of("maximal_bitmap", "maximal_subtrees_per_warp");
    private static final KernelSignature DONATIONS = KernelSignature.of("maximal_bitmap", "maximal_donations_per_warp");
    private static final KernelSignature TAKES = KernelSignature.of("maximal_bitmap", "maximal_takes_per_warp");

    private static final int WARPS = KernelAbi.MAXIMAL_THREADS / 32;
    private static final int FRAME_BLOCKS_PER_MULTIPROCESSOR = 8;
    private static final int TREE_BLOCKS_PER_MULTIPROCESSOR = 2;
    private static final int BUSY_WORD = 2;

    /**
     * The frames of a round take at most one part in this many of the device memory, and so do the counters of blocks.
     */
    private static final int SHARE = 8;

    private static final long MAX_POOL_BYTES = 4L << 30;
    private static final long MIN_POOL_BYTES = 64L << 20;
    private static final long POOL_BYTES_PER_EDGE = 4096;

    /** A frame takes at most one part in this many of the pool. */
    private static final int HUB_SHARE = 8;

    /**
     * With more words than this for each neighbor of a neighbor, bitmaps are too sparse: candidates become branches.
     */
    private static final long SPARSE_RATIO = 2;

    private static final long MIN_BRANCHES = 1 << 12;
    private static final long MAX_BRANCHES = 1 << 20;

    /** Room for this many common vertices of branches for each edge of the graph. */
    private static final long LISTED_PER_EDGE = 4;

    private static final long MAX_LIST_WORDS = 1L << 30;

    private static final int ARENA_WORDS = 1 << 16;
    private static final int RING_WORDS = 1 << 10;

    /** An entry with at least this many words of rows below it is shared with a waiting warp. */
    private static final int LEAST_SHARED = 1 << 6;

    /** The words of what a device gives to another one. */
    private static final int DONATION_WORDS = 1 << 19;

    /** How long a launch takes at most after one that left nothing to give to a device that waits. */
    private static final long NANOS_WITHOUT_DONATION = 5_000_000;

    /** Room for the alignment of arrays, and for arrays without elements, which take a byte each. */
    private static final long SLACK_BYTES = 256;

    /** This search of a device's share. */
    static final class Technique implements TechniqueGpu {
        @Override
        public long bytes(GpuDevice device, GraphSize size) {
            return BitmapGpu.bytes(device, size) + ListSearchGpu.bytes(device, size);
        }

        @Override
        public double search(
                GpuSession session, GpuDevice device, SearchGpu search, Participant share, Execution execution) {
            Supplier<ListSearchGpu> lists = () -> new ListSearchGpu(session, device, search);
            long pool = poolBytes(device, search.edgeCount());
            return new BitmapGpu(session, device, search, lists, share, execution, pool).search();
        }
    }

    private final GpuSession session;
    private final SearchGpu search;
    private final Supplier<ListSearchGpu> hubSearch;
    private final Participant share;
    private final Execution execution;
    private final int frameGrid;
    private final int treeGrid;
    private final int ringCount;
    private final long poolWords;
    private final long branchCount;
    private final long listWords;
    private final DeviceArray counts;
    private final DeviceArray touched;
    private final DeviceArray waiting;
    private final DeviceArray pool;
    private final DeviceArray frames;
    private final DeviceArray branches;
    private final DeviceArray lists;
    private final DeviceArray hubs;
    private final DeviceArray warpStates;
    private final DeviceArray arenas;
    private final DeviceArray ring;
    private final DeviceArray donation;
    private long round;

    /** How many of the branches that were listed have been opened. */
    private long branchesOpened;

    /** Whether the next donation is all that is left of entries, or half: in turn, since either may be too little or too much. */
    private boolean givesAll = true;

    /**
     * @param share which part of the roots to search below
     * @param poolBytes the bytes for the frames of a round, a multiple of 8
     */
    BitmapGpu(
            GpuSession session,
            GpuDevice device,
            SearchGpu search,
            Supplier<ListSearchGpu> hubSearch,
            Participant share,
            Execution execution,
            long poolBytes) {
        this.session = session;
        this.share = share;
        this.execution = execution;
        this.search = search;
        this.hubSearch = hubSearch;
        long vertices = search.vertexCount();
        frameGrid =
                Math.min(session.residentBlocks(FRAMES, KernelAbi.MAXIMAL_THREADS, 0), frameBlocks(device, vertices));
        treeGrid = Math.min(session.residentBlocks(TREES, KernelAbi.MAXIMAL_THREADS, 0), treeBlocks(device));
        ringCount = ringCount(device);
        counts = session.zeroedInts(frameGrid * vertices);
        touched = session.ints(frameGrid * vertices);
        waiting = session.zeroedLongs(frameGrid);
        pool = session.bytes(poolBytes);
        poolWords = pool.bytes() / Long.BYTES;
        branchCount = branchCount(search.edgeCount());
        listWords = listWords(search.edgeCount());
        frames = session.longs((vertices + branchCount) * KernelAbi.MAXIMAL_FRAME_WORDS);
        branches = session.longs(branchCount * KernelAbi.MAXIMAL_BRANCH_WORDS);
        lists = session.ints(listWords);
        hubs = session.longs((vertices + branchCount) * KernelAbi.MAXIMAL_BRANCH_WORDS);
        warpStates = session.zeroedLongs((long) treeGrid * WARPS * KernelAbi.MAXIMAL_WARP_WORDS);
        arenas = session.longs((long) treeGrid * WARPS * ARENA_WORDS);
        ring = session.longs((long) ringCount * RING_WORDS);
        donation = session.longs(share.isWhole() ? 0 : DONATION_WORDS);
    }

    /** The most device memory that this takes, without the memory of the search below hubs. */
    public static long bytes(GpuDevice device, GraphSize size) {
        long vertices = size.vertices();
        long warps = (long) treeBlocks(device) * WARPS;
        long branches = branchCount(size.edges());
        return frameBlocks(device, vertices) * (2 * vertices * Integer.BYTES + Long.BYTES)
                + poolBytes(device, size.edges())
                + (vertices + branches) * (KernelAbi.MAXIMAL_FRAME_WORDS + KernelAbi.MAXIMAL_BRANCH_WORDS) * Long.BYTES
                + branches * KernelAbi.MAXIMAL_BRANCH_WORDS * Long.BYTES
                + listWords(size.edges()) * Integer.BYTES
                + warps * (KernelAbi.MAXIMAL_WARP_WORDS + (long) ARENA_WORDS) * Long.BYTES
                + (long) ringCount(device) * RING_WORDS * Long.BYTES
                + (long) DONATION_WORDS * Long.BYTES
                + SLACK_BYTES;
    }

    private static int frameBlocks(GpuDevice device, long vertices) {
        long most = (long) FRAME_BLOCKS_PER_MULTIPROCESSOR * device.info().multiprocessors();
        long afforded = device.limitBytes() / SHARE / (2 * Math.max(1, vertices) * Integer.BYTES);
        return (int) Math.max(1, Math.min(most, afforded));
    }

    private static int treeBlocks(GpuDevice device) {
        return TREE_BLOCKS_PER_MULTIPROCESSOR * device.info().multiprocessors();
    }

    /**
     * The slots of the ring: all warps may wait and share at once, so a power of two that is at least twice the warps.
     */
    private static int ringCount(GpuDevice device) {
        return Integer.highestOneBit(4 * treeBlocks(device) * WARPS - 1);
    }

    private static long poolBytes(GpuDevice device, long edges) {
        long most = Math.min(MAX_POOL_BYTES, device.limitBytes() / SHARE);
        long wanted = Math.max(MIN_POOL_BYTES, edges * POOL_BYTES_PER_EDGE);
        return Math.min(wanted, most) / Long.BYTES * Long.BYTES;
    }

    private static long branchCount(long edges) {
        return Math.max(MIN_BRANCHES, Math.min(MAX_BRANCHES, edges));
    }

    private static long listWords(long edges) {
        return Math.min(MAX_LIST_WORDS, LISTED_PER_EDGE * edges);
    }

    /**
     * Searches below the roots of this device's share; returns the busy ratio of the warps below the frames, 0 when it could
     * not go on.
     */
    double search() {
        search.begin(SearchWorker.STAGE, search.vertexCount());
        Supplier<Range> ranges = share.ranges(search.vertexCount(), search.rootsAreLeft() ? 1 : 0);
        if (!share.isWhole()) {
            share.beginGiving();
        }
        for (Range roots = ranges.get(); roots != null; roots = ranges.get()) {
            if (!searchBelow(roots)) {
                return 0;
            }
        }
        if (!share.isWhole() && !searchDonations()) {
            return 0;
        }
        double busyRatio = search.busyRatio(warpStates, KernelAbi.MAXIMAL_WARP_WORDS, BUSY_WORD, treeGrid * WARPS);
        long hubCount = search.word(KernelAbi.MAXIMAL_HUBS);
        if (hubCount > 0) {
            hubSearch.get().search("searching bicliques of hubs", hubs, hubCount);
        }
        return busyRatio;
    }

    /** Makes and searches frames until all of some roots are done; false when the search could not go on. */
    private boolean searchBelow(Range roots) {
        search.setWord(KernelAbi.MAXIMAL_CLAIMED, roots.from());
        search.setWord(KernelAbi.MAXIMAL_CLAIM_END, roots.to());
        long searched = roots.from();
        boolean framed = false;
        while (!framed) {
            beginRound();
            do {
                if (!launchFrames()) {
                    return false;
                }
                framed = !search.stopped() && !claimListed();
            } while (!framed && search.word(KernelAbi.MAXIMAL_POOL_USED) <= poolWords);
            long opened = Math.min(roots.to(), search.word(KernelAbi.MAXIMAL_CLAIMED));
            long before = searched;
            if (!searchTrees(() -> search.showClaimed(before + (long) ((opened - before) * framesClaimed())), true)) {
                return false;
            }
            searched = opened;
        }
        return true;
    }

    /** Forgets the frames of the round before. */
    private void beginRound() {
        round++;
        for (int word : List.of(
                KernelAbi.MAXIMAL_POOL_USED,
                KernelAbi.MAXIMAL_FRAMES,
                KernelAbi.MAXIMAL_FRAMES_CLAIMED,
                KernelAbi.MAXIMAL_HEAD,
                KernelAbi.MAXIMAL_TAIL,
                KernelAbi.MAXIMAL_DONE)) {
            search.setWord(word, 0);
        }
        session.clear(ring);
    }

    /**
     * Searches until the round is done; false when the search could not go on.
     *
     * @param gives whether to give work to devices that have none
     */
    private boolean searchTrees(Runnable afterLaunch, boolean gives) {
        boolean shares = gives && !share.isWhole();
        boolean mayGive = shares;
        while (search.word(KernelAbi.MAXIMAL_DONE) == 0) {
            End end = End.OF_SLICE;
            if (shares) {
                end = mayGive
                        ? new End(Long.MAX_VALUE, share::isAwaited)
                        : new End(NANOS_WITHOUT_DONATION, () -> false);
            }
            if (!launchTrees(end)) {
                return false;
            }
            afterLaunch.run();
            if (shares && search.word(KernelAbi.MAXIMAL_DONE) == 0 && share.isAwaited()) {
                mayGive = give();
            } else {
                mayGive = shares;
            }
        }
        return true;
    }

    /** Makes the branches that the last launch has listed the work of the next one; false when there are none. */
    private boolean claimListed() {
        long listed = search.word(KernelAbi.MAXIMAL_BRANCHES) >>> KernelAbi.MAXIMAL_BRANCHES_SHIFT;
        search.setWord(KernelAbi.MAXIMAL_CLAIMED, search.vertexCount() + branchesOpened);
        search.setWord(KernelAbi.MAXIMAL_CLAIM_END, search.vertexCount() + listed);
        boolean any = listed > branchesOpened;
        branchesOpened = listed;
        return any;
    }

    /**
     * Entries of warps for another device.
     *
     * @param words as maximal_donations_per_warp has left them
     * @param address where they were on the device that gives them
     * @param all whether they are all that was left, so that a donation in return should be less
     */
    private record Entries(OffHeapLongs words, long address, boolean all) implements DonatedWork {
        @Override
        public void close() {
            words.close();
        }
    }

    /** Gives about half of the unfinished work to a device that has none; false when none of it can be given. */
    private boolean give() {
        setDonationHeader(KernelAbi.MAXIMAL_DONATION_HEADER_WORDS + treeGrid * WARPS);
        session.launch(
                DONATIONS,
                treeGrid,
                KernelAbi.MAXIMAL_THREADS,
                0,
                warps().with("leastShared", LEAST_SHARED)
                        .with("all", givesAll ? 1 : 0)
                        .with("donation", donation)
                        .with("donationWords", (long) DONATION_WORDS));
        long[] header = session.readLongs(donation, KernelAbi.MAXIMAL_DONATION_HEADER_WORDS);
        if (header[KernelAbi.MAXIMAL_DONATION_ENTRIES] == 0) {
            return false;
        }
        long used = Math.min(header[KernelAbi.MAXIMAL_DONATION_USED], DONATION_WORDS);
        Entries entries = new Entries(execution.memory().longs(used), donation.address(), givesAll);
        try {
            session.download(donation, entries.words.address(), entries.words.bytes());
        } catch (RuntimeException | Error e) {
            entries.close();
            throw e;
        }
        givesAll = !entries.all;
        share.give(entries);
        return true;
    }

    /** Sets the first words of a donation without entries. */
    private void setDonationHeader(long used) {
        long[] words = new long[KernelAbi.MAXIMAL_DONATION_HEADER_WORDS];
        words[KernelAbi.MAXIMAL_DONATION_USED] = used;
        session.writeLongs(donation, words);
    }

    /** Searches what other devices give until none works any more; false when the search could not go on. */
    private boolean searchDonations() {
        Cancellation cancellation = execution.workers().cancellation();
        for (Entries given = (Entries) share.await(cancellation);
                given != null;
                given = (Entries) share.await(cancellation)) {
            long count;
            long distance;
            givesAll = !given.all;
            try (Entries entries = given) {
                count = entries.words.get(KernelAbi.MAXIMAL_DONATION_ENTRIES);
                distance = donation.address() - entries.address;
                session.upload(entries.words.address(), entries.words.bytes(), donation);
            }
            // The donation of a device with more warps is searched in several rounds, and needed until the last one.
            int warps = treeGrid * WARPS;
            for (long first = 0; first < count; first += warps) {
                beginRound();
                take(first, distance);
                if (!searchTrees(() -> {}, first + warps >= count)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Makes entries of the donation the work of warps, one each. */
    private void take(long first, long distance) {
        session.launch(
                TAKES,
                treeGrid,
                KernelAbi.MAXIMAL_THREADS,
                0,
                warps().with("donation", donation).with("first", first).with("distance", distance));
        session.await();
    }

    /** The warps below the frames, as the kernels see them. */
    private KernelArguments warps() {
        return new KernelArguments()
                .with("warpStates", warpStates)
                .with("arenas", arenas)
                .with("arenaWords", ARENA_WORDS)
                .with("round", round);
    }

    /** The share of the frames that has been claimed, in [0, 1]. */
    private double framesClaimed() {
        double frames = search.word(KernelAbi.MAXIMAL_FRAMES);
        return Math.min(1, search.word(KernelAbi.MAXIMAL_FRAMES_CLAIMED) / Math.max(1, frames));
    }

    private boolean launchFrames() {
        return search.launch(
                FRAMES,
                frameGrid,
                new KernelArguments()
                        .with("counts", counts)
                        .with("touched", touched)
                        .with("waiting", waiting)
                        .with("pool", pool)
                        .with("poolWords", poolWords)
                        .with("frames", frames)
                        .with("branches", branches)
                        .with("branchCount", branchCount)
                        .with("lists", lists)
                        .with("listWords", listWords)
                        .with("hubs", hubs)
                        .with("hubWords", poolWords / HUB_SHARE)
                        .with("arenaWords", ARENA_WORDS)
                        .with("sparseRatio", SPARSE_RATIO));
    }

    private boolean launchTrees(End end) {
        return search.launch(
                TREES,
                treeGrid,
                warps().with("pool", pool)
                        .with("poolWords", poolWords)
                        .with("frames", frames)
                        .with("ringSlots", ring)
                        .with("ringCount", ringCount)
                        .with("ringWords", RING_WORDS)
                        .with("leastShared", LEAST_SHARED),
                end);
    }
}
