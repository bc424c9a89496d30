package dev.motif.gpu;

import dev.motif.graph.Graph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The copies of graphs on one device. A copy stays until its graph is closed, or until a call needs the memory; then
 * the copy that has not been used for the longest time goes first. Thread-safe.
 */
public final class DeviceCopies {
    private final GpuDevice device;
    private final Map<Key, DeviceCopy> copies = new HashMap<>();
    private long clock;

    /**
     * Identifies a copy.
     *
     * @param graph the graph, compared by identity
     * @param form what the copy looks like, such as {@code "ranked"}
     */
    public record Key(Graph graph, String form) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.graph == graph && key.form.equals(form);
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(graph) * 31 + form.hashCode();
        }
    }

    DeviceCopies(GpuDevice device) {
        this.device = device;
    }

    synchronized boolean contains(Key key) {
        return copies.containsKey(key);
    }

    /** The copy of {@code key}, which the caller holds until it calls {@link #leave}; null when there is none. */
    synchronized DeviceCopy acquire(Key key) {
        DeviceCopy copy = copies.get(key);
        if (copy != null) {
            copy.use(++clock);
        }
        return copy;
    }

    /**
     * Turns arrays of a session into a copy, and takes over the bytes that the session has reserved for them. The
     * caller holds the copy until it calls {@link #leave}.
     */
    DeviceCopy add(Key key, List<DeviceArray> arrays) {
        DeviceCopy copy = new DeviceCopy(key, arrays);
        synchronized (this) {
            copy.use(++clock);
            if (copies.putIfAbsent(key, copy) != null) {
                // Another call was faster; this copy is freed as soon as its caller leaves it.
                copy.remove();
                return copy;
            }
        }
        key.graph().whenClosed(() -> forget(key));
        return copy;
    }

    /** Ends the use of a copy by one session; frees it when it has been removed and no other session uses it. */
    void leave(DeviceCopy copy) {
        boolean free;
        synchronized (this) {
            copy.leave();
            free = copy.isRemoved() && !copy.isUsed();
        }
        if (free) {
            free(copy);
        }
    }

    /** Removes the copy of a graph that has been closed; it is freed as soon as no session uses it. */
    private void forget(Key key) {
        boolean free;
        DeviceCopy copy;
        synchronized (this) {
            copy = copies.remove(key);
            if (copy == null) {
                return;
            }
            copy.remove();
            free = !copy.isUsed();
        }
        if (free) {
            free(copy);
        }
    }

    /**
     * Frees copies that no session uses, those not used for the longest time first, until at least {@code bytes} bytes
     * are freed or no such copy is left. Returns false when nothing was freed.
     */
    boolean evict(long bytes) {
        List<DeviceCopy> victims = new ArrayList<>();
        synchronized (this) {
            List<DeviceCopy> unused = new ArrayList<>(copies.values());
            unused.removeIf(DeviceCopy::isUsed);
            unused.sort(Comparator.comparingLong(DeviceCopy::lastUsed));
            long freed = 0;
            for (DeviceCopy copy : unused) {
                if (freed >= bytes) {
                    break;
                }
                copies.remove(copy.key());
                victims.add(copy);
                freed += copy.bytes();
            }
        }
        victims.forEach(this::free);
        return !victims.isEmpty();
    }

    private void free(DeviceCopy copy) {
        copy.arrays().forEach(device::free);
        device.release(copy.bytes());
    }

    /** The bytes that the copies of {@code graph} take on this device. */
    public synchronized long bytesOf(Graph graph) {
        return copies.values().stream()
                .filter(copy -> copy.key().graph() == graph)
                .mapToLong(DeviceCopy::bytes)
                .sum();
    }

    /** The bytes of all copies on this device. */
    public synchronized long bytes() {
        return copies.values().stream().mapToLong(DeviceCopy::bytes).sum();
    }
}
