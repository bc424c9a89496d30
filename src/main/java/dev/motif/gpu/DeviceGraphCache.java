package dev.motif.gpu;

import dev.motif.graph.Graph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.DerivedGraphCache.Key;
import java.util.List;

/**
 * The copies of graphs on one device, as they are or prepared for an algorithm. A copy stays until its graph is closed,
 * or until a call needs the memory; then the copy that has not been used for the longest time goes first. Thread-safe.
 */
public final class DeviceGraphCache {
    private final GpuDevice device;
    private final DerivedGraphCache<DeviceCopy> copies = new DerivedGraphCache<>();

    /**
     * A copy that a session needs.
     *
     * @param bytes what making the copy takes at once, the copy included
     */
    public record Need(Key key, long bytes) {
        /** The bytes of making all of these copies. */
        public static long sum(List<Need> needs) {
            return needs.stream().mapToLong(Need::bytes).reduce(0, Math::addExact);
        }
    }

    DeviceGraphCache(GpuDevice device) {
        this.device = device;
    }

    /**
     * Adds uses of those copies of {@code needs} that are there to {@code held}, unless it has them already. The caller
     * closes them.
     *
     * @return the bytes that the missing copies take while they are made
     */
    long acquire(List<Need> needs, List<DerivedGraphCache.Use<DeviceCopy>> held) {
        long missing = 0;
        for (Need need : needs) {
            if (held.stream().noneMatch(use -> use.key().equals(need.key))) {
                DerivedGraphCache.Use<DeviceCopy> use = copies.acquire(need.key);
                if (use == null) {
                    missing = Math.addExact(missing, need.bytes);
                } else {
                    held.add(use);
                }
            }
        }
        return missing;
    }

    /** A use of the copy of {@code key}, which the caller closes; null when it is not there. */
    DerivedGraphCache.Use<DeviceCopy> acquire(Key key) {
        return copies.acquire(key);
    }

    /**
     * Turns arrays of a session into a copy, and takes over the bytes that the session has reserved for them.
     *
     * @param facts what the host knows about the copy: an immutable object, or null
     * @return a use of the copy, which the caller closes
     */
    DerivedGraphCache.Use<DeviceCopy> add(Key key, List<DeviceArray> arrays, Object facts) {
        return copies.add(key, new DeviceCopy(device, arrays, facts));
    }

    /**
     * Frees copies that no session uses, the longest unused first, until at least {@code bytes} bytes are freed or no
     * such copy is left. Returns false when nothing was freed.
     */
    boolean evict(long bytes) {
        return copies.evict(bytes);
    }

    /** The bytes that the copies of {@code graph} take on this device. */
    public long bytesOf(Graph graph) {
        return copies.bytesOf(graph);
    }

    /** The bytes of the copies that no session uses: they are freed when another call needs the memory. */
    long unusedBytes() {
        return copies.unusedBytes();
    }

    public long bytes() {
        return copies.bytes();
    }
}
