package dev.motif.algorithm.maximal;

import dev.motif.algorithm.maximal.model.CumbeTechnique;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig.Technique;
import dev.motif.algorithm.maximal.model.SizeLimits;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.Side;
import dev.motif.text.Given;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads how to search maximal bicliques from the parameters of a call. */
public final class MaximalBicliqueParameters {
    private MaximalBicliqueParameters() {}

    /**
     * Reads all parameters of a search.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    public static MaximalBicliqueConfig search(Configuration given, PerVertex perVertex) {
        return search(given, techniques(given), perVertex);
    }

    /**
     * Reads the parameters of a search but for the techniques of cuMBE, which are given.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    public static MaximalBicliqueConfig search(
            Configuration given, Set<CumbeTechnique> techniques, PerVertex perVertex) {
        return new MaximalBicliqueConfig(
                given.oneOf("algorithm", Technique.class, Technique.AUTO),
                given.oneOfOrAuto("side", Side.class),
                sizes(given),
                techniques,
                perVertex);
    }

    private static SizeLimits sizes(Configuration given) {
        return new SizeLimits(
                given.integer("minLeft", 1, 1, Integer.MAX_VALUE),
                given.integer("maxLeft", Integer.MAX_VALUE, 1, Integer.MAX_VALUE),
                given.integer("minRight", 1, 1, Integer.MAX_VALUE),
                given.integer("maxRight", Integer.MAX_VALUE, 1, Integer.MAX_VALUE));
    }

    /**
     * Reads the techniques of cuMBE: those that are named, none for an empty list, or all when the key is missing.
     *
     * @throws IllegalArgumentException when a name is unknown
     */
    public static Set<CumbeTechnique> techniques(Configuration given) {
        if (!given.has("techniques")) {
            return CumbeTechnique.ALL;
        }
        Set<CumbeTechnique> techniques = EnumSet.noneOf(CumbeTechnique.class);
        if (given.value("techniques") instanceof List<?> list && list.isEmpty()) {
            return techniques;
        }
        for (String name : given.names("techniques", "the name of a technique")) {
            techniques.add(Arrays.stream(CumbeTechnique.values())
                    .filter(technique -> technique.name().equals(name.toUpperCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> unknownTechnique(name)));
        }
        return techniques;
    }

    private static IllegalArgumentException unknownTechnique(String given) {
        List<String> names =
                Arrays.stream(CumbeTechnique.values()).map(Enum::name).toList();
        return new IllegalArgumentException(
                "`techniques` must be among '" + String.join("', '", names) + "', got " + Given.value(given));
    }
}
