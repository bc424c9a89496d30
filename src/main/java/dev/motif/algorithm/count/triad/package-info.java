/**
 * Triads: how often each of the ways in which three vertices can be joined by arcs occurs, in total and at each vertex.
 */
package dev.motif.algorithm.count.triad;
