package dev.motif.catalog;

import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The off-heap memory that all graphs and algorithms of this server share, and its budget on the heap. */
public final class OffHeapBudget {
    private OffHeapBudget() {}

    private static final class Holder {
        static final NativeMemory MEMORY = new NativeMemory(NativeMemory.limitOfProcess());
    }

    private static final Map<String, NativeMemory> USERS = new ConcurrentHashMap<>();

    /**
     * The memory from which all graphs and algorithms allocate. Its limit, {@link NativeMemory#limitOfProcess}, is set when
     * this is first called.
     *
     * @throws IllegalArgumentException when the JVM option that sets the limit is not a number of bytes
     */
    public static NativeMemory memory() {
        NativeMemory.limitOfProcess();
        return Holder.MEMORY;
    }

    /**
     * The budget on the heap that all graphs, calls and logs of changes share. Its limit, {@link
     * HeapBudget#limitOfProcess}, is set when {@link #memory} is first called.
     */
    public static HeapBudget heap() {
        return memory().heap();
    }

    /**
     * The part of {@link #memory} that all graphs and calls of a user share, in all databases.
     * {@link OffHeapMemoryException#USER_LIMIT_PROPERTY} limits it; it is read when this is first called for a user.
     *
     * @throws IllegalArgumentException when a JVM option that sets a limit is not a number of bytes
     */
    public static NativeMemory ofUser(String user) {
        NativeMemory all = memory();
        return USERS.computeIfAbsent(user, name -> {
            String property = OffHeapMemoryException.USER_LIMIT_PROPERTY;
            String option = System.getProperty(property);
            return option == null
                    ? all.part()
                    : all.part(new NativeMemory.Limit("user's limit", property, Bytes.parse(property, option)));
        });
    }

    /** The limit of each user as a text, such as {@code 2.0 GiB}; {@code none} where there is none. */
    public static String limitOfAUser() {
        String property = OffHeapMemoryException.USER_LIMIT_PROPERTY;
        String option = System.getProperty(property);
        return option == null ? "none" : Bytes.toText(Bytes.parse(property, option));
    }
}
