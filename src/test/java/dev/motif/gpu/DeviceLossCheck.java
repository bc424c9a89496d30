package dev.motif.gpu;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;

/**
 * Loses a device on purpose, by a kernel that reads where there is no memory, and checks that the call gets an error, that
 * nothing stays reserved, and that the next call runs on the CPU and says why. A program of its own and not a test, since
 * its process can use no GPU any more.
 */
public final class DeviceLossCheck {
    private DeviceLossCheck() {}

    public static void main(String[] args) {
        GpuDevice device = Gpus.ofThisHost().devices().get(0);
        try {
            LosingAlgorithm.lose(device, new Execution(new NativeMemory(1), Workers.of(1), new StageTimes()));
            throw new AssertionError("the device should have been lost");
        } catch (GpuException e) {
            System.out.println("call: " + e.getMessage());
        }
        check(device.liveBytes() == 0 && device.reservedBytes() == 0, "nothing stays reserved");
        Backend.Choice choice = Backend.AUTO.choose(
                new ButterflyAlgorithm(), new GraphSize(100_000, 100_000, 1_000_000), ButterflyConfig.TOTAL);
        System.out.println("next call: " + choice);
        check(choice.device() == null && choice.reason().contains("restart Neo4j"), "the next call runs on the CPU");
        try {
            Backend.GPU.checkPossible();
            throw new AssertionError("GPU should be refused");
        } catch (IllegalArgumentException e) {
            System.out.println("GPU asked for: " + e.getMessage());
        }
        System.out.println("OK");
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
