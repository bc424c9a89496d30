/** (p,q)-bicliques by sampling, for graphs whose bicliques are too many to be counted. */
package dev.motif.algorithm.sample.biclique;
