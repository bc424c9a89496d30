package dev.motif.gpu;

import dev.motif.gpu.sources.SourceRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes down that the GPU tests passed, and with which sources, to the file that the system property {@value
 * #PROPERTY} names. Writes nothing when a test fails. Registered as a service of JUnit.
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
            List<String> lines = new ArrayList<>(List.of(
                    "date " + LocalDate.now(),
                    "gpu " + gpu.name() + ", compute capability " + gpu.computeCapability() + ", CUDA "
                            + gpu.cudaVersion() / 1000 + "." + gpu.cudaVersion() % 1000 / 10,
                    "tests " + passed + " passed, " + skipped
                            + " skipped (graphs or known counts that were not there)"));
            lines.addAll(SourceRecord.lines(Path.of("")));
            Files.write(Path.of(file), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Checks that the kernels which ran are made from the recorded sources, whose hashes are in a file of the jar. */
    private static void checkKernelsAreOfTheseSources() throws IOException {
        try (InputStream in = GpuVerifiedRecord.class.getResourceAsStream("/dev/motif/kernels/sources")) {
            List<String> compiled = in == null
                    ? List.of()
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .toList();
            boolean same = !compiled.isEmpty();
            for (String line : compiled) {
                String[] hashAndFile = line.split("  ", 2);
                Path file = Path.of("cuda", hashAndFile[1]);
                same &= Files.exists(file) && hashAndFile[0].equals(sha256(file));
            }
            if (!same) {
                throw new IllegalStateException("the kernels that ran were made from other sources: build again");
            }
        }
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
