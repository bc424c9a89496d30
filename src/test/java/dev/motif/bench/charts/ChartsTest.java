package dev.motif.bench.charts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChartsTest {
    private static final Path BENCHMARKS = Path.of("docs", "benchmarks");

    /** To renew the charts: {@code java src/bench/java/dev/motif/bench/charts/Charts.java docs} */
    @Test
    void imagesAreDrawnFromTheCsvFiles() throws IOException {
        for (Map.Entry<String, String> chart : Charts.all(BENCHMARKS).entrySet()) {
            assertThat(Path.of("docs", "images", chart.getKey())).hasContent(chart.getValue());
            Path page = BENCHMARKS.resolve(
                    chart.getKey().replaceFirst("^bench-", "").replace(".svg", ".md"));
            assertThat(Files.readString(page)).contains("(../images/" + chart.getKey() + ")");
        }
    }
}
