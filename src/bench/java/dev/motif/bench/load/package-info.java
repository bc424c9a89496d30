/** Reads graphs from edge-list files, and makes simple graphs of edges in any order. */
package dev.motif.bench.load;
