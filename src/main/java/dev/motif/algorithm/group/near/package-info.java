/**
 * Which groups are nearly bicliques or cliques: each of their nodes may miss a few others. A search by pivots finds
 * both kinds.
 */
package dev.motif.algorithm.group.near;
