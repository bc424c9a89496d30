package dev.motif.algorithm.similar.scan;

import java.util.List;

/**
 * A request for clusterings: each epsilon with each mu.
 *
 * @param epsilons the least structural similarity of similar neighbors, each in [0, 1]
 * @param mus how many vertices must be similar to a core, itself among them, each 1 or more
 */
public record ScanConfig(List<Double> epsilons, List<Integer> mus) {
    public ScanConfig {
        epsilons = List.copyOf(epsilons);
        mus = List.copyOf(mus);
    }
}
