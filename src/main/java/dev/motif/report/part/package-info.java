/**
 * The parts of a report: each runs algorithms and makes a chart of their results.
 *
 * <p>May use {@code chart}, the algorithms, {@code cypher} and all below it.
 */
package dev.motif.report.part;
