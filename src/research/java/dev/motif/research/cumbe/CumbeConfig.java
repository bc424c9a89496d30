package dev.motif.research.cumbe;

import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import java.io.Serializable;
import java.util.Set;

/**
 * What cuMBE searches, and with which of its techniques.
 *
 * @param search which maximal bicliques to search, and what to count
 */
public record CumbeConfig(MaximalBicliqueConfig search, Set<CumbeTechnique> techniques) implements Serializable {
    public CumbeConfig {
        techniques = Set.copyOf(techniques);
    }

    public static CumbeConfig of(MaximalBicliqueConfig search) {
        return new CumbeConfig(search, CumbeTechnique.ALL);
    }
}
