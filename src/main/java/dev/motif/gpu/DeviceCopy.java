package dev.motif.gpu;

import java.util.List;

/**
 * A copy of a graph on a device, kept between calls. Several sessions may read it at the same time. It is freed when no
 * session uses it and its graph has been closed or another call needs the memory. The lock of {@link DeviceCopies}
 * guards its state.
 */
public final class DeviceCopy {
    private final DeviceCopies.Key key;
    private final List<DeviceArray> arrays;
    private final long bytes;
    private int users;
    private boolean removed;
    private long lastUsed;

    DeviceCopy(DeviceCopies.Key key, List<DeviceArray> arrays) {
        this.key = key;
        this.arrays = List.copyOf(arrays);
        this.bytes = arrays.stream().mapToLong(DeviceArray::bytes).sum();
    }

    DeviceCopies.Key key() {
        return key;
    }

    /** The arrays of the copy, in the order in which they were handed over. */
    public List<DeviceArray> arrays() {
        return arrays;
    }

    public long bytes() {
        return bytes;
    }

    void use(long time) {
        users++;
        lastUsed = time;
    }

    void leave() {
        users--;
    }

    boolean isUsed() {
        return users > 0;
    }

    long lastUsed() {
        return lastUsed;
    }

    void remove() {
        removed = true;
    }

    boolean isRemoved() {
        return removed;
    }
}
