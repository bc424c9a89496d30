/** The configuration and the result of counting common neighbors, whatever the technique. */
package dev.motif.algorithm.similar.neighbors.model;
