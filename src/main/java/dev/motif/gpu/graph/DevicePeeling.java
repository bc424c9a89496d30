package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import dev.motif.parallel.Workers;

/**
 * Peeling on a device (peel.cuh): its arrays, and the launches that peel until nothing is left. Each launch takes about
 * a tenth of a second, so that the call can be cancelled.
 *
 * @param items the number of items
 * @param supports the support of each item: 64-bit
 * @param numbers receives the level at which each item is peeled, and may be the same array as {@code supports}: 64-bit
 * @param list the items; the caller fills it before {@link #run}
 * @param otherList room for a second list of items
 * @param order receives the items in the order of peeling
 * @param rounds the round in which each item is peeled, 0 before
 * @param state the {@code PeelState} of peel.cuh, kept between launches
 */
public record DevicePeeling(
        long items,
        DeviceArray supports,
        DeviceArray numbers,
        DeviceArray list,
        DeviceArray otherList,
        DeviceArray order,
        DeviceArray rounds,
        DeviceArray state) {
    /**
     * Makes the arrays, which belong to the session.
     *
     * @param items the number of items
     * @param itemsEnd a number above those of all items
     * @param supports the support of each item
     * @param numbers receives the level of each item; may be the same array as {@code supports}
     */
    public static DevicePeeling of(
            GpuSession session,
            long items,
            long itemsEnd,
            DeviceArray supports,
            DeviceArray numbers,
            NativeMemory memory) {
        return new DevicePeeling(
                items,
                supports,
                numbers,
                session.ints(items),
                session.ints(items),
                session.ints(items),
                session.zeroedInts(itemsEnd),
                state(session, items, memory));
    }

    private static DeviceArray state(GpuSession session, long items, NativeMemory memory) {
        try (OffHeapLongs words = memory.zeroedLongs(KernelAbi.PEEL_STATE_WORDS)) {
            words.set(KernelAbi.PEEL_LISTED, items);
            words.set(KernelAbi.PEEL_LEAST, -1);
            words.set(KernelAbi.PEEL_LEAST + 1, -1);
            return session.uploaded(words);
        }
    }

    /** The device bytes of the arrays that {@link #of} makes. */
    public static long bytes(long items, long itemsEnd) {
        return (3 * items + itemsEnd) * Integer.BYTES + KernelAbi.PEEL_STATE_WORDS * Long.BYTES;
    }

    /**
     * The result of a peeling.
     *
     * @param levels the number of different levels
     * @param last the last and largest level, 0 without items
     */
    public record Peeled(long levels, long last) {}

    /**
     * Peels all items. Progress advances by items.
     *
     * @param kernel a kernel that takes the arrays of a peeling and {@code arguments}
     */
    public Peeled run(GpuSession session, Workers workers, KernelSignature kernel, KernelArguments arguments) {
        KernelArguments all = new KernelArguments()
                .with("state", state)
                .with("itemCount", items)
                .with("supports", supports)
                .with("numbers", numbers)
                .with("rounds", rounds)
                .with("order", order)
                .with("list", list)
                .with("otherList", otherList)
                .with("nanos", session.slice())
                .with(arguments);
        long peeled = 0;
        long[] words = new long[KernelAbi.PEEL_STATE_WORDS];
        while (peeled < items) {
            workers.cancellation().check();
            session.launchCooperative(kernel, KernelAbi.PEEL_THREADS, all);
            words = session.readLongs(state, words.length);
            workers.progress().advance(words[KernelAbi.PEEL_PEELED] - peeled);
            peeled = words[KernelAbi.PEEL_PEELED];
        }
        return new Peeled(words[KernelAbi.PEEL_LEVELS], words[KernelAbi.PEEL_LEVEL]);
    }
}
