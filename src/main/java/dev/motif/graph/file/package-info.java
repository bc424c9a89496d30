/** Graphs as files that other programs can map; uses {@code graph} and {@code parallel}. Part of the library's API. */
package dev.motif.graph.file;
