/** Maximal bicliques: enumerated, counted, the largest ones, and by vertex. */
package dev.motif.algorithm.maximal;
