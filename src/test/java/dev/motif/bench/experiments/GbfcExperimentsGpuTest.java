package dev.motif.bench.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows that the experiments of G-BFC have only on a GPU. */
@Tag("gpu")
class GbfcExperimentsGpuTest {
    @TempDir
    private Path out;

    @Test
    void rowsOfTheGpuAgreeWithThoseOfTheCpu() throws Exception {
        StringWriter err = new StringWriter();
        int exitCode = Experiments.run(
                new PrintWriter(new StringWriter()),
                new PrintWriter(err, true),
                "gbfc",
                "--quick",
                "--only",
                "southern-women",
                "--backend",
                "both",
                "--out",
                out.toString());
        assertThat(exitCode).as("%s", err).isZero();
        String grid = Files.readString(out.resolve("gbfc/section-7-5-grid.csv"));
        assertThat(grid).contains("southern-women,16,1024,4096");
        assertThat(Files.readString(out.resolve("gbfc/figure-8.csv"))).contains("G-BFC w/o sharedMem GPU");
    }
}
