/** Near-cliques: {@link dev.motif.algorithm.kclique.near.NearCliqueAlgorithm} says what they are and how they are found. */
package dev.motif.algorithm.kclique.near;
