/** Common neighbors and similarity of pairs of nodes that need not be related. */
package dev.motif.algorithm.similar.pairs;
