/** Weights of the edges of a graph. */
package dev.motif.graph.weight;
