package dev.motif.graph.memory;

import com.sun.management.OperatingSystemMXBean;
import dev.motif.parallel.Cancellation;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A budget of off-heap memory and the only place where it is allocated and freed. It can have parts, such as one for
 * each user and for each call: what a part allocates counts in it and in all that it is a part of.
 *
 * <p>Blocks are contiguous, page-aligned in practice for large sizes, and do not move unless their array is truncated,
 * so that a CUDA driver can register them or copy from them at full speed. Sizes and indexes are 64-bit. Every block is
 * owned by exactly one {@link OffHeapInts} or {@link OffHeapLongs}, whose {@code close} gives the bytes back to the
 * budget.
 *
 * <p>Forms that calls have made of graphs that stay, such as graphs of the catalog, stay as well, see {@link #form}.
 * Unused forms are freed before an allocation is refused.
 *
 * <p>Thread-safe.
 */
public final class NativeMemory {
    private static final long LEAST_LIMIT_BYTES = 256L << 20;

    /** The memory that this one is a part of; null for a whole budget. */
    private final NativeMemory whole;

    private volatile Limit limit;
    private final AtomicLong liveBytes = new AtomicLong();
    private final AtomicLong peakBytes = new AtomicLong();

    /** How many more allocations may succeed; below 0 for all. */
    private final AtomicLong allowedAllocations = new AtomicLong(-1);

    private final DerivedGraphCache<DerivedGraphCache.Form> forms;

    /** The graphs whose forms stay. */
    private final Set<FormSource> staying;

    private final HeapBudget heap;

    /**
     * How many bytes may be live at once, and how messages call that.
     *
     * @param name such as {@code "budget"}
     * @param property the JVM option that sets it
     */
    public record Limit(String name, String property, long bytes) {
        private static final Limit NONE = ofWhole(Long.MAX_VALUE);

        /** @throws IllegalArgumentException when {@code bytes} is 0 or less */
        public Limit {
            if (bytes <= 0) {
                throw new IllegalArgumentException("`limitBytes` must be above 0, got " + bytes);
            }
        }

        private static Limit ofWhole(long bytes) {
            return new Limit("budget", OffHeapMemoryException.LIMIT_PROPERTY, bytes);
        }
    }

    /**
     * Makes a budget, with a new one on the heap of {@link HeapBudget#limitOfProcess}.
     *
     * @param limitBytes the most bytes that may be live at once, above 0
     * @throws IllegalArgumentException when it is 0 or less
     */
    public NativeMemory(long limitBytes) {
        this(
                null,
                Limit.ofWhole(limitBytes),
                new DerivedGraphCache<>(),
                Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>())),
                new HeapBudget(HeapBudget.limitOfProcess()));
    }

    private NativeMemory(
            NativeMemory whole,
            Limit limit,
            DerivedGraphCache<DerivedGraphCache.Form> forms,
            Set<FormSource> staying,
            HeapBudget heap) {
        this.whole = whole;
        this.limit = limit;
        this.forms = forms;
        this.staying = staying;
        this.heap = heap;
    }

    /**
     * Changes the limit of a whole budget, for what is not allocated yet.
     *
     * @throws IllegalArgumentException when it is 0 or less
     */
    public void limitTo(long limitBytes) {
        limit = Limit.ofWhole(limitBytes);
    }

    /** The budget on the heap of the same owner: the server's, or a part of it as this is a part. */
    public HeapBudget heap() {
        return heap;
    }

    /** A part of this budget that has counts of its own, and no limit but the limit of this budget. */
    public NativeMemory part() {
        return part(Limit.NONE);
    }

    /** A part of this budget with a limit of its own. */
    public NativeMemory part(Limit ofPart) {
        return new NativeMemory(this, ofPart, forms, staying, heap.part());
    }

    /**
     * The bytes that a whole process may use: the JVM option if it is set, otherwise half of the machine's (or
     * container's) memory beyond the largest heap of this JVM, but at least 256 MiB.
     *
     * @throws IllegalArgumentException when the JVM option is not a number of bytes
     */
    public static long limitOfProcess() {
        String option = System.getProperty(OffHeapMemoryException.LIMIT_PROPERTY);
        if (option != null) {
            return Bytes.parse(OffHeapMemoryException.LIMIT_PROPERTY, option);
        }
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long besideHeap = system.getTotalMemorySize() - Runtime.getRuntime().maxMemory();
        return Math.max(LEAST_LIMIT_BYTES, besideHeap / 2);
    }

    /**
     * A new array of {@code length} ints whose values are undefined. The caller owns it.
     *
     * @throws OffHeapMemoryException when it does not fit into this budget or into the machine's memory
     */
    public OffHeapInts ints(long length) {
        return new OffHeapInts(this, allocate(length, Integer.BYTES), length);
    }

    /**
     * A new array of {@code length} longs whose values are undefined. The caller owns it.
     *
     * @throws OffHeapMemoryException when it does not fit into this budget or into the machine's memory
     */
    public OffHeapLongs longs(long length) {
        return new OffHeapLongs(this, allocate(length, Long.BYTES), length);
    }

    /** A new array of {@code length} ints, all 0; see {@link #ints}. */
    public OffHeapInts zeroedInts(long length) {
        OffHeapInts array = ints(length);
        array.clear();
        return array;
    }

    /** A new array of {@code length} longs, all 0; see {@link #longs}. */
    public OffHeapLongs zeroedLongs(long length) {
        OffHeapLongs array = longs(length);
        array.clear();
        return array;
    }

    /** For tests: lets only {@code count} more allocations succeed; all when it is below 0. */
    void allowAllocations(long count) {
        allowedAllocations.set(count);
    }

    /** For tests: how many more allocations succeed; negative for all. */
    long allowedAllocations() {
        return allowedAllocations.get();
    }

    /** The bytes that are allocated and not yet freed. */
    public long liveBytes() {
        return liveBytes.get();
    }

    /** The largest {@link #liveBytes()} since this budget was made or {@link #resetPeak()} was called. */
    public long peakBytes() {
        return peakBytes.get();
    }

    /** Makes {@link #peakBytes()} start again from the bytes that are live now. */
    public void resetPeak() {
        peakBytes.set(liveBytes.get());
    }

    /** The most bytes that may be live at once. */
    public long limitBytes() {
        return whole == null ? limit.bytes : Math.min(limit.bytes, whole.limitBytes());
    }

    /** The bytes that may still be allocated, including the bytes of forms that no call uses. */
    public long freeBytes() {
        return tightest().ownFreeBytes();
    }

    /** The limit with the fewest free bytes: the limit of this budget, or of a budget that it is a part of. */
    public Limit tightestLimit() {
        return tightest().limit;
    }

    private NativeMemory tightest() {
        NativeMemory other = whole == null ? this : whole.tightest();
        return limit == Limit.NONE || other.ownFreeBytes() <= ownFreeBytes() ? other : this;
    }

    private long ownFreeBytes() {
        return Math.max(0, limit.bytes - liveBytes.get()) + forms.unusedBytes(this::frees);
    }

    /** Whether a shortage of this budget frees what is in {@code memory}. */
    private boolean frees(Object memory) {
        return memory == this || (memory instanceof NativeMemory part && frees(part.whole));
    }

    /**
     * Lets what calls prepare of {@code graph} stay until the graph is closed, since more calls may come, or until there
     * is a shortage of the budget that it was prepared in or of what that is a part of.
     */
    public void keepFormsOf(FormSource graph) {
        staying.add(graph);
        graph.whenClosed(() -> staying.remove(graph));
    }

    /**
     * A form of a graph: the one that another call has prepared, or is preparing, or else a new one. It stays when the
     * forms of the graph do; otherwise it is freed at the end of its use.
     *
     * @param cancellation ends waiting for another call, of which the next one that waits takes over when it fails
     * @param make prepares the form in this memory
     * @return a use of the form, which the caller closes
     */
    @SuppressWarnings("unchecked") // the name of a form says of which class it is
    public <F extends DerivedGraphCache.Form> DerivedGraphCache.Use<F> form(
            DerivedGraphCache.Key key, Cancellation cancellation, Supplier<F> make) {
        if (!staying.contains(key.graph())) {
            return DerivedGraphCache.Use.only(key, make.get());
        }
        return (DerivedGraphCache.Use<F>) forms.acquire(key, this, cancellation, make::get);
    }

    /** The forms that stay in this memory. */
    public DerivedGraphCache<DerivedGraphCache.Form> forms() {
        return forms;
    }

    private long allocate(long length, int elementBytes) {
        if (length < 0) {
            throw new IllegalArgumentException("`length` must be 0 or more, got " + length);
        }
        long bytes = Math.multiplyExact(length, elementBytes);
        reserve(bytes);
        try {
            return RawMemory.allocate(Math.max(bytes, Long.BYTES));
        } catch (OutOfMemoryError e) {
            count(-bytes);
            // Suppressed rather than the cause: Neo4j shows only the last cause of an error.
            OffHeapMemoryException error = new OffHeapMemoryException(bytes, freeBytes(), tightestLimit());
            error.addSuppressed(e);
            throw error;
        }
    }

    /** Bytes of this budget, see {@link #reserved}; closing it gives them back. */
    public final class Reserved implements AutoCloseable {
        private final long bytes;

        private Reserved(long bytes) {
            this.bytes = bytes;
        }

        @Override
        public void close() {
            count(-bytes);
        }
    }

    /**
     * Counts {@code bytes} as live that something else allocates in the machine's memory, such as the driver of a GPU.
     * The caller closes the result, once.
     *
     * @throws OffHeapMemoryException when they do not fit into this budget
     */
    public Reserved reserved(long bytes) {
        reserve(bytes);
        return new Reserved(bytes);
    }

    /** Counts {@code bytes} as live here and in all that this is a part of, or nowhere. */
    private void reserve(long bytes) {
        Limit most = limit;
        long live = liveBytes.get();
        if (allowedAllocations.getAndUpdate(allowed -> allowed > 0 ? allowed - 1 : allowed) == 0) {
            throw new OffHeapMemoryException(bytes, 0, most);
        }
        while (bytes > most.bytes - live || !liveBytes.compareAndSet(live, live + bytes)) {
            // Nothing is left to evict either when another thread has just evicted all.
            if (bytes > most.bytes - live
                    && !forms.evict(bytes - (most.bytes - live), this::frees)
                    && bytes > most.bytes - liveBytes.get()) {
                throw new OffHeapMemoryException(bytes, Math.max(0, most.bytes - live), most);
            }
            live = liveBytes.get();
        }
        if (whole != null) {
            try {
                whole.reserve(bytes);
            } catch (OffHeapMemoryException e) {
                liveBytes.addAndGet(-bytes);
                throw e;
            }
        }
        peakBytes.accumulateAndGet(live + bytes, Math::max);
    }

    /** Adds to the live bytes here and of all that this is a part of, without a look at limits. */
    private void count(long bytes) {
        liveBytes.addAndGet(bytes);
        if (whole != null) {
            whole.count(bytes);
        }
    }

    /** Copies {@code bytes} from off-heap memory, which the caller knows to be valid, to the beginning of {@code target}. */
    public static void copy(long sourceAddress, byte[] target, int bytes) {
        RawMemory.copy(sourceAddress, target, bytes);
    }

    /** Copies the first {@code bytes} of {@code source} to off-heap memory, which the caller knows to be valid. */
    public static void copy(byte[] source, long targetAddress, int bytes) {
        RawMemory.copy(source, 0, targetAddress, bytes);
    }

    /** Copies {@code bytes} between two places of off-heap memory, which the caller knows to be valid. */
    public static void copy(long sourceAddress, long targetAddress, long bytes) {
        RawMemory.copy(sourceAddress, targetAddress, bytes);
    }

    /** Frees the end of a block. Returns the address of the block, which may have changed. */
    long shrink(long address, long bytes, long newBytes) {
        long moved = RawMemory.reallocate(address, Math.max(newBytes, Long.BYTES));
        count(newBytes - bytes);
        return moved;
    }

    void free(long address, long bytes) {
        RawMemory.free(address);
        count(-bytes);
    }
}
