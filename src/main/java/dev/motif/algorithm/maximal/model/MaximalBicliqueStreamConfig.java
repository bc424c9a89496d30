package dev.motif.algorithm.maximal.model;

/**
 * Asks for maximal bicliques one by one.
 *
 * @param search how to search, and which sizes are wanted
 * @param limit the most bicliques to return, 1 or more
 */
public record MaximalBicliqueStreamConfig(MaximalBicliqueConfig search, long limit) {}
