package dev.motif.algorithm;

import com.sun.management.ThreadMXBean;
import dev.motif.parallel.Cancellation;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.HashMap;
import java.util.Map;

/**
 * The heap that a run takes.
 *
 * @param allocatedBytes all bytes that the calling thread and the workers allocated, garbage included, so the run never
 *     held more
 * @param liveBytes the most bytes that survived a garbage collection during the run, less those before it; collections
 *     run all the time, but objects that live shortly may be missed
 */
record HeapUse(long allocatedBytes, long liveBytes) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The start of the names of threads of {@link dev.motif.parallel.Workers}, which outlive the run. */
    private static final String WORKER_PREFIX = "motif-worker-";

    @FunctionalInterface
    interface Run {
        /** @param enough requested once the heap has grown and then stopped growing, so that a long run can end */
        void run(Cancellation enough) throws Exception;
    }

    /** Does {@code run} and measures the heap that it takes. */
    static HeapUse of(Run run) throws Exception {
        Map<Long, Long> allocatedBefore = allocatedByThread();
        Collector collector = new Collector();
        collector.start();
        try {
            run.run(collector::stoppedGrowing);
        } finally {
            collector.end();
        }
        long allocated = 0;
        for (Map.Entry<Long, Long> thread : allocatedByThread().entrySet()) {
            allocated += thread.getValue() - allocatedBefore.getOrDefault(thread.getKey(), 0L);
        }
        return new HeapUse(allocated, collector.mostBytes - collector.bytesBefore);
    }

    private static Map<Long, Long> allocatedByThread() {
        Map<Long, Long> bytes = new HashMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread == Thread.currentThread() || thread.getName().startsWith(WORKER_PREFIX)) {
                bytes.put(thread.getId(), THREADS.getThreadAllocatedBytes(thread.getId()));
            }
        }
        return bytes;
    }

    /** Runs the garbage collector again and again, and keeps the most bytes that survived. */
    private static final class Collector extends Thread {
        private static final long PAUSE_MILLIS = 100;
        private static final long GROWTH_BYTES = 1 << 20;
        private static final int COLLECTIONS_WITHOUT_GROWTH = 10;

        private final long bytesBefore = survivingBytes();
        private long mostBytes = bytesBefore;
        private long grownTo = bytesBefore;
        private volatile int collectionsWithoutGrowth;
        private volatile boolean grown;
        private volatile boolean ended;

        Collector() {
            super("heap-use");
        }

        /** Runs the garbage collector and returns the bytes of heap that survived. */
        private static long survivingBytes() {
            System.gc();
            return ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
                    .mapToLong(pool -> pool.getCollectionUsage().getUsed())
                    .sum();
        }

        @Override
        public void run() {
            while (!ended) {
                long bytes = survivingBytes();
                mostBytes = Math.max(mostBytes, bytes);
                collectionsWithoutGrowth++;
                if (bytes > grownTo + GROWTH_BYTES) {
                    grownTo = bytes;
                    grown = true;
                    collectionsWithoutGrowth = 0;
                }
                try {
                    sleep(PAUSE_MILLIS);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        boolean stoppedGrowing() {
            return grown && collectionsWithoutGrowth >= COLLECTIONS_WITHOUT_GROWTH;
        }

        void end() throws InterruptedException {
            ended = true;
            join();
        }
    }
}
