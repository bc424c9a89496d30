package dev.motif.catalog;

import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.projection.EntityKind;
import java.util.Map;

/**
 * A property that nodes or relationships of a named graph have in memory alone: an off-heap array of 64-bit values for
 * each of {@link EntityKind} that have it. Immutable. A call that reads it is one of its users; a dropped column is freed
 * when the last of them has left.
 */
public final class Column {
    private final String name;
    private final Type type;
    private final Map<EntityKind, OffHeapLongs> values;
    private final ReferenceCount users;

    /** What the 64 bits of a value are. The names are those of Cypher's types. */
    public enum Type {
        INTEGER,
        /** A double, as {@link Double#doubleToRawLongBits} encodes it. */
        FLOAT;

        /** The number with these bits. */
        public Number number(long bits) {
            return this == INTEGER ? (Number) bits : (Number) Double.longBitsToDouble(bits);
        }
    }

    /** @param values by what has them: sides, or relationships alone; taken over */
    public Column(String name, Type type, Map<EntityKind, OffHeapLongs> values) {
        this.name = name;
        this.type = type;
        this.values = Map.copyOf(values);
        this.users = new ReferenceCount("column " + name, () -> values.values().forEach(OffHeapLongs::close));
    }

    public String name() {
        return name;
    }

    public Type type() {
        return type;
    }

    public boolean isOfNodes() {
        return !has(EntityKind.RELATIONSHIPS);
    }

    public boolean has(EntityKind elements) {
        return values.containsKey(elements);
    }

    /** The bits of the values of {@code elements}, which have it, by vertex or edge; valid while the caller is a user. */
    public OffHeapLongs values(EntityKind elements) {
        return values.get(elements);
    }

    /** The value of a vertex or edge. */
    public Number number(EntityKind elements, long index) {
        return type.number(values.get(elements).get(index));
    }

    /** What has it: {@code "NODES"}, {@code "LEFT"}, {@code "RIGHT"} or {@code "RELATIONSHIPS"}. */
    public String of(boolean bipartite) {
        return bipartite && values.size() == 1 || !isOfNodes()
                ? values.keySet().iterator().next().name()
                : "NODES";
    }

    /** The off-heap bytes of the values. */
    public long bytes() {
        return values.values().stream().mapToLong(OffHeapLongs::bytes).sum();
    }

    /** The values by what has them; valid while the caller is a user. */
    public Map<EntityKind, OffHeapLongs> values() {
        return values;
    }

    boolean acquire() {
        return users.acquire();
    }

    /** Ends the caller's use of the column, and frees the memory if no other user is left. */
    public void release() {
        users.release();
    }
}
