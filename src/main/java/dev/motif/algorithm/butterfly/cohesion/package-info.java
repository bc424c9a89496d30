/**
 * The cohesion of connected components: their minimum cuts and their butterflies.
 *
 * <p>May use {@code priority}, the model, {@code backend} and all below it; its procedures also {@code
 * cypher}, {@code catalog}, {@code projection} and Neo4j.
 */
package dev.motif.algorithm.butterfly.cohesion;
