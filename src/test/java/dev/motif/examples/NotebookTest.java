package dev.motif.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.oracle.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Runs the Cypher of the notebook's cells in their order, and its Python where there are the libraries for it. */
@EmptyDatabase
class NotebookTest {
    private static final Path NOTEBOOK = Path.of("docs", "ring-model.ipynb");
    private static final Pattern QUERY = Pattern.compile("query\\(\"\"\"(.*?)\"\"\"\\)", Pattern.DOTALL);

    private static Stream<String> cells() throws IOException {
        return StreamSupport.stream(
                        JsonParser.parseString(Files.readString(NOTEBOOK))
                                .getAsJsonObject()
                                .getAsJsonArray("cells")
                                .spliterator(),
                        false)
                .map(JsonElement::getAsJsonObject)
                .filter(cell -> cell.get("cell_type").getAsString().equals("code"))
                .map(cell -> StreamSupport.stream(cell.getAsJsonArray("source").spliterator(), false)
                        .map(JsonElement::getAsString)
                        .collect(Collectors.joining()));
    }

    @Test
    void queriesGiveTheFeaturesThatTheModelReads() throws Exception {
        List<Map<String, Object>> features = new ArrayList<>();
        int queries = 0;
        for (String cell : cells().toList()) {
            Matcher query = QUERY.matcher(cell);
            while (query.find()) {
                List<Map<String, Object>> rows = TestDatabase.rows(query.group(1));
                features.addAll(query.group(1).contains("nodeProperties.stream") ? rows : List.of());
                queries++;
            }
        }
        assertThat(queries).isEqualTo(9);
        assertThat(features).hasSize(240);
        Matcher names = Pattern.compile("\"(\\w+)\"")
                .matcher(cells().filter(cell -> cell.contains("names = ["))
                        .findFirst()
                        .orElseThrow()
                        .lines()
                        .findFirst()
                        .orElseThrow());
        assertThat(names.results().map(name -> name.group(1)))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(features.get(0)).containsKey(name));
        // What is to be learned is in the features: every account of a ring is deeper in a dense part than most others.
        assertThat(features)
                .filteredOn(row -> (Boolean) row.get("ring"))
                .hasSize(48)
                .allSatisfy(row -> assertThat((Long) row.get("wing")).isEqualTo(9));
        assertThat(TestDatabase.rows("MATCH (n) RETURN n")).isEmpty();
        if (Python.has("sklearn")) {
            assertThat(toldApart(features)).isGreaterThan(0.9);
        }
    }

    /** Runs the cell of the model on the features. */
    private static double toldApart(List<Map<String, Object>> features) throws Exception {
        String model =
                cells().filter(cell -> cell.contains("names = [")).findFirst().orElseThrow();
        String rows = features.stream()
                .map(row -> String.join(
                        ",",
                        String.valueOf(row.get("ring")),
                        String.valueOf(row.get("degree")),
                        String.valueOf(row.get("butterflies")),
                        String.valueOf(row.get("clustering")).replace("null", ""),
                        String.valueOf(row.get("wing"))))
                .collect(Collectors.joining("\n", "ring,degree,butterflies,clustering,wing\n", "\n"));
        String said = Python.run(
                "import sys, numpy, pandas\nfrom sklearn.linear_model import LogisticRegression\n"
                        + "from sklearn.model_selection import cross_val_predict\n"
                        + "features = pandas.read_csv(sys.stdin)\n" + model,
                rows);
        return Double.parseDouble(said.substring(0, said.indexOf('%'))) / 100;
    }
}
