/** Benchmarks inside a Neo4j server: projecting, writing back, and the same counts beside Graph Data Science. */
package dev.motif.bench.neo4j;
