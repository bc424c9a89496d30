package dev.motif.catalog;

import com.sun.management.OperatingSystemMXBean;
import dev.motif.graph.Bytes;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapMemoryException;
import java.lang.management.ManagementFactory;

/** The off-heap memory that all graphs and algorithms of this server share. */
public final class OffHeapBudget {
    private static final long LEAST_BYTES = 256L << 20;

    private OffHeapBudget() {}

    private static final class Holder {
        static final NativeMemory MEMORY = new NativeMemory(limit());
    }

    /**
     * The memory from which all graphs and algorithms allocate. Its limit is set when this is first called.
     *
     * @throws IllegalArgumentException when the JVM option that sets the limit is not a number of bytes
     */
    public static NativeMemory memory() {
        limit();
        return Holder.MEMORY;
    }

    /**
     * The limit in bytes: the JVM option if it is set, otherwise half of the machine's (or container's) memory beyond
     * the largest heap, but at least 256 MiB.
     */
    private static long limit() {
        String option = System.getProperty(OffHeapMemoryException.LIMIT_PROPERTY);
        if (option != null) {
            return Bytes.parse(OffHeapMemoryException.LIMIT_PROPERTY, option);
        }
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long besideHeap = system.getTotalMemorySize() - Runtime.getRuntime().maxMemory();
        return Math.max(LEAST_BYTES, besideHeap / 2);
    }
}
