package dev.motif.bench.experiments;

import dev.motif.bench.experiments.Table.Column;
import dev.motif.graph.BipartiteGraph;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The table of a paper's bipartite graphs: their sizes and degrees.
 *
 * @param claim what the paper has there
 * @param graphs hands the graphs over
 * @param counted what is counted of each graph beside, as the heading of its column; null for nothing
 * @param counting the ways to count that; none when {@code counted} is null
 */
public record DataSets(
        String name,
        String title,
        String claim,
        Graphs graphs,
        String counted,
        Function<ExperimentRunner, List<Technique>> counting)
        implements Experiment {
    /** Hands over the graphs of a paper. */
    @FunctionalInterface
    public interface Graphs {
        void forEach(ExperimentRunner lab, ExperimentRunner.GraphBody body) throws Exception;
    }

    /** A table of sizes and degrees alone. */
    public DataSets(String name, String title, String claim, Graphs graphs) {
        this(name, title, claim, graphs, null, lab -> List.of());
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        Table table = lab.table(name)
                .with(Column.text("Graph"))
                .with(Column.count("Left"))
                .with(Column.count("Right"))
                .with(Column.count("Relationships"))
                .with(Column.number("Mean degree left"))
                .with(Column.number("Mean degree right"))
                .with(Column.count("Largest degree left"))
                .with(Column.count("Largest degree right"))
                .with(counted == null ? List.of() : List.of(Column.count(counted)));
        graphs.forEach(lab, (graphName, any) -> {
            BipartiteGraph graph = (BipartiteGraph) any;
            table.add(
                    graphName,
                    graph.leftCount(),
                    graph.rightCount(),
                    graph.edgeCount(),
                    graph.edgeCount() / (double) Math.max(1, graph.leftCount()),
                    graph.edgeCount() / (double) Math.max(1, graph.rightCount()),
                    graph.left().largestDegree(),
                    graph.right().largestDegree(),
                    counted == null ? List.of() : Collections.singletonList(count(lab, graphName, graph)));
        });
        return new Outcome().with(table);
    }

    /** The count on which all techniques agree, or null when none ended within the limit. */
    private Number count(ExperimentRunner lab, String graphName, BipartiteGraph graph) throws Exception {
        return lab.compare(graphName, graph, counting.apply(lab)).values().stream()
                .map(Measured::result)
                .filter(Objects::nonNull)
                .findFirst()
                .map(result -> new BigInteger((String) result.get("countText")))
                .orElse(null);
    }
}
