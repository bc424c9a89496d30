package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import java.util.List;

/**
 * Stable radix sort on the device: 32-bit keys with a 32-bit value each (radix_sort.cuh). It sorts between two sets of
 * buffers; {@link #keys()} and {@link #values()} say where the items are at the moment.
 */
public final class DeviceSort {
    private static final KernelSignature HISTOGRAM = KernelSignature.of("graph_prep", "sort_histogram_per_block");
    private static final KernelSignature OFFSETS = KernelSignature.of("graph_prep", "sort_offsets_per_digit");
    private static final KernelSignature SCATTER = KernelSignature.of("graph_prep", "sort_scatter_per_block");
    private static final int BLOCKS_PER_MULTIPROCESSOR = 4;

    private final GpuSession session;
    private final int mostBlocks;
    private final DeviceArray counts;
    private final DeviceArray totals;
    private Items items;
    private Items spare;

    /** Whether {@link #items} are what {@link #spare} was at first. */
    private boolean exchanged;

    /** The keys and values of the same items. */
    private record Items(DeviceArray keys, DeviceArray values) {}

    /**
     * Allocates the buffers.
     *
     * @param capacity the most items that will be sorted
     */
    public DeviceSort(GpuSession session, long capacity) {
        this(session, capacity, new Items(session.ints(capacity), session.ints(capacity)));
    }

    /**
     * Allocates the buffers but for those between which and its own it sorts.
     *
     * @param capacity the most items that there is room for
     * @param scratch 8 bytes for each item that will be sorted, a multiple of 16 bytes for half of them; after {@link #begin}
     *     the sorted items are not there
     */
    public static DeviceSort over(GpuSession session, long capacity, DeviceArray scratch) {
        long half = scratch.bytes() / 2;
        return new DeviceSort(session, capacity, new Items(scratch.part(0, half), scratch.from(half)));
    }

    private DeviceSort(GpuSession session, long capacity, Items spare) {
        this.session = session;
        this.mostBlocks = BLOCKS_PER_MULTIPROCESSOR * session.info().multiprocessors();
        this.counts = session.longs((long) KernelAbi.SORT_DIGITS * mostBlocks);
        this.totals = session.longs(KernelAbi.SORT_DIGITS);
        this.items = new Items(session.ints(capacity), session.ints(capacity));
        this.spare = spare;
    }

    /** The device bytes of a sort with room for {@code capacity} items. */
    public static long bytes(GpuInfo device, long capacity) {
        return 4L * Integer.BYTES * Math.max(1, capacity)
                + (long) Long.BYTES
                        * KernelAbi.SORT_DIGITS
                        * (BLOCKS_PER_MULTIPROCESSOR * (long) device.multiprocessors() + 1);
    }

    /** The number of bits that hold every value in {@code [0, bound)}. */
    public static int bits(long bound) {
        return bound <= 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(bound - 1);
    }

    /**
     * The array of the keys: filled by the caller before sorting, ascending afterwards. Every sort may exchange it for
     * another one.
     */
    public DeviceArray keys() {
        return items.keys;
    }

    /** The array of the values, in the order of {@link #keys}. Every sort may exchange it for another one. */
    public DeviceArray values() {
        return items.values;
    }

    /**
     * Exchanges the buffers of {@link #keys()} and {@link #values()} where a sort by {@code bits} bits would otherwise
     * not end in the first ones. To be called before the items are put there.
     */
    public void begin(int bits) {
        int passes = (bits + KernelAbi.SORT_DIGIT_BITS - 1) / KernelAbi.SORT_DIGIT_BITS;
        if (exchanged != (passes % 2 == 1)) {
            exchange();
        }
    }

    /** Sorts the first {@code count} items by the lowest {@code bits} bits of their keys. */
    public void sort(long count, int bits) {
        for (int shift = 0; shift < bits; shift += KernelAbi.SORT_DIGIT_BITS) {
            pass(count, shift, spare.values, DeviceArray.NULL);
            exchange();
        }
    }

    private void exchange() {
        Items sorted = spare;
        spare = items;
        items = sorted;
        exchanged = !exchanged;
    }

    /**
     * Sorts the first {@code count} items by the lowest digit of their keys. Only the sorted values are wanted, in
     * {@code valuesOut}; {@link #keys()} and {@link #values()} stay as they are.
     *
     * @param digitStarts receives the position where each digit begins, and last the number of items: 64-bit; may be
     *     {@link DeviceArray#NULL}
     */
    public void sortByDigit(long count, DeviceArray valuesOut, DeviceArray digitStarts) {
        pass(count, 0, valuesOut, digitStarts);
    }

    private void pass(long count, int shift, DeviceArray valuesOut, DeviceArray digitStarts) {
        int grid = session.blocks(count, KernelAbi.SORT_TILE, mostBlocks);
        session.launch(HISTOGRAM, grid, KernelAbi.SORT_THREADS, 0, items.keys, count, shift, counts);
        session.launch(OFFSETS, KernelAbi.SORT_DIGITS, KernelAbi.SORT_THREADS, 0, counts, grid, totals);
        session.launch(
                SCATTER,
                grid,
                KernelAbi.SORT_THREADS,
                0,
                new KernelArguments()
                        .with("keys", items.keys)
                        .with("values", items.values)
                        .with("count", count)
                        .with("shift", shift)
                        .with("counts", counts)
                        .with("totals", totals)
                        .with("keysOut", spare.keys)
                        .with("valuesOut", valuesOut)
                        .with("digitStarts", digitStarts));
    }

    /** Exchanges keys and values, so that the next sort is by what were the values. */
    void swapKeysAndValues() {
        items = new Items(items.values, items.keys);
    }

    /**
     * Frees all arrays but {@link #keys()} and {@link #values()}, which belong to the session from now on. No sort can
     * follow.
     */
    public void freeScratch() {
        List.of(counts, totals, spare.keys, spare.values).forEach(session::free);
    }

    /** Frees all arrays before the session ends. */
    public void free() {
        freeScratch();
        List.of(items.keys, items.values).forEach(session::free);
    }
}
