/** Which maximal cliques there are, and which of them are the largest. */
package dev.motif.algorithm.group.clique;
