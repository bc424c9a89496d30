package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.function.Function;

/**
 * Peeling on a device (peel.cuh): its arrays, and the launches that peel until nothing is left. A coarse pass finds
 * ranges of levels, a fine pass peels all ranges side by side. Each launch takes about a tenth of a second, so that the
 * call can be cancelled.
 */
public final class DevicePeeling {
    /** The items and the work, such as neighbors to look at, of a block: a peeling of less in all has fewer blocks. */
    private static final int WORK_PER_BLOCK = 1 << 14;

    /**
     * The least width of levels of the coarse pass where supports are many. Of 0, 8, 16, 24 and 32 this one took the
     * least time for the wings of youtube, gowalla and retail on an H200.
     */
    public static final long LEAST_WIDTH = 24;

    /** The most off-heap bytes that the state of a peeling takes on the host while it is copied. */
    public static final long HOST_BYTES = 1024;

    /** The shift of a pass with exact levels. */
    private static final int EXACT = 63;

    private static final long RANGE_WORDS = (long) KernelAbi.PEEL_RANGE_WORDS * KernelAbi.PEEL_RANGES;

    /** The number of blocks that tests force, or 0. */
    private static volatile int forcedBlocks;

    private static volatile int coarseShift = KernelAbi.PEEL_SHIFT;
    private static volatile long mostLeastWidth = Long.MAX_VALUE;

    private final GpuSession session;
    private final Workers workers;
    private final NativeMemory memory;
    private final long items;
    private final long leastWidth;
    private final DeviceArray supports;
    private final DeviceArray starts;
    private final DeviceArray numbers;
    private final DeviceArray list;
    private final DeviceArray otherList;
    private final DeviceArray order;
    private final DeviceArray rounds;
    private final DeviceArray rangeOf;
    private final DeviceArray ranges;
    private final DeviceArray state;

    /**
     * Makes the arrays, which belong to the session.
     *
     * @param itemsEnd a number above the numbers of all items
     * @param leastWidth how far a level of the coarse pass goes at least beyond its least support, if that is not 0
     * @param supports the support of each item: 64-bit
     * @param numbers receives the level at which each item is peeled: 64-bit; may be the same array as {@code supports}
     */
    public DevicePeeling(
            GpuSession session,
            Workers workers,
            NativeMemory memory,
            long items,
            long itemsEnd,
            long leastWidth,
            DeviceArray supports,
            DeviceArray numbers) {
        this.session = session;
        this.workers = workers;
        this.memory = memory;
        this.items = items;
        this.leastWidth = leastWidth;
        this.supports = supports;
        this.starts = session.longs(itemsEnd);
        this.numbers = numbers;
        this.list = session.ints(items);
        this.otherList = session.ints(items);
        this.order = session.ints(items);
        this.rounds = session.zeroedInts(itemsEnd);
        this.rangeOf = session.ints(itemsEnd);
        this.ranges = session.zeroedLongs(RANGE_WORDS);
        this.state = session.longs(KernelAbi.PEEL_STATE_WORDS);
    }

    public static long bytes(long items, long itemsEnd) {
        return 3 * items * Integer.BYTES
                + itemsEnd * (2L * Integer.BYTES + Long.BYTES)
                + (RANGE_WORDS + KernelAbi.PEEL_STATE_WORDS) * Long.BYTES;
    }

    /**
     * Lets tests force how peelings run.
     *
     * @param blocks the blocks of a launch, at most the multiprocessors of the device, or 0 for the number that the
     *     work needs
     * @param shift the shift of the coarse pass: from 0, few wide ranges, to {@link KernelAbi#PEEL_SHIFT}
     * @param width the most that the least width of levels may be
     */
    static void force(int blocks, int shift, long width) {
        forcedBlocks = blocks;
        coarseShift = shift;
        mostLeastWidth = width;
    }

    private int grid(long work) {
        int most = session.info().multiprocessors();
        return forcedBlocks > 0 ? Math.min(forcedBlocks, most) : session.blocks(items + work, WORK_PER_BLOCK, most);
    }

    /** Room for the items, which the caller fills in before it peels. */
    public DeviceArray list() {
        return list;
    }

    public DeviceArray numbers() {
        return numbers;
    }

    /** The range of each item after the coarse pass: 32-bit. */
    public DeviceArray rangeOf() {
        return rangeOf;
    }

    /** The units by which a peeling advances the progress. */
    public long units() {
        return 2 * items;
    }

    /** Frees all arrays but the supports and the numbers; kernels that use them must have ended. */
    public void free() {
        List.of(starts, list, otherList, order, rounds, rangeOf, ranges, state).forEach(session::free);
    }

    /**
     * The result of a peeling.
     *
     * @param levels the number of different levels
     * @param last the last and largest level, 0 without items
     * @param rounds the number of rounds of all passes together
     */
    public record Peeled(long levels, long last, long rounds) {}

    /**
     * The ranges that the coarse pass has found.
     *
     * @param first the first one with several supports; items of earlier ranges have their numbers
     * @param count the number of all ranges, the last one's plus 1
     */
    public record Ranges(int first, int count) {}

    /**
     * The items of a pass.
     *
     * @param work the work of all items together, in units of a neighbor that is looked at
     * @param arguments the arguments of the kernel besides the {@code PeelJob}
     */
    public record Items(long work, KernelArguments arguments) {}

    /**
     * Peels all items.
     *
     * @param kernel a kernel that takes a {@code PeelJob} and the arguments of {@code all}
     */
    public Peeled run(KernelSignature kernel, Items all) {
        return run(kernel, all, ranges -> all);
    }

    /**
     * Peels all items in both passes.
     *
     * @param kernel a kernel that takes a {@code PeelJob} and the arguments of {@code all}
     * @param all the items as they are in the coarse pass
     * @param prepare prepares the fine pass and returns what it looks at
     */
    public Peeled run(KernelSignature kernel, Items all, Function<Ranges, Items> prepare) {
        Pass coarse =
                new Pass(items, supports, list, otherList, order, coarseShift, Math.min(leastWidth, mostLeastWidth), 1);
        long[] found = coarse.run(kernel, all, 0);
        long exact = found[KernelAbi.PEEL_EXACT_ITEMS];
        workers.progress().advance(exact);
        if (exact == items) {
            return new Peeled(found[KernelAbi.PEEL_LEVELS], found[KernelAbi.PEEL_LEVEL], found[KernelAbi.PEEL_ROUND]);
        }
        Ranges made = new Ranges((int) found[KernelAbi.PEEL_EXACT_LEVELS], (int) found[KernelAbi.PEEL_LEVELS]);
        Items inRanges = prepare.apply(made);
        session.clear(rounds);
        // The order has the items range after range.
        Pass fine = new Pass(
                items - exact, starts, order.from(exact * Integer.BYTES), list, otherList, EXACT, 0, made.count);
        long[] last = fine.run(kernel, inRanges, found[KernelAbi.PEEL_ROUND]);
        return new Peeled(
                made.first + last[KernelAbi.PEEL_LEVELS], last[KernelAbi.PEEL_LEVEL], last[KernelAbi.PEEL_ROUND]);
    }

    /** Peels all items in one pass, which needs more rounds and no preparation in between. */
    public Peeled runInOnePass(KernelSignature kernel, Items all) {
        long[] last = new Pass(items, supports, list, otherList, order, EXACT, 0, 1).run(kernel, all, 0);
        workers.progress().advance(items);
        return new Peeled(last[KernelAbi.PEEL_LEVELS], last[KernelAbi.PEEL_LEVEL], last[KernelAbi.PEEL_ROUND]);
    }

    /** The arguments in which passes differ. */
    private final class Pass {
        private final long items;
        private final KernelArguments arguments;

        Pass(
                long items,
                DeviceArray supports,
                DeviceArray list,
                DeviceArray otherList,
                DeviceArray order,
                int shift,
                long leastWidth,
                int rangeCount) {
            this.items = items;
            this.arguments = new KernelArguments()
                    .with("state", state)
                    .with("ranges", ranges)
                    .with("supports", supports)
                    .with("starts", starts)
                    .with("numbers", numbers)
                    .with("rangeOf", rangeOf)
                    .with("rounds", rounds)
                    .with("order", order)
                    .with("list", list)
                    .with("otherList", otherList)
                    .with("itemCount", items)
                    .with("nanos", session.slice())
                    .with("leastWidth", leastWidth)
                    .with("shift", shift)
                    .with("rangeCount", rangeCount);
        }

        /** Peels the items, in rounds from {@code round} + 1 on; returns the state in the end. */
        long[] run(KernelSignature kernel, Items looked, long round) {
            setState(round);
            arguments.with(looked.arguments);
            long peeled = 0;
            long[] words = new long[KernelAbi.PEEL_STATE_WORDS];
            while (peeled < items) {
                workers.cancellation().check();
                session.launchCooperative(kernel, grid(looked.work), KernelAbi.PEEL_THREADS, arguments);
                words = session.readLongs(state, words.length);
                if (words[KernelAbi.PEEL_PEELED] <= peeled) {
                    throw new IllegalStateException(
                            kernel.name() + " peeled nothing in a launch: " + peeled + " of " + items + " so far");
                }
                workers.progress().advance(words[KernelAbi.PEEL_PEELED] - peeled);
                peeled = words[KernelAbi.PEEL_PEELED];
            }
            return words;
        }

        private void setState(long round) {
            try (OffHeapLongs words = memory.zeroedLongs(KernelAbi.PEEL_STATE_WORDS)) {
                words.set(KernelAbi.PEEL_ROUND, round);
                words.set(KernelAbi.PEEL_LISTED, items);
                words.set(KernelAbi.PEEL_EXACT_ITEMS, items);
                session.upload(words, state);
            }
        }
    }
}
