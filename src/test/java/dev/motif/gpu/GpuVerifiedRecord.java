package dev.motif.gpu;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes down that the GPU tests passed, and with which sources, to the file that the system property {@value #PROPERTY}
 * names. Writes nothing when a test fails. Registered as a service of JUnit.
 */
public final class GpuVerifiedRecord implements TestExecutionListener {
    static final String PROPERTY = "motif.gpu.record";
    private static final TestTag GPU = TestTag.create("gpu");

    private int passed;
    private int skipped;
    private int failed;

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped++;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            failed++;
        } else if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            skipped++;
        } else if (test.isTest() && test.getTags().contains(GPU)) {
            passed++;
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        String file = System.getProperty(PROPERTY);
        if (file == null || passed == 0 || failed > 0) {
            return;
        }
        try {
            checkKernelsAreOfTheseSources();
            GpuInfo gpu = Gpus.ofThisHost().devices().get(0).info();
            Files.write(
                    Path.of(file),
                    List.of(
                            "sources " + SourceHash.ofGpuSources(),
                            "date " + LocalDate.now(),
                            "gpu " + gpu.name() + ", compute capability " + gpu.computeCapability() + ", CUDA "
                                    + gpu.cudaVersion() / 1000 + "." + gpu.cudaVersion() % 1000 / 10,
                            "tests " + passed + " passed, " + skipped
                                    + " skipped (graphs or known counts that were not there)"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The kernels that ran must be made from the sources whose hash is written down. */
    private static void checkKernelsAreOfTheseSources() throws IOException {
        try (InputStream in = GpuVerifiedRecord.class.getResourceAsStream("/dev/motif/kernels/sources")) {
            String compiled = in == null ? "none" : new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
            if (!compiled.equals(SourceHash.ofKernelsAsTheMakefileDoes())) {
                throw new IllegalStateException("the kernels that ran were made from other sources: build again");
            }
        }
    }
}
