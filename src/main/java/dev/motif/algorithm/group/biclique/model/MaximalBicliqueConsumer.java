package dev.motif.algorithm.group.biclique.model;

/** Receives the maximal bicliques that a worker finds, each once, in no particular order. */
@FunctionalInterface
public interface MaximalBicliqueConsumer {
    /** @param biclique valid during this call only */
    void accept(MaximalBiclique biclique);
}
