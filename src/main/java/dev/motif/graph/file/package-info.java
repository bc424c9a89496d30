/** Graphs as files that other programs can map; uses {@code graph} and {@code parallel}. */
package dev.motif.graph.file;
