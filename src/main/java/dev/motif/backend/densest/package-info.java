/** The densest subgraph by peeling, in whatever is counted by vertex: bicliques, cliques or weights of edges. */
package dev.motif.backend.densest;
