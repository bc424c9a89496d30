/** The configuration and the result of a search for maximal bicliques, whatever the technique. */
package dev.motif.algorithm.group.biclique.model;
