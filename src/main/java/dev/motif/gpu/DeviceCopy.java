package dev.motif.gpu;

import java.util.List;

/**
 * What a graph looks like on a device, kept between calls. Several sessions may read it at once; it is freed when
 * nobody uses it and its graph has gone or somebody needs the memory.
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

    /** Its arrays, in the order in which they were handed over. */
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
