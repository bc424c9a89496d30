package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;

/**
 * Checks house rule 17 for device memory: when an allocation fails, the work fails cleanly and leaves nothing
 * allocated.
 */
public final class DeviceAllocationFailures {
    private DeviceAllocationFailures() {}

    /** Work on a device, which closes its results. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /**
     * Does {@code work} with only the first 0, 1, 2, ... allocations allowed, until it succeeds. Copies that an attempt
     * has made are freed before the next one, so that each allocation fails once.
     *
     * @param graph the graph that the work uses; closed here
     * @param memory holds only the graph
     * @return the number of times that the work failed
     */
    public static int check(GpuDevice device, NativeMemory memory, Graph graph, Work work) throws Exception {
        long hostBytes = memory.liveBytes();
        int failures = 0;
        try {
            while (fails(device, failures, work)) {
                failures++;
                checkNothingButTheCopyIsLive(device, memory, hostBytes);
            }
        } finally {
            graph.close();
        }
        assertThat(device.liveBytes()).isZero();
        assertThat(device.reservedBytes()).isZero();
        assertThat(memory.liveBytes()).isZero();
        return failures;
    }

    private static boolean fails(GpuDevice device, int allowed, Work work) throws Exception {
        device.copies().evict(Long.MAX_VALUE);
        device.allowAllocations(allowed);
        try {
            work.run();
            return false;
        } catch (GpuException e) {
            assertThat(e).hasMessageContaining("CUDA_ERROR_OUT_OF_MEMORY");
            return true;
        } finally {
            device.allowAllocations(-1);
        }
    }

    static void checkNothingButTheCopyIsLive(GpuDevice device, NativeMemory memory, long hostBytes) {
        assertThat(device.liveBytes()).isEqualTo(device.copies().bytes());
        assertThat(device.reservedBytes()).isEqualTo(device.copies().bytes());
        assertThat(memory.liveBytes()).isEqualTo(hostBytes);
    }
}
