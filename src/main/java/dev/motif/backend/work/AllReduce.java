package dev.motif.backend.work;

import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.parallel.Cancellation;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * One device's part in adding up what the devices of a {@link DeviceGroup} have counted, from device to device. Each has counts of
 * all items; of {@code n} devices each adds up the counts of an {@code n}-th of the items, and may then take the sums of the
 * others. Devices that claimed nothing have no part. It is closed before the session, and then waits for those that read.
 */
public final class AllReduce implements AutoCloseable {
    private static final String MODULE = "exchange";
    private static final KernelSignature INTS = KernelSignature.of(MODULE, "exchange_sums_per_int");
    private static final KernelSignature LONGS = KernelSignature.of(MODULE, "exchange_sums_per_long");
    private static final KernelSignature WIDE = KernelSignature.of(MODULE, "exchange_sums_per_wide");

    private static final int THREADS = 256;
    private static final int ITEMS_PER_BLOCK = 1024;

    private final GpuSession session;
    private final GpuDevice device;
    private final Participant share;
    private final Cancellation cancellation;
    private Offer offer;

    /**
     * Counts of all items on a device.
     *
     * @param length how many
     * @param bytes the bytes of a count: 4, 8 or 16
     */
    public record Counts(DeviceArray array, long length, int bytes) {
        public static Counts ints(DeviceArray array, long length) {
            return new Counts(array, length, Integer.BYTES);
        }

        public static Counts longs(DeviceArray array, long length) {
            return new Counts(array, length, Long.BYTES);
        }

        /** 128-bit counts, each its low and then its high word. A sum of 2^127 or more is not exact, but stays so large. */
        public static Counts wide(DeviceArray array, long length) {
            return new Counts(array, length, 2 * Long.BYTES);
        }

        /** The counts from the first of {@code range} on. */
        public DeviceArray from(Range range) {
            return array.from(range.from() * bytes);
        }

        private long bytesOf(Range range) {
            return (range.to() - range.from()) * bytes;
        }
    }

    private record Offer(GpuDevice device, List<Counts> counts) {}

    /** @param share of a device that does all of the work, or some of it */
    public AllReduce(GpuSession session, GpuDevice device, Participant share, Cancellation cancellation) {
        this.session = session;
        this.device = device;
        this.share = share;
        this.cancellation = cancellation;
    }

    /**
     * Waits until all that was claimed has been counted.
     *
     * @param counts what is to be added up, of the same lengths and in the same order on all devices
     */
    public void begin(Counts... counts) {
        offer = new Offer(device, List.of(counts));
        session.await();
        share.meet(offer, cancellation);
    }

    /**
     * Adds up what all have counted; each has the sums of all items in the end.
     *
     * @param scratch see {@link #sum}
     */
    public void all(Counts counts, DeviceArray scratch) {
        begin(counts);
        sum(counts, scratch);
        gather(counts);
    }

    /**
     * Adds up counts, as {@link #all} does, and copies the sums to the host; each device copies the sums that it has
     * added up.
     *
     * @param counts of 128 bits; at most twice the length of {@code into}
     * @param putting brings counts into the order of the graph, their low and their high words apart
     * @param into arrays for consecutive items of the graph
     */
    public void all(
            Counts counts, BiConsumer<DeviceArray, DeviceArray> putting, List<OffHeapSums> into, StageTimes times) {
        long length = into.stream().mapToLong(OffHeapSums::length).sum();
        DeviceArray low = session.zeroedLongs(2 * (length + 1));
        DeviceArray high = low.from((length + 1) * Long.BYTES);
        all(counts, low);
        putting.accept(low, high);
        times.time(Stage.TRANSFER, () -> {
            long first = 0;
            for (OffHeapSums part : into) {
                download(Counts.longs(low, length), first, part.low());
                download(Counts.longs(high, length), first, part.high());
                first += part.length();
            }
        });
    }

    /** The part of {@code length} items of which this device has the sums. */
    public Range own(long length) {
        return rangeOf(share, length);
    }

    private Range rangeOf(Participant member, long length) {
        List<Participant> members = share.members();
        int index = members.indexOf(member);
        WorkPart part = new WorkPart(index, index + 1L, members.size());
        return new Range(part.first(length), part.end(length));
    }

    /**
     * Adds up the {@link #own} counts in their place. When this returns, no device reads any of {@code counts}; the
     * counts of the other items are no sums.
     *
     * @param counts counts that {@link #begin} was given
     * @param scratch scratch memory that no device reads, of at least the bytes of the own counts
     */
    public void sum(Counts counts, DeviceArray scratch) {
        Range own = own(counts.length);
        long items = own.to() - own.from();
        KernelSignature add = counts.bytes == Integer.BYTES ? INTS : counts.bytes == Long.BYTES ? LONGS : WIDE;
        meet();
        fromOthers(counts, (other, device, theirs) -> {
            session.copyFrom(device, theirs.from(own), scratch, counts.bytesOf(own));
            session.launchOver(add, items, ITEMS_PER_BLOCK, THREADS, scratch, items, counts.from(own));
        });
        meet();
    }

    /** Takes the sums of the other devices, after {@link #sum}: then {@code counts} are sums of all items. */
    private void gather(Counts counts) {
        fromOthers(counts, (other, device, theirs) -> {
            Range range = rangeOf(other, counts.length);
            session.copyFrom(device, theirs.from(range), counts.from(range), counts.bytesOf(range));
        });
        meet();
    }

    /**
     * Copies own counts to their places in {@code into}, which has room for the counts of the items from {@code first}
     * on; other devices write the others.
     *
     * @param counts of 64 bits
     */
    public void download(Counts counts, long first, OffHeapLongs into) {
        Range own = own(counts.length);
        Range items = new Range(Math.max(own.from(), first), Math.min(own.to(), first + into.length()));
        if (items.from() < items.to()) {
            session.download(
                    counts.from(items), into.address() + (items.from() - first) * Long.BYTES, counts.bytesOf(items));
        }
    }

    private void meet() {
        session.await();
        share.meetAgain(cancellation);
    }

    /** Takes something of the counts of another device, in stream order. */
    @FunctionalInterface
    private interface Taking {
        void run(Participant other, GpuDevice device, Counts theirs);
    }

    /** Takes from each other device in turn, the next one first, so that not all take from the same. */
    private void fromOthers(Counts counts, Taking taking) {
        List<Participant> members = share.members();
        int index = offer.counts.indexOf(counts);
        for (int i = 1; i < members.size(); i++) {
            Participant other = members.get((members.indexOf(share) + i) % members.size());
            share.read(
                    other,
                    Offer.class,
                    cancellation,
                    found -> session.takeFrom(
                            found.device, () -> taking.run(other, found.device, found.counts.get(index))));
        }
    }

    @Override
    public void close() {
        share.leave();
    }
}
