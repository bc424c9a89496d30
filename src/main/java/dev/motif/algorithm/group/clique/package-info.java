/** Maximal cliques, and the largest of them. */
package dev.motif.algorithm.group.clique;
