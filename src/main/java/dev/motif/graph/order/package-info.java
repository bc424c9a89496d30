/** Graphs renumbered and oriented by an order of their vertices: by degree, by core number, by rounds of peeling. */
package dev.motif.graph.order;
