package dev.motif.algorithm.maximal.model;

/** Receives the maximal bicliques that one worker finds, each once, in no particular order. */
@FunctionalInterface
public interface MaximalBicliqueConsumer {
    /** @param biclique valid during this call */
    void accept(MaximalBiclique biclique);
}
