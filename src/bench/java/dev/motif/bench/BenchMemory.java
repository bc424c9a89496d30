package dev.motif.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.OffHeapMemoryException;
import java.lang.management.ManagementFactory;

/** How much off-heap memory the command line may use. */
public final class BenchMemory {
    private static final double SHARE_OF_MACHINE = 0.8;

    private BenchMemory() {}

    /** The value of {@code -Dmotif.offheap.limit}, otherwise 80% of the machine's memory. */
    public static long limitBytes() {
        String limit = System.getProperty(OffHeapMemoryException.LIMIT_PROPERTY);
        if (limit != null) {
            return Bytes.parse(OffHeapMemoryException.LIMIT_PROPERTY, limit);
        }
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return (long) (machine.getTotalMemorySize() * SHARE_OF_MACHINE);
    }
}
