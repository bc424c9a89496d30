/**
 * G-BFC: butterfly counting by its published techniques, on the CPU and on a GPU.
 *
 * <p>May use the product; only {@code *Gpu} classes use {@code gpu}, only the procedures {@code cypher} and Neo4j.
 */
package dev.motif.research.gbfc;
