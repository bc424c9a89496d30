package dev.motif.bench.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the experiments of G-BFC on the graph of the southern women, which can be checked by hand. */
class GbfcExperimentsTest {
    @TempDir
    private Path out;

    private void run(String backend) {
        StringWriter err = new StringWriter();
        String[] args = {
            "gbfc",
            "--quick",
            "--only",
            "southern-women",
            "--threads",
            "2",
            "--backend",
            backend,
            "--out",
            out.toString()
        };
        int exitCode = Experiments.run(new PrintWriter(new StringWriter()), new PrintWriter(err, true), args);
        assertThat(exitCode).as("%s", err).isZero();
    }

    private List<String> cells(String table) throws IOException {
        List<String> lines = Files.readAllLines(out.resolve("gbfc").resolve(table + ".csv"));
        assertThat(lines).hasSize(2);
        return List.of(lines.get(1).split(",", -1));
    }

    /** 14 women at an event make 91 wedges, and so on; the published direction counts fewer butterflies. */
    @Test
    void wedgesButterfliesAndSharesOfAGraph() throws IOException {
        run("cpu");
        assertThat(cells("table-3"))
                .containsExactly(
                        "southern-women", "18", "14", "89", "4.944444444444445", "6.357142857142857", "8", "14", "341");
        assertThat(cells("table-5-counts"))
                .startsWith("southern-women", "214", "245", "107")
                .contains("341", "146");
        assertThat(cells("table-4").subList(2, 7))
                .allSatisfy(share ->
                        assertThat(Double.parseDouble(share)).isGreaterThan(0).isLessThan(100));
        assertThat(out.resolve("gbfc/section-7-5.csv")).doesNotExist();
        assertThat(out.resolve("gbfc.md")).content().contains("cannot be seen in this run");
    }
}
