/** Maximal cliques: {@link dev.motif.algorithm.kclique.maximal.MaximalCliqueAlgorithm} says what they are and how they are found. */
package dev.motif.algorithm.kclique.maximal;
