package dev.motif.bench.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows that experiments have only on a GPU. */
@Tag("gpu")
class ExperimentsGpuTest {
    @TempDir
    private Path out;

    @ParameterizedTest
    @CsvSource({
        "gbc, southern-women, figure-7.csv, GBC GPU",
        "gbc, southern-women, figure-10-transfers.csv, 'Balanced GPU: transfers'",
        "cumbe, southern-women, table-6-3.csv, CS:O WS:all levels GPU",
        "cumbe, southern-women, figure-5-1-blocks.csv, 'southern-women,100,100.0'",
        "gbfc, southern-women, section-7-5-grid.csv, 'southern-women,16,1024,4096'",
        "gbfc, southern-women, figure-8.csv, G-BFC w/o sharedMem GPU",
        "kclique, karate, table-3.csv, COMPLEMENT GPU",
        "kclique, karate, table-2.csv, Degeneracy GPU",
        "kclique, karate, figure-6-groups.csv, ORIENTATION speedup",
        "cumbe, southern-women, techniques.csv, Without work stealing",
        "neighbors, karate, figure-10.csv, GPU BMP ranked there",
        "neighbors, karate, figure-8.csv, BMP unified"
    })
    void rowsOfTheGpuAgreeWithThoseOfTheCpu(String paper, String graph, String file, String text) throws Exception {
        StringWriter err = new StringWriter();
        int exitCode = Experiments.run(
                new PrintWriter(new StringWriter()),
                new PrintWriter(err, true),
                paper,
                "--quick",
                "--cold",
                "--only",
                graph,
                "--backend",
                "both",
                "--threads",
                "16",
                "--out",
                out.toString());
        assertThat(exitCode).as("%s", err).isZero();
        assertThat(Files.readString(out.resolve(paper).resolve(file))).contains(text);
    }
}
