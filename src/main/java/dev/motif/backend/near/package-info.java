/** Groups of which each vertex may miss a few others, searched by pivots: on two sides of a bipartite graph, or on one. */
package dev.motif.backend.near;
