/** Graphs from edge-list files. */
package dev.motif.bench.load;
