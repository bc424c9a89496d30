package dev.motif.research.cumbe;

import dev.motif.algorithm.group.biclique.MaximalBicliqueParameters;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.cypher.config.Configuration;
import dev.motif.text.Ascii;
import dev.motif.text.UserText;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads the parameters of a call that the procedures and the bench share. */
public final class CumbeParameters {
    /** The keys that {@link #config} reads. */
    public static final String KEYS = "minLeft, maxLeft, minRight, maxRight, side, techniques";

    private CumbeParameters() {}

    /** @throws IllegalArgumentException when a value is wrong */
    public static CumbeConfig config(Configuration given) {
        return new CumbeConfig(MaximalBicliqueParameters.config(given, PerVertex.NOTHING), techniques(given));
    }

    /** The techniques that are named, none for an empty list, or all when the key is missing. */
    private static Set<CumbeTechnique> techniques(Configuration given) {
        if (!given.has("techniques")) {
            return CumbeTechnique.ALL;
        }
        Set<CumbeTechnique> techniques = EnumSet.noneOf(CumbeTechnique.class);
        if (given.value("techniques") instanceof List<?> list && list.isEmpty()) {
            return techniques;
        }
        for (String name : given.names("techniques", "the name of a technique")) {
            techniques.add(Arrays.stream(CumbeTechnique.values())
                    .filter(technique -> Ascii.equalsIgnoringCase(technique.name(), name))
                    .findFirst()
                    .orElseThrow(() -> unknownTechnique(name)));
        }
        return techniques;
    }

    private static IllegalArgumentException unknownTechnique(String given) {
        List<String> names =
                Arrays.stream(CumbeTechnique.values()).map(Enum::name).toList();
        return new IllegalArgumentException(
                "`techniques` must be among '" + String.join("', '", names) + "', got " + UserText.value(given));
    }
}
