/** Algorithms that the paper of GBC compares with, written from their descriptions; no part of the jar. */
package dev.motif.bench.baseline.biclique;
