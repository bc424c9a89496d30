package dev.motif.graph.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A budget of bytes on the Java heap, for everything there that can grow with the data: whoever keeps such objects asks
 * for their bytes first, by a {@link Share}. It counts what it is told and allocates nothing. It can have parts, such
 * as one for each call: what a part takes counts in it and in all that it is a part of.
 *
 * <p>Objects are counted with their headers and references, see {@link HeapBytes}. What lives for one row or one
 * transaction only is not counted.
 *
 * <p>Thread-safe.
 */
public final class HeapBudget {
    /** The JVM option that sets the heap budget of the whole server. */
    public static final String LIMIT_PROPERTY = "motif.heap.limit";

    /**
     * The budget's part of the largest heap by default: a third. Neo4j lets its own transactions have 70 % of the heap,
     * and an idle server takes some 40 MiB. A collector works well only while some of the heap is free.
     */
    private static final int PART_OF_HEAP = 3;

    /** The bytes that a share of one thread takes at once. */
    private static final int BYTES_OF_THREAD = 1 << 16;

    /** The budget that this one is a part of; null for a whole budget. */
    private final HeapBudget whole;

    private volatile long limitBytes;

    /** The bytes of all shares of this, and the live ones of its parts. */
    private long usedBytes;

    /** The bytes that are kept for shares to come; they count from the start. */
    private long reservedBytes;

    private long peakBytes;

    /** How many more requests may succeed; below 0 for all. */
    private long allowedRequests = -1;

    /**
     * Makes a budget.
     *
     * @param limitBytes the most bytes that may be live at once, above 0
     * @throws IllegalArgumentException when it is 0 or less
     */
    public HeapBudget(long limitBytes) {
        this(null, checked(limitBytes));
    }

    private HeapBudget(HeapBudget whole, long limitBytes) {
        this.whole = whole;
        this.limitBytes = limitBytes;
    }

    private static long checked(long limitBytes) {
        if (limitBytes <= 0) {
            throw new IllegalArgumentException("`limitBytes` must be above 0, got " + limitBytes);
        }
        return limitBytes;
    }

    /**
     * The bytes that a whole process may use: the JVM option if it is set, otherwise a third of the largest heap of this
     * JVM.
     *
     * @throws IllegalArgumentException when the JVM option is not a number of bytes
     */
    public static long limitOfProcess() {
        String option = System.getProperty(LIMIT_PROPERTY);
        return option == null
                ? Math.max(1, Runtime.getRuntime().maxMemory() / PART_OF_HEAP)
                : Bytes.parse(LIMIT_PROPERTY, option);
    }

    /** A part of this budget that has counts of its own and the limit of this. */
    public HeapBudget part() {
        return new HeapBudget(this, Long.MAX_VALUE);
    }

    /**
     * Changes the limit of a whole budget, for what is not taken yet.
     *
     * @throws IllegalArgumentException when it is 0 or less
     */
    public void limitTo(long bytes) {
        limitBytes = checked(bytes);
    }

    /** The most bytes that may be live at once. */
    public long limitBytes() {
        return whole == null ? limitBytes : whole.limitBytes();
    }

    /** The bytes that are taken or reserved, and not yet given back. */
    public synchronized long liveBytes() {
        return Math.max(usedBytes, reservedBytes);
    }

    /** The largest {@link #liveBytes()} since this budget was made or {@link #resetPeak()} was called. */
    public synchronized long peakBytes() {
        return peakBytes;
    }

    /** Makes {@link #peakBytes()} start again from the bytes that are live now. */
    public synchronized void resetPeak() {
        peakBytes = liveBytes();
    }

    /** The bytes that shares of this may still take, the unused ones of its reservations among them. */
    public synchronized long freeBytes() {
        long unused = Math.max(0, reservedBytes - usedBytes);
        return unused + (whole == null ? Math.max(0, limitBytes - liveBytes()) : whole.freeBytes());
    }

    /** For tests: lets only {@code count} more requests of this part succeed; all when it is below 0. */
    synchronized void allowRequests(long count) {
        allowedRequests = count;
    }

    /** For tests: how many more requests of this part succeed; negative for all. */
    synchronized long allowedRequests() {
        return allowedRequests;
    }

    /**
     * A share of this budget, of 0 bytes, which the caller closes.
     *
     * @param of the objects that it is for, as errors name them, such as {@code "texts of a projection"}
     */
    public Share share(String of) {
        return new Share(of, null);
    }

    /**
     * Takes a share of {@code bytes} bytes; see {@link #share(String)}.
     *
     * @throws Exceeded when they do not fit into this budget
     */
    public Share share(String of, long bytes) {
        Share share = share(of);
        share.add(bytes);
        return share;
    }

    /**
     * Keeps {@code bytes} for shares of this, which use them before anything else of the budget. Closing the result gives
     * back what no share uses; closing it again does nothing.
     *
     * @param of the purpose, as errors name it
     * @throws Exceeded when they do not fit into this budget beside what it has
     */
    public Reserved reserve(String of, long bytes) {
        request(of, 0, bytes);
        return new Reserved(bytes);
    }

    private static void checkBytes(String of, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes of " + of + " must be 0 or more, got " + bytes);
        }
    }

    private synchronized void request(String of, long used, long reserved) {
        checkBytes(of, Math.min(used, reserved));
        boolean allowed = allowedRequests != 0;
        allowedRequests -= allowedRequests > 0 ? 1 : 0;
        if (!allowed || !take(used, reserved)) {
            throw new Exceeded(of, Math.max(used, reserved), freeBytes(), limitBytes());
        }
    }

    /** Takes and reserves more bytes here and in all that this is a part of, or nowhere; returns whether they fit. */
    private synchronized boolean take(long used, long reserved) {
        long limit = limitBytes();
        // Comparing differences, since sums may overflow.
        if (used > limit - usedBytes || reserved > limit - reservedBytes) {
            return false;
        }
        long live = Math.max(usedBytes + used, reservedBytes + reserved);
        boolean fits = whole == null ? live <= limit : whole.take(live - liveBytes(), 0);
        if (fits) {
            usedBytes += used;
            reservedBytes += reserved;
            peakBytes = Math.max(peakBytes, live);
        }
        return fits;
    }

    private synchronized void giveBack(long used, long reserved) {
        long before = liveBytes();
        usedBytes -= used;
        reservedBytes -= reserved;
        if (whole != null) {
            whole.giveBack(before - liveBytes(), 0);
        }
    }

    /** Thrown when objects on the heap would not fit into its budget. Nothing has been counted. */
    public static final class Exceeded extends RuntimeException {
        private Exceeded(String of, long neededBytes, long freeBytes, long limitBytes) {
            super("Not enough heap for " + of + ": " + Bytes.toText(neededBytes) + " needed, " + Bytes.toText(freeBytes)
                    + " of the heap budget of " + Bytes.toText(limitBytes)
                    + " free. Wait until other calls have ended, or raise the heap budget with -D"
                    + LIMIT_PROPERTY + "=<bytes, or a number with k, m or g> in server.jvm.additional.");
        }
    }

    /** Bytes that are kept for shares to come, see {@link #reserve}. */
    public final class Reserved implements AutoCloseable {
        private final AtomicLong bytes;

        private Reserved(long bytes) {
            this.bytes = new AtomicLong(bytes);
        }

        @Override
        public void close() {
            giveBack(0, bytes.getAndSet(0));
        }
    }

    /** The bytes of objects of one kind that one owner keeps. Thread-safe. */
    public final class Share implements AutoCloseable {
        private final String of;
        /** The share of all threads from which this one takes its bytes; null for a share of the budget. */
        private final Share all;

        private long bytes;
        /** The bytes of {@link #all} that this has and does not use. */
        private long spare;

        private boolean closed;

        private Share(String of, Share all) {
            this.of = of;
            this.all = all;
        }

        /**
         * A share for one of several threads: it takes bytes from this one, 64 KiB or more at a time, so that threads
         * seldom wait for each other, and gives them back when it is closed.
         */
        public Share ofThread() {
            return new Share(of, this);
        }

        /**
         * Takes {@code more} bytes, before the objects are made.
         *
         * @throws Exceeded when they do not fit into the budget; nothing is taken then
         * @throws IllegalArgumentException when {@code more} is below 0
         * @throws IllegalStateException when the share is closed
         */
        public synchronized void add(long more) {
            if (closed) {
                throw new IllegalStateException("the share of " + of + " is closed");
            }
            if (all == null) {
                request(of, more, 0);
            } else {
                checkBytes(of, more);
                if (more > spare) {
                    long taken = Math.max(more - spare, BYTES_OF_THREAD);
                    all.add(taken);
                    spare += taken;
                }
                spare -= more;
            }
            bytes += more;
        }

        /**
         * Gives {@code fewer} bytes back; does nothing when the share is closed.
         *
         * @throws IllegalArgumentException when it is below 0 or above {@link #bytes}
         */
        public synchronized void release(long fewer) {
            if (closed) {
                return;
            }
            if (fewer < 0 || fewer > bytes) {
                throw new IllegalArgumentException(
                        "a share of " + bytes + " bytes of " + of + " cannot give back " + fewer);
            }
            bytes -= fewer;
            if (all == null) {
                giveBack(fewer, 0);
            } else {
                spare += fewer;
            }
        }

        /**
         * Takes bytes, or gives some back, so that this has {@code wanted} bytes: for what takes the place of something else.
         *
         * @throws Exceeded as {@link #add}
         */
        public synchronized void become(long wanted) {
            if (wanted > bytes) {
                add(wanted - bytes);
            } else {
                release(bytes - wanted);
            }
        }

        /** The bytes that this has; 0 when it is closed. */
        public synchronized long bytes() {
            return bytes;
        }

        /** Gives all bytes back. Closing it again does nothing. */
        @Override
        public synchronized void close() {
            release(bytes);
            if (all != null) {
                all.release(spare);
                spare = 0;
            }
            closed = true;
        }
    }
}
