package dev.motif.projection.value;

import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.HeapBytes;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The different texts of a column, off the heap. The code of a text is its place among them in Cypher's order, from 0.
 * Owns its memory.
 *
 * @param starts the byte at which each text begins, and the end of the last one
 * @param bytes the texts in UTF-8, one behind the other, eight bytes a word, the first of them lowest
 */
public record Texts(OffHeapLongs starts, OffHeapLongs bytes) implements AutoCloseable {
    /** The most different texts of a column. */
    public static final int MAX_TEXTS = 100_000;

    /** The most characters of a text. */
    public static final int MAX_CHARACTERS = 1000;

    /** The most bytes of the different texts of a column. */
    public static final long MAX_BYTES = 1 << 24;

    /** The heap of a text while texts are collected, besides the text: an entry of a map with its place, and a number. */
    private static final long HEAP_OF_AN_ENTRY = HeapBytes.object(Integer.BYTES + 3 * HeapBytes.REFERENCE)
            + 4 * HeapBytes.REFERENCE
            + HeapBytes.object(Integer.BYTES);

    /** The heap of a text while texts are sorted, besides its bytes: an array, an entry of a tree, and three numbers. */
    private static final long HEAP_WHILE_SORTING = HeapBytes.array(Long.BYTES, 1)
            + HeapBytes.object(5 * HeapBytes.REFERENCE + 1)
            + HeapBytes.REFERENCE
            + 2 * Integer.BYTES;

    /** The most bytes of heap for texts of {@code values} values, while they are collected and sorted. */
    public static long mostHeapBytes(long values) {
        long each = HeapBytes.of("1234567") + HEAP_OF_AN_ENTRY + HEAP_WHILE_SORTING;
        return Math.min(values, MAX_TEXTS) * each + 3 * Math.min(values * MAX_CHARACTERS, MAX_BYTES);
    }

    /** How many different texts there are. */
    public long count() {
        return starts.length() - 1;
    }

    public String text(long code) {
        return new String(utf8(code), StandardCharsets.UTF_8);
    }

    private byte[] utf8(long code) {
        long from = starts.get(code);
        byte[] text = new byte[(int) (starts.get(code + 1) - from)];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) (bytes.get((from + i) >>> 3) >>> (((from + i) & 7) << 3));
        }
        return text;
    }

    /** The code of {@code text}, or the ones' complement of how many texts are before it where it is none of them. */
    public long find(String text) {
        byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
        long low = 0;
        long high = count();
        while (low < high) {
            long middle = (low + high) >>> 1;
            int order = Arrays.compareUnsigned(utf8(middle), wanted);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return ~low;
    }

    /** A copy, which the caller owns. */
    public Texts copy(NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Texts copy = new Texts(scope.longs(starts.length()), scope.longs(bytes.length()));
            copy.starts.copyFrom(starts, 0, 0, starts.length());
            copy.bytes.copyFrom(bytes, 0, 0, bytes.length());
            scope.keep(copy.starts);
            scope.keep(copy.bytes);
            return copy;
        }
    }

    /** The off-heap bytes that {@link #close} frees. */
    public long memoryBytes() {
        return starts.bytes() + bytes.bytes();
    }

    /** Whether the arrays hold different texts in their order. */
    public boolean isValid(Workers workers) {
        long count = count();
        if (count < 0 || count > MAX_TEXTS || starts.get(0) != 0) {
            return false;
        }
        for (long i = 0; i < count; i++) {
            if (starts.get(i + 1) < starts.get(i) || starts.get(i + 1) > MAX_BYTES) {
                return false;
            }
        }
        if (bytes.length() != words(starts.get(count))) {
            return false;
        }
        byte[] last = null;
        for (long i = 0; i < count; i++) {
            workers.cancellation().check();
            byte[] text = utf8(i);
            if (text.length > 4 * MAX_CHARACTERS || last != null && Arrays.compareUnsigned(last, text) >= 0) {
                return false;
            }
            last = text;
        }
        return true;
    }

    private static long words(long bytes) {
        return (bytes + Long.BYTES - 1) / Long.BYTES;
    }

    @Override
    public void close() {
        starts.close();
        bytes.close();
    }

    /** Collects texts, from many threads at once, under codes in the order in which they come. */
    static final class Collector {
        private final HeapBudget.Share heap;
        /** The bytes of {@link #heap} that this has taken. */
        private long heapBytes;

        private final Texts earlier;
        private final int earlierCount;
        private final Map<String, Integer> codes = new ConcurrentHashMap<>();
        private long totalBytes;

        /**
         * @param earlier have their codes already; null for none
         * @param heap gets the bytes on the heap, until the texts are sorted or it is closed
         */
        Collector(Texts earlier, HeapBudget.Share heap) {
            this.heap = heap;
            this.earlier = earlier;
            this.earlierCount = earlier == null ? 0 : (int) earlier.count();
            this.totalBytes = earlier == null ? 0 : earlier.starts.get(earlierCount);
        }

        /**
         * The code of {@code text} until {@link #sorted} gives it another.
         *
         * @throws ArithmeticException when there are too many; its message is what texts must be
         * @throws HeapBudget.Exceeded when there is no heap for it
         */
        int code(String text) {
            long there = earlier == null ? -1 : earlier.find(text);
            if (there >= 0) {
                return (int) there;
            }
            Integer code = codes.get(text);
            return code != null ? code : add(text);
        }

        private synchronized int add(String text) {
            Integer there = codes.get(text);
            if (there != null) {
                return there;
            }
            if (text.length() > MAX_CHARACTERS) {
                throw new ArithmeticException("at most " + MAX_CHARACTERS + " characters long");
            }
            totalBytes += text.getBytes(StandardCharsets.UTF_8).length;
            if (count() == MAX_TEXTS || totalBytes > MAX_BYTES) {
                throw new ArithmeticException("one of at most " + MAX_TEXTS + " different texts of at most " + MAX_BYTES
                        + " bytes in all, since a column is for texts that many share");
            }
            takeHeap(HEAP_OF_AN_ENTRY + HeapBytes.of(text));
            int code = count();
            codes.put(text, code);
            return code;
        }

        private void takeHeap(long bytes) {
            heap.add(bytes);
            heapBytes += bytes;
        }

        /**
         * Sorts the texts, writes the final code of each to {@code finalCodes}, and returns them; the caller owns them. Then
         * this has no texts any more.
         *
         * @param isUsed whether to keep the text with a code
         */
        Texts sorted(NativeMemory memory, int[] finalCodes, IntPredicate isUsed) {
            if (earlier != null
                    && codes.isEmpty()
                    && IntStream.range(0, earlierCount).allMatch(isUsed)) {
                Arrays.setAll(finalCodes, code -> code);
                return earlier.copy(memory);
            }
            takeHeap(count() * HEAP_WHILE_SORTING + totalBytes);
            byte[][] texts = new byte[count()][];
            int[] given = new int[count()];
            int count = 0;
            Map<byte[], Integer> byText = new TreeMap<>(Arrays::compareUnsigned);
            codes.forEach((text, code) -> byText.put(text.getBytes(StandardCharsets.UTF_8), code));
            for (int code = 0; code < earlierCount; code++) {
                byText.put(earlier.utf8(code), code);
            }
            byText.values().removeIf(code -> !isUsed.test(code));
            for (Map.Entry<byte[], Integer> entry : byText.entrySet()) {
                given[count] = entry.getValue();
                texts[count++] = entry.getKey();
            }
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                OffHeapLongs starts = scope.longs(count + 1L);
                OffHeapLongs words = scope.zeroedLongs(words(
                        byText.keySet().stream().mapToLong(text -> text.length).sum()));
                long at = 0;
                for (int code = 0; code < count; code++) {
                    finalCodes[given[code]] = code;
                    starts.set(code, at);
                    for (byte each : texts[code]) {
                        words.add(at >>> 3, (each & 0xffL) << ((at & 7) << 3));
                        at++;
                    }
                }
                starts.set(count, at);
                scope.keep(starts);
                scope.keep(words);
                codes.clear();
                heap.release(heapBytes);
                heapBytes = 0;
                return new Texts(starts, words);
            }
        }

        int count() {
            return earlierCount + codes.size();
        }
    }
}
