/** Benchmarks of what happens in a Neo4j: projecting, writing back, and the same counts beside Graph Data Science. */
package dev.motif.bench.neo4j;
