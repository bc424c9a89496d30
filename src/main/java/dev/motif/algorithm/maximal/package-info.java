/**
 * The face of maximal bicliques: procedures that count, stream, draw and write them, their parameters, and the way
 * from a search to rows.
 *
 * <p>May use its techniques and model, {@code backend} and all below it; its procedures also {@code cypher}, {@code
 * catalog}, {@code projection}, Neo4j and APOC's virtual nodes.
 */
package dev.motif.algorithm.maximal;
