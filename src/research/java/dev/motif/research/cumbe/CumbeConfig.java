package dev.motif.research.cumbe;

import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import java.io.Serializable;
import java.util.Set;

/**
 * A request for a search by cuMBE, with some of its techniques.
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
