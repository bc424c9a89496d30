/** How arrays, rows and graphs became others by a few changes. Uses the graph and {@code parallel}. */
package dev.motif.graph.change;
