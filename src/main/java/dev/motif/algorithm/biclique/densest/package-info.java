/**
 * Finds a subgraph that is dense in (p,q)-bicliques.
 *
 * <p>May use the entry to (p,q)-biclique counting, its techniques and model, {@code backend} and all below it; its
 * procedures also {@code cypher}, {@code catalog}, {@code projection} and Neo4j.
 */
package dev.motif.algorithm.biclique.densest;
