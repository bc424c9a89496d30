package dev.motif.gpu;

import dev.motif.graph.memory.DerivedGraphCache;
import java.util.List;

/**
 * A copy of a graph on a device, kept between calls. Several sessions may read it at the same time. It is freed when no
 * session uses it and its graph has been closed or another call needs the memory.
 */
public final class DeviceCopy implements DerivedGraphCache.Form {
    private final GpuDevice device;
    private final List<DeviceArray> arrays;
    private final Object facts;
    private final long bytes;

    DeviceCopy(GpuDevice device, List<DeviceArray> arrays, Object facts) {
        this.device = device;
        this.arrays = List.copyOf(arrays);
        this.facts = facts;
        this.bytes = arrays.stream().mapToLong(DeviceArray::bytes).sum();
    }

    /** The arrays of the copy, in the order in which they were handed over. */
    public List<DeviceArray> arrays() {
        return arrays;
    }

    /** The facts of the copy that the host keeps, as they were handed over: an immutable object, or null. */
    public Object facts() {
        return facts;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    /** Frees its arrays and the bytes that are reserved for them. */
    @Override
    public void close() {
        arrays.forEach(device::free);
        device.release(bytes);
    }
}
