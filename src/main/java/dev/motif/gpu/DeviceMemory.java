package dev.motif.gpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * The memory of a device in blocks. Freed blocks are kept for the next allocation: the driver's calls take its locks,
 * wait for kernels of other calls, and take up to a millisecond each. Small blocks are cut from chunks. What a block is
 * used for must have ended before it is freed. Thread-safe.
 */
final class DeviceMemory {
    private static final long ALIGNMENT = 256;
    private static final long CHUNK_BYTES = 64L << 20;
    private static final long SMALL_BYTES = CHUNK_BYTES / 8;

    /** Blocks of their own are rounded up to this, the granularity of the driver. */
    private static final long PAGE_BYTES = 2L << 20;

    /** A kept block serves for less when it is at most this large and at most one part in {@value #WASTE} is wasted. */
    private static final long LOOSE_BYTES = 256L << 20;

    private static final long WASTE = 8;

    /** The source of the memory of blocks. Called without any lock held. */
    interface Source {
        /** The address of {@code bytes} new bytes, a multiple of 256; 0 when there is not enough memory. */
        long allocate(long bytes);

        /** Frees what {@link #allocate} returned. */
        void free(long address);
    }

    private final Source source;
    private final LongSupplier limitBytes;
    private final boolean keeps;
    private final List<Chunk> chunks = new ArrayList<>();

    /** The kept blocks that are not in a chunk, by their size. */
    private final TreeMap<Long, Deque<Long>> kept = new TreeMap<>();

    private final Map<Long, Block> used = new HashMap<>();
    private long heldBytes;
    private long usedBytes;

    /** A block in use; {@code chunk} is null when it is not in one. */
    private record Block(Chunk chunk, long bytes) {}

    /** Memory from which small blocks are cut, with its free spans: their addresses and sizes. */
    private static final class Chunk {
        private final long address;
        private final TreeMap<Long, Long> spans = new TreeMap<>();

        Chunk(long address) {
            this.address = address;
            spans.put(address, CHUNK_BYTES);
        }

        /** Takes {@code bytes} bytes from the first span that is large enough; 0 when none is. */
        long take(long bytes) {
            for (Map.Entry<Long, Long> span : spans.entrySet()) {
                long start = span.getKey();
                long length = span.getValue();
                if (length >= bytes) {
                    spans.remove(start);
                    if (length > bytes) {
                        spans.put(start + bytes, length - bytes);
                    }
                    return start;
                }
            }
            return 0;
        }

        void giveBack(long start, long bytes) {
            long from = start;
            long end = start + bytes;
            Map.Entry<Long, Long> before = spans.lowerEntry(start);
            if (before != null && before.getKey() + before.getValue() == start) {
                from = before.getKey();
            }
            Long after = spans.remove(end);
            if (after != null) {
                end += after;
            }
            spans.put(from, end - from);
        }

        boolean isFree() {
            return spans.getOrDefault(address, 0L) == CHUNK_BYTES;
        }
    }

    /**
     * Holds nothing yet.
     *
     * @param limitBytes how many bytes may be held before kept blocks are given back
     * @param keeps false to give every freed block back at once, for tools that watch the driver's allocations
     */
    DeviceMemory(Source source, LongSupplier limitBytes, boolean keeps) {
        this.source = source;
        this.limitBytes = limitBytes;
        this.keeps = keeps;
    }

    /** The address of a block of at least {@code bytes} bytes, 1 or more; 0 when the device has not enough memory. */
    long allocate(long bytes) {
        long small = roundUp(bytes, ALIGNMENT);
        if (keeps && small <= SMALL_BYTES) {
            long address = cut(small);
            if (address == 0) {
                long chunk = fromSource(CHUNK_BYTES);
                address = chunk == 0 ? 0 : cutFromNew(new Chunk(chunk), small);
            }
            if (address != 0) {
                return address;
            }
        }
        long large = roundUp(bytes, keeps ? PAGE_BYTES : ALIGNMENT);
        long address = takeKept(large);
        if (address == 0) {
            address = fromSource(large);
            if (address != 0) {
                use(address, new Block(null, large));
            }
        }
        return address;
    }

    private static long roundUp(long bytes, long unit) {
        return Math.addExact(bytes, unit - 1) / unit * unit;
    }

    private synchronized long cut(long bytes) {
        for (Chunk chunk : chunks) {
            long address = chunk.take(bytes);
            if (address != 0) {
                use(address, new Block(chunk, bytes));
                return address;
            }
        }
        return 0;
    }

    private synchronized long cutFromNew(Chunk chunk, long bytes) {
        chunks.add(chunk);
        long address = chunk.take(bytes);
        use(address, new Block(chunk, bytes));
        return address;
    }

    private synchronized void use(long address, Block block) {
        used.put(address, block);
        usedBytes += block.bytes;
    }

    private synchronized long takeKept(long bytes) {
        Map.Entry<Long, Deque<Long>> fitting = kept.ceilingEntry(bytes);
        if (fitting == null) {
            return 0;
        }
        long found = fitting.getKey();
        boolean loose = found <= LOOSE_BYTES && found - bytes <= bytes / WASTE;
        if (found != bytes && !loose) {
            return 0;
        }
        long address = fitting.getValue().pop();
        if (fitting.getValue().isEmpty()) {
            kept.remove(found);
        }
        use(address, new Block(null, found));
        return address;
    }

    /** New memory; when there is too little, kept blocks are given back first. 0 when that is not enough. */
    private long fromSource(long bytes) {
        if (heldBytes() + bytes > limitBytes.getAsLong()) {
            giveBack();
        }
        long address = source.allocate(bytes);
        if (address == 0 && giveBack() > 0) {
            address = source.allocate(bytes);
        }
        if (address != 0) {
            synchronized (this) {
                heldBytes += bytes;
            }
        }
        return address;
    }

    /**
     * Frees the block at {@code address}.
     *
     * @throws IllegalStateException when there is none
     */
    void free(long address) {
        synchronized (this) {
            Block block = used.remove(address);
            if (block == null) {
                throw new IllegalStateException("no block of device memory at " + address);
            }
            usedBytes -= block.bytes;
            if (block.chunk != null) {
                block.chunk.giveBack(address, block.bytes);
                return;
            }
            if (keeps) {
                kept.computeIfAbsent(block.bytes, any -> new ArrayDeque<>()).push(address);
                return;
            }
            heldBytes -= block.bytes;
        }
        source.free(address);
    }

    /** Gives kept blocks, which are not in use, back to the source; returns how many bytes that were. */
    long giveBack() {
        List<Long> addresses = new ArrayList<>();
        long bytes = 0;
        synchronized (this) {
            for (Map.Entry<Long, Deque<Long>> blocks : kept.entrySet()) {
                addresses.addAll(blocks.getValue());
                bytes += blocks.getKey() * blocks.getValue().size();
            }
            kept.clear();
            for (Chunk chunk : chunks) {
                if (chunk.isFree()) {
                    addresses.add(chunk.address);
                    bytes += CHUNK_BYTES;
                }
            }
            chunks.removeIf(Chunk::isFree);
            heldBytes -= bytes;
        }
        addresses.forEach(source::free);
        return bytes;
    }

    /** Forgets everything that is not in use, after the source has lost its memory. */
    synchronized void forget() {
        chunks.clear();
        kept.clear();
        heldBytes = usedBytes;
    }

    private synchronized long heldBytes() {
        return heldBytes;
    }

    /** The bytes that are kept for the next allocations. */
    synchronized long keptBytes() {
        return heldBytes - usedBytes;
    }
}
