/** Near-bicliques and near-cliques: groups whose nodes may each miss a few others. A search by pivots finds both kinds. */
package dev.motif.algorithm.group.near;
