/**
 * What the searches of maximal bicliques share: workers, what they have found, and the state of a search on a GPU.
 */
package dev.motif.algorithm.group.biclique.search;
