package dev.motif.algorithm.level.alphabeta;

import java.io.Serializable;
import java.util.List;

/**
 * A request for (alpha,beta)-cores.
 *
 * @param alphas the least degrees of left vertices, each 1 or more; cores are found for each of them
 * @param beta the least degree of right vertices of the cores that figures are about, 1 or more
 */
public record AlphaBetaCoreConfig(List<Integer> alphas, int beta) implements Serializable {
    public AlphaBetaCoreConfig {
        alphas = List.copyOf(alphas);
    }
}
