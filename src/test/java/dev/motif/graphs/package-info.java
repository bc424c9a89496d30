/** Graphs for tests: named, random and real ones, as plain edge lists. */
package dev.motif.graphs;
