/** (p,q)-bicliques by sampling, for graphs whose bicliques are too many to be counted. Uses {@code pivot} and {@code model}. */
package dev.motif.algorithm.biclique.sample;
