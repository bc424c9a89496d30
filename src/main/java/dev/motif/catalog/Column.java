package dev.motif.catalog;

import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.projection.EntityKind;
import dev.motif.projection.GraphAssembler.Values;
import dev.motif.projection.value.Texts;
import dev.motif.projection.value.ValueLists;
import dev.motif.projection.value.ValueType;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * A property that nodes or relationships of a named graph have in memory alone: an off-heap array of 64-bit values for
 * each of {@link EntityKind} that have it, or a list of values for each edge. Immutable. A call that reads it is one of its
 * users; a dropped column is freed when the last of them has left.
 */
public final class Column {
    private final Values values;
    private final boolean stale;
    private final Counted counted;
    private final boolean read;
    private final Set<String> computedOf;
    private final ReferenceCount users;

    /**
     * A motif whose exact counts a column has, in the state of the graph for which they were computed.
     *
     * @param what such as {@code "butterflies"}
     * @param state how many edges of the graph had changed until then, one after the other
     */
    record Counted(String what, long state) {}

    /** @param values by what has them: sides, or relationships alone; taken over */
    public Column(String name, ValueType type, Map<EntityKind, OffHeapLongs> values) {
        this(new Values(name, type, Map.copyOf(values), null, null));
    }

    /** @param values taken over */
    public Column(Values values) {
        this(values, false);
    }

    /**
     * A column of a property, which a refresh of the graph reads.
     *
     * @param values taken over
     */
    public static Column read(Values values) {
        return new Column(values, false, null, true, Set.of());
    }

    /**
     * @param values taken over
     * @param stale whether the graph has changed since they were computed
     */
    public Column(Values values, boolean stale) {
        this(values, stale, null, false, Set.of());
    }

    /**
     * @param counted what the values count; null where that is not known
     * @param computedOf the names of the columns, such as weights, that the values were computed of
     */
    Column(Values values, Counted counted, Set<String> computedOf) {
        this(values, false, counted, false, computedOf);
    }

    private Column(Values values, boolean stale, Counted counted, boolean read, Set<String> computedOf) {
        this.values = values;
        this.stale = stale;
        this.counted = counted;
        this.read = read;
        this.computedOf = computedOf;
        this.users = new ReferenceCount("column " + values.name(), values::close);
    }

    public String name() {
        return values.name();
    }

    public ValueType type() {
        return values.type();
    }

    /** Whether the graph, or a column that the values were computed of, has changed since they were computed. */
    public boolean stale() {
        return stale;
    }

    /** The motif that the values count; null where that is not known. */
    Counted counted() {
        return counted;
    }

    /** The names of the columns of the graph, such as weights, that the values were computed of. */
    Set<String> computedOf() {
        return computedOf;
    }

    /**
     * This column after the graph has changed.
     *
     * @param values of the elements that the graph has then; they are taken over
     * @param counted what they count; null where that is not known any more
     */
    Column after(Values values, boolean stale, Counted counted) {
        return new Column(values, stale, counted, read, computedOf);
    }

    /** Whether it is one of a property, which a refresh of the graph reads. */
    boolean isRead() {
        return read;
    }

    /** All that it has; valid while the caller is a user. */
    Values contents() {
        return values;
    }

    public boolean isOfNodes() {
        return !has(EntityKind.RELATIONSHIPS);
    }

    public boolean has(EntityKind elements) {
        return values.values().containsKey(elements) || lists() != null && elements == EntityKind.RELATIONSHIPS;
    }

    /**
     * The bits of the values of {@code elements}, which have it, by vertex or edge; valid while the caller is a user. Of a
     * text they are its code in {@link #texts}. Some may be {@link ValueType#isMissing}.
     *
     * @throws IllegalArgumentException when there are {@link #lists}
     */
    public OffHeapLongs values(EntityKind elements) {
        if (lists() != null) {
            throw new IllegalArgumentException("column '" + name()
                    + "' has lists of values, one value is needed: project" + " it with an `aggregation`");
        }
        return values.values().get(elements);
    }

    /** The list of each edge; null where there is one value for each. Valid while the caller is a user. */
    public ValueLists lists() {
        return values.lists();
    }

    /** The texts that values are codes of; null for types other than STRING. Valid while the caller is a user. */
    public Texts texts() {
        return values.texts();
    }

    /** The value of a vertex or edge, as a Java object, or a list of them; null where it has none. */
    public Object value(EntityKind elements, long index) {
        if (lists() == null) {
            return object(values.values().get(elements).get(index));
        }
        return LongStream.range(lists().starts().get(index), lists().starts().get(index + 1))
                .mapToObj(i -> object(lists().values().get(i)))
                .toList();
    }

    private Object object(long bits) {
        return type() != ValueType.STRING ? type().object(bits) : type().isMissing(bits) ? null : texts().text(bits);
    }

    /** The entities that have it: {@code "NODES"}, {@code "LEFT"}, {@code "RIGHT"} or {@code "RELATIONSHIPS"}. */
    public String of(boolean bipartite) {
        if (!isOfNodes()) {
            return EntityKind.RELATIONSHIPS.name();
        }
        return bipartite && values.values().size() == 1
                ? values.values().keySet().iterator().next().name()
                : "NODES";
    }

    /** The off-heap bytes of the values. */
    public long bytes() {
        return values.values().values().stream().mapToLong(OffHeapLongs::bytes).sum()
                + (lists() == null ? 0 : lists().bytes())
                + (texts() == null ? 0 : texts().memoryBytes());
    }

    /** The values by what has them, none where there are {@link #lists}; valid while the caller is a user. */
    public Map<EntityKind, OffHeapLongs> values() {
        return values.values();
    }

    boolean acquire() {
        return users.acquire();
    }

    /** Ends the caller's use of the column, and frees the memory if no other user is left. */
    public void release() {
        users.release();
    }
}
