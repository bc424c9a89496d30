/**
 * The command line that runs algorithms without Neo4j and measures them. Not part of the plugin's jar.
 *
 * <p>To add an algorithm, write a {@link dev.motif.bench.BenchAlgorithm} and list it in {@link
 * dev.motif.bench.BenchAlgorithms}.
 */
package dev.motif.bench;
