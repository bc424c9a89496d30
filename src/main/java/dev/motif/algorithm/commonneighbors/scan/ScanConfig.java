package dev.motif.algorithm.commonneighbors.scan;

import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import java.util.List;

/**
 * What to cluster by: each epsilon with each mu.
 *
 * @param epsilons the least structural similarity of similar neighbors, each in [0, 1]
 * @param mus how many vertices must be similar to a core, itself among them, each 1 or more
 * @param counting how common neighbors are counted
 */
public record ScanConfig(List<Double> epsilons, List<Integer> mus, CommonNeighborsConfig counting) {
    public ScanConfig {
        epsilons = List.copyOf(epsilons);
        mus = List.copyOf(mus);
        counting = counting.inBothDirections();
    }
}
