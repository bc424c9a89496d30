/** The densest subgraph, in (p,q)-bicliques, k-cliques, relationships or their weights: by peeling vertices. */
package dev.motif.algorithm.group.densest;
