/** The configuration and the result of k-clique counting, whatever the technique. */
package dev.motif.algorithm.count.clique.model;
