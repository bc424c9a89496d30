package dev.motif.projection.value;

import dev.motif.graph.EdgeDirections;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import dev.motif.projection.value.Property.Aggregation;
import dev.motif.text.UserText;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.neo4j.values.storable.Value;

/**
 * Makes bits of the values of one property while they are read, by many threads at once: all must be of one type, but
 * INTEGERs become FLOATs where there are some. At first a text has a code of its own, and {@link #finish} gives the final ones.
 */
public final class PropertyReader {
    private static final int GRAIN = 1 << 16;

    private final Property property;
    private final int key;
    private final boolean counts;
    private final long without;
    private final Texts.Collector texts;
    private volatile ValueType type;
    /** The entity with the first value, for errors. */
    private String first;

    private int fallbackCode = -1;
    private int[] finalCodes;
    /** Whether a text has another code than before. */
    private boolean recodes;

    private Texts sorted;

    /** Thrown where a FLOAT comes after INTEGERs, whose bits are wrong then: all has to be read again. */
    public static final class FloatAfterIntegers extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Property property;

        private FloatAfterIntegers(Property property) {
            super(null, null, false, false);
            this.property = property;
        }

        /** The property, whose values are FLOATs. */
        public Property property() {
            return property;
        }
    }

    /**
     * @param key the token of the property
     * @param floats whether values are FLOATs, as is known from reading them before
     * @param heap gets the bytes of texts, and is the caller's, who closes it once reading has ended or failed
     */
    public PropertyReader(Property property, int key, boolean floats, HeapBudget.Share heap) {
        this(property, key, (Texts) null, heap);
        if (floats || property.fallback() != null && ValueType.of(property.fallback()) == ValueType.FLOAT) {
            type = ValueType.FLOAT;
            first = "`default`";
        }
    }

    /**
     * Goes on where a column was read.
     *
     * @param key the token of the property
     * @param type of the values that were read
     * @param earlier the texts that were read, which keep their codes until {@link #texts}; null for another type
     * @param heap gets the bytes of the texts
     */
    public PropertyReader(Property property, int key, ValueType type, Texts earlier, HeapBudget.Share heap) {
        this(property, key, earlier, heap);
        this.type = type;
        this.first = "others";
    }

    private PropertyReader(Property property, int key, Texts earlier, HeapBudget.Share heap) {
        this.property = property;
        this.key = key;
        this.counts = property.aggregation() == Aggregation.COUNT;
        this.without = isRead() ? Long.MIN_VALUE : 1;
        this.texts = new Texts.Collector(earlier, heap);
    }

    public Property property() {
        return property;
    }

    public int key() {
        return key;
    }

    /** Whether values are read at all: each relationship can be counted without, and its ends say its direction. */
    public boolean isRead() {
        return property.isStored();
    }

    /** The bits of what has no value, or where all are counted, of what has any. */
    public long bitsWithout() {
        return without;
    }

    /**
     * The bits of a relationship before its properties are read: its direction where this reads directions, else {@link
     * #bitsWithout}.
     *
     * @param forward whether it begins at the smaller of its two vertices
     */
    public long bitsBefore(boolean forward) {
        if (property.isDirection()) {
            return forward ? EdgeDirections.FORWARD : EdgeDirections.BACKWARD;
        }
        return without;
    }

    /**
     * The bits of a value; of a text its code, of a FLOAT that is missing {@link #bitsWithout} until {@link #finish}.
     *
     * @param element {@code "node"} or {@code "relationship"}, for errors
     * @throws IllegalArgumentException when it has no type of columns, or another than the values before
     */
    public long bits(Value value, String element, long id) {
        if (counts) {
            return 1;
        }
        ValueType found = ValueType.of(value);
        ValueType wanted = type;
        if (found != wanted || found == null) {
            wanted = settled(found, value, element, id);
        }
        try {
            if (wanted == ValueType.STRING) {
                return texts.code(String.valueOf(value.asObject()));
            }
            long bits = wanted.bits(value);
            // The only double whose bits mean that there is no value is -0.0, which equals 0.
            return wanted == ValueType.FLOAT && bits == Long.MIN_VALUE ? 0 : bits;
        } catch (ArithmeticException e) {
            throw property.wrong(property.quotedKey() + " of " + element + " " + id + " must be " + e.getMessage()
                    + ", got " + UserText.value(value.asObject()));
        }
    }

    private synchronized ValueType settled(ValueType found, Value value, String element, long id) {
        if (found == null) {
            throw property.wrong(property.quotedKey() + " of " + element + " " + id
                    + " must be a number, a BOOLEAN, a STRING or a temporal value, got "
                    + UserText.value(value.asObject()));
        }
        if (type == null) {
            type = found;
            first = element + " " + id;
        } else if (type == ValueType.INTEGER && found == ValueType.FLOAT) {
            throw new FloatAfterIntegers(property);
        } else if (type != found && !(type == ValueType.FLOAT && found == ValueType.INTEGER)) {
            throw property.wrong(property.quotedKey() + " must have values of one type, but is " + type.cypher()
                    + " for " + first + " and " + found.cypher() + " for " + element + " " + id);
        }
        return type;
    }

    /**
     * Ends reading.
     *
     * @param any whether there was anything that could have had the property
     * @param elements such as {@code "relationship"}, for the error
     * @throws IllegalArgumentException when nothing had a value and there is no default, or the default has another type
     */
    public void finish(boolean any, String elements) {
        Value fallback = property.fallback();
        if (counts || property.isDirection()) {
            type = ValueType.INTEGER;
        } else if (type == null && fallback != null) {
            type = ValueType.of(fallback);
        } else if (type == null) {
            if (any) {
                throw property.wrong("no " + elements + " of the graph has the " + property.quotedKey()
                        + "; give a `default` for this case");
            }
            type = ValueType.INTEGER;
        }
        boolean number = type == ValueType.FLOAT
                && fallback != null
                && ValueType.of(fallback).isNumber();
        if (fallback != null && ValueType.of(fallback) != type && !number) {
            throw property.wrong("the `default` must have the type of the values, which is " + type.cypher() + ", got "
                    + UserText.value(fallback.asObject()));
        }
        if (property.aggregation() == Aggregation.SUM && !type.isNumber() && type != ValueType.DURATION) {
            throw property.wrong(
                    "only numbers and durations can be added up, and the values are of the type " + type.cypher());
        }
        if (type == ValueType.STRING && fallback != null) {
            fallbackCode = texts.code(String.valueOf(fallback.asObject()));
        }
    }

    /** The type of the column, after {@link #finish}. */
    public ValueType type() {
        return type;
    }

    /** Sorts the texts, once and after {@link #finish}; null where there are none. The caller owns them. */
    public Texts texts(NativeMemory memory) {
        return texts(memory, code -> true);
    }

    /**
     * Ends reading and returns the texts that {@code isUsed} keeps, as {@link #texts(NativeMemory)} returns all.
     *
     * @param isUsed whether to keep a text, by the code that it had until now; the default is kept
     */
    public Texts texts(NativeMemory memory, IntPredicate isUsed) {
        if (type != ValueType.STRING) {
            return null;
        }
        finalCodes = new int[texts.count()];
        sorted = texts.sorted(memory, finalCodes, code -> code == fallbackCode || isUsed.test(code));
        recodes = IntStream.range(0, finalCodes.length).anyMatch(code -> finalCodes[code] != code);
        return sorted;
    }

    /** Copies values of the column whose reading goes on, and gives texts their final codes; after {@link #texts}. */
    public void copy(OffHeapLongs from, long fromIndex, OffHeapLongs to, long index, long count) {
        if (!recodes) {
            to.copyFrom(from, fromIndex, index, count);
            return;
        }
        for (long i = 0; i < count; i++) {
            long code = from.get(fromIndex + i);
            to.set(index + i, type.isMissing(code) ? code : finalCodes[(int) code]);
        }
    }

    public int codes() {
        return texts.count();
    }

    /** Gives texts their final codes, and what has no value the default or the bits of none; after {@link #texts}. */
    public void complete(OffHeapLongs values, Workers workers) {
        Value fallback = property.fallback();
        long missing = type.missing();
        if (fallback != null && !counts) {
            missing = type == ValueType.STRING ? sorted.find(String.valueOf(fallback.asObject())) : type.bits(fallback);
        }
        long none = missing;
        boolean coded = type == ValueType.STRING;
        if (none == Long.MIN_VALUE && !coded) {
            return;
        }
        workers.forRanges(values.length(), GRAIN, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                long bits = values.get(i);
                if (bits == Long.MIN_VALUE) {
                    values.set(i, none);
                } else if (coded) {
                    values.set(i, finalCodes[(int) bits]);
                }
            }
        });
    }
}
