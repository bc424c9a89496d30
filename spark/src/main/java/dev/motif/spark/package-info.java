/**
 * Motif as jobs of Apache Spark: graph files made of edges, and Motif's algorithms on them, in parts that executors work
 * on. {@link dev.motif.spark.MotifSpark} is the entry.
 */
package dev.motif.spark;
