package dev.motif.gpu;

import dev.motif.graph.Graph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The copies of graphs on one device. A copy stays until its graph is closed, or until a call needs its memory, the one
 * that was not used for the longest time first. Thread-safe.
 */
public final class DeviceCopies {
    private final GpuDevice device;
    private final Map<Key, DeviceCopy> copies = new HashMap<>();
    private long clock;

    /**
     * Which copy.
     *
     * @param graph by identity
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

    /** The copy, held for the caller until {@link #leave}; null when there is none. */
    synchronized DeviceCopy acquire(Key key) {
        DeviceCopy copy = copies.get(key);
        if (copy != null) {
            copy.use(++clock);
        }
        return copy;
    }

    /**
     * Takes arrays over from a session, together with the bytes that it has reserved for them. The copy is held for the
     * caller until {@link #leave}.
     */
    DeviceCopy add(Key key, List<DeviceArray> arrays) {
        DeviceCopy copy = new DeviceCopy(key, arrays);
        synchronized (this) {
            copy.use(++clock);
            if (copies.putIfAbsent(key, copy) != null) {
                // Another call was faster; this copy lives as long as its caller.
                copy.remove();
                return copy;
            }
        }
        key.graph().whenClosed(() -> forget(key));
        return copy;
    }

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

    /** The graph is gone: so is its copy, as soon as nobody uses it. */
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

    /** Frees copies that nobody uses until at least {@code bytes} are free; false when there was none. */
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

    /** The bytes that copies of {@code graph} take on this device. */
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
