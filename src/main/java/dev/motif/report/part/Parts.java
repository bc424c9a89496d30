package dev.motif.report.part;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.text.Ascii;
import dev.motif.text.Suggestions;
import dev.motif.text.UserText;
import java.util.List;
import java.util.stream.Stream;

/** Lists the parts that a report can have, in the order in which the page shows them. */
public final class Parts {
    private static final List<String> NAMES = Stream.concat(
                    bipartite(SizeLimits.NONE).stream(), unipartite(KCliqueConfig.ALL).stream())
            .map(Part::name)
            .toList();

    private Parts() {}

    private static List<Part<BipartiteGraph>> bipartite(SizeLimits sizes) {
        return List.of(
                new ButterflyPart(),
                new MaximalBicliquePart(sizes),
                PeelPart.wings(),
                new TipPart(),
                new SimilarityPart());
    }

    private static List<Part<UnipartiteGraph>> unipartite(int maxK) {
        return List.of(
                new KCliquePart(maxK),
                new MaximalCliquePart(),
                new CommonNeighborsPart(),
                PeelPart.trusses(),
                PeelPart.cores());
    }

    /**
     * Returns the names of parts with the case in which {@link Part#name} has them, without repetitions.
     *
     * @param given names in any case
     * @throws IllegalArgumentException when there is no such part
     */
    static List<String> checked(List<String> given) {
        return given.stream().map(Parts::checked).distinct().toList();
    }

    private static String checked(String given) {
        return NAMES.stream()
                .filter(name -> Ascii.equalsIgnoringCase(name, given))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("`include` must be among '" + String.join("', '", NAMES)
                        + "', got " + UserText.value(given) + Suggestions.hint(given, NAMES)));
    }

    /**
     * The parts of a report about a graph of which only the size is known. A graph without right vertices is taken for
     * a unipartite one. The parameters are not checked: names of parts for the other kind of graph are ignored.
     */
    public static List<? extends Part<?>> of(GraphSize size, ReportConfig config) {
        List<? extends Part<?>> all = all(size.right() > 0, config);
        return config.include() == null
                ? all
                : config.include().stream()
                        .flatMap(name -> all.stream().filter(part -> part.name().equals(name)))
                        .toList();
    }

    /**
     * The parts of a report about {@code graph}.
     *
     * @throws IllegalArgumentException when {@code include} names a part for graphs of the other kind, or a parameter
     *     is given that no part of the report uses
     */
    public static List<? extends Part<?>> of(Graph graph, ReportConfig config) {
        boolean bipartite = graph instanceof BipartiteGraph;
        List<? extends Part<?>> all = all(bipartite, config);
        List<? extends Part<?>> parts = config.include() == null
                ? all
                : config.include().stream()
                        .map(name -> find(name, all, bipartite))
                        .toList();
        check(config.bicliqueSizes().minLeft() > 1, "minLeft", "biclique.maximal", parts);
        check(config.bicliqueSizes().minRight() > 1, "minRight", "biclique.maximal", parts);
        check(config.maxK() != KCliqueConfig.ALL, "maxK", "kclique", parts);
        return parts;
    }

    private static List<? extends Part<?>> all(boolean bipartite, ReportConfig config) {
        return bipartite ? bipartite(config.bicliqueSizes()) : unipartite(config.maxK());
    }

    private static Part<?> find(String name, List<? extends Part<?>> parts, boolean bipartite) {
        return parts.stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("`include` must be among '"
                        + String.join("', '", parts.stream().map(Part::name).toList()) + "' for a "
                        + (bipartite ? "bipartite" : "unipartite") + " graph, got '" + name + "'"));
    }

    private static void check(boolean given, String parameter, String name, List<? extends Part<?>> parts) {
        if (given && parts.stream().noneMatch(part -> part.name().equals(name))) {
            throw new IllegalArgumentException(
                    "`" + parameter + "` is for '" + name + "', which is not a part of this report");
        }
    }
}
