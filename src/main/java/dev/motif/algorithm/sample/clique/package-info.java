/** k-cliques by sampling, for graphs whose cliques are too many to be counted. */
package dev.motif.algorithm.sample.clique;
