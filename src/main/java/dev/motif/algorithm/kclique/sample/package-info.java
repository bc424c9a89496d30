/** k-cliques by sampling, for graphs whose cliques are too many to be counted. Uses {@code search} and {@code kcore}. */
package dev.motif.algorithm.kclique.sample;
