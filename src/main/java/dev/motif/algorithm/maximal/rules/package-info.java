/**
 * Association rules, whose item sets are the maximal bicliques of a graph.
 *
 * <p>May use the face of maximal bicliques, its techniques and model, {@code backend} and all below it; its procedures also
 * {@code cypher}.
 */
package dev.motif.algorithm.maximal.rules;
