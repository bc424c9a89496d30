package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import dev.motif.process.Task;
import dev.motif.process.WorkerProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the switch of the process that holds the devices; needs no GPU. */
class IsolatedGpusTest {
    private record IsOn() implements Task<Boolean> {
        @Override
        public Boolean run(Graph graph, NativeMemory memory, Workers workers) {
            return Gpus.areIsolated();
        }
    }

    @BeforeEach
    void switchOn() {
        System.setProperty(Gpus.ISOLATION_PROPERTY, "process");
    }

    @AfterEach
    void switchOff() {
        System.clearProperty(Gpus.ISOLATION_PROPERTY);
    }

    @Test
    void isOffByDefault() {
        assertThat(Gpus.areIsolated()).isTrue();
        System.clearProperty(Gpus.ISOLATION_PROPERTY);
        assertThat(Gpus.areIsolated()).isFalse();
    }

    @Test
    void processOfTheDevicesHoldsThemItself() {
        try (WorkerProcess process = new WorkerProcess(64L << 20, 64L << 20)) {
            assertThat(process.call(new IsOn(), null, null, Workers.of(1))).isFalse();
        }
    }
}
