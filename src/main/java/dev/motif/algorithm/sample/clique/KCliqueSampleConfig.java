package dev.motif.algorithm.sample.clique;

import dev.motif.algorithm.sample.estimate.SampleConfig;
import java.io.Serializable;

/**
 * A request for estimates of cliques.
 *
 * @param minK the fewest vertices of a clique, in [3, 512]
 * @param maxK the most vertices of a clique, in [{@code minK}, 512]
 * @param sample how narrow the intervals shall be
 */
public record KCliqueSampleConfig(int minK, int maxK, SampleConfig sample) implements Serializable {}
