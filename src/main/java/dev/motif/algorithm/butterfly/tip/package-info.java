/**
 * Tip numbers of the vertices of one side: the tip decomposition.
 *
 * <p>May use {@code priority}, the model, {@code backend} and all below it; its procedures also {@code
 * cypher}, {@code catalog}, {@code projection} and Neo4j.
 */
package dev.motif.algorithm.butterfly.tip;
