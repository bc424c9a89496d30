/**
 * Wing numbers of edges: the wing decomposition, also called bitruss decomposition.
 *
 * <p>May use {@code priority}, the model, {@code backend} and all below it; its procedures also {@code
 * cypher}, {@code catalog}, {@code projection} and Neo4j.
 */
package dev.motif.algorithm.butterfly.wing;
