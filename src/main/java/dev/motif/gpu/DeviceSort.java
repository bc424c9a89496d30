package dev.motif.gpu;

import static dev.motif.gpu.KernelSignature.Type.INT;
import static dev.motif.gpu.KernelSignature.Type.LONG;
import static dev.motif.gpu.KernelSignature.Type.POINTER;

import java.util.List;

/**
 * Stable radix sort on the device: 32-bit keys with a 32-bit value and, if wanted, a payload each (radix_sort.cuh). Sorts
 * between two sets of buffers; {@link #keys()}, {@link #values()} and {@link #payloads()} say where the items are.
 */
final class DeviceSort {
    static final KernelSignature HISTOGRAM =
            KernelSignature.of("graph_prep", "sort_histogram_per_block", POINTER, LONG, INT, POINTER);
    static final KernelSignature OFFSETS =
            KernelSignature.of("graph_prep", "sort_offsets_per_digit", POINTER, INT, POINTER);
    static final KernelSignature SCATTER = KernelSignature.of(
            "graph_prep",
            "sort_scatter_per_block",
            POINTER,
            POINTER,
            POINTER,
            LONG,
            INT,
            POINTER,
            POINTER,
            POINTER,
            POINTER,
            POINTER,
            POINTER);

    private final GpuSession session;
    private final int grid;
    private final DeviceArray counts;
    private final DeviceArray totals;
    private Items items;
    private Items spare;

    /** Arrays of the same length; {@code payloads} is {@link DeviceArray#NULL} when there are none. */
    private record Items(DeviceArray keys, DeviceArray values, DeviceArray payloads) {}

    /** @param capacity the most items that will be sorted */
    DeviceSort(GpuSession session, long capacity, boolean payloads) {
        this.session = session;
        this.grid = grid(session);
        this.counts = session.longs((long) KernelAbi.SORT_DIGITS * grid);
        this.totals = session.longs(KernelAbi.SORT_DIGITS);
        this.items = allocate(capacity, payloads);
        this.spare = allocate(capacity, payloads);
    }

    private Items allocate(long capacity, boolean payloads) {
        return new Items(
                session.ints(capacity), session.ints(capacity), payloads ? session.ints(capacity) : DeviceArray.NULL);
    }

    private static int grid(GpuSession session) {
        return 4 * session.info().multiprocessors();
    }

    static long bytes(GpuInfo device, long capacity, boolean payloads) {
        return 2 * Integer.BYTES * Math.max(1, capacity) * (payloads ? 3 : 2)
                + (long) Long.BYTES * KernelAbi.SORT_DIGITS * (4L * device.multiprocessors() + 1);
    }

    DeviceArray keys() {
        return items.keys;
    }

    DeviceArray values() {
        return items.values;
    }

    DeviceArray payloads() {
        return items.payloads;
    }

    /**
     * Sorts the first {@code count} items by the lowest {@code bits} bits of their keys.
     *
     * @param withPayloads whether they carry payloads
     */
    void sort(long count, int bits, boolean withPayloads) {
        for (int shift = 0; shift < bits; shift += KernelAbi.SORT_DIGIT_BITS) {
            pass(count, shift, withPayloads, spare.values, DeviceArray.NULL);
            Items sorted = spare;
            spare = items;
            items = sorted;
        }
    }

    /**
     * Sorts by the lowest digit, with the values going to {@code valuesOut}; {@code digitStarts} gets the position where
     * each digit begins, and the number of items behind the last one.
     */
    void sortByDigit(long count, DeviceArray valuesOut, DeviceArray digitStarts) {
        pass(count, 0, false, valuesOut, digitStarts);
    }

    private void pass(long count, int shift, boolean withPayloads, DeviceArray valuesOut, DeviceArray digitStarts) {
        session.launch(HISTOGRAM, grid, KernelAbi.SORT_THREADS, 0, items.keys, count, shift, counts);
        session.launch(OFFSETS, KernelAbi.SORT_DIGITS, KernelAbi.SORT_THREADS, 0, counts, grid, totals);
        session.launch(
                SCATTER,
                grid,
                KernelAbi.SORT_THREADS,
                0,
                items.keys,
                items.values,
                withPayloads ? items.payloads : DeviceArray.NULL,
                count,
                shift,
                counts,
                totals,
                spare.keys,
                valuesOut,
                spare.payloads,
                digitStarts);
    }

    void free() {
        for (DeviceArray array : List.of(
                counts, totals, items.keys, items.values, items.payloads, spare.keys, spare.values, spare.payloads)) {
            session.free(array);
        }
    }
}
