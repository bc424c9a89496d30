/**
 * Nuclei: numbers of cliques by the larger cliques that they are in, and the communities that these form.
 *
 * <p>May use {@code backend} and all below it; its procedures also {@code cypher}, {@code projection} and Neo4j.
 */
package dev.motif.algorithm.kclique.nucleus;
