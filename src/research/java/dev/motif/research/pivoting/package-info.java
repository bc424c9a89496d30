/**
 * k-cliques by orientation and by pivots, as published, in every form that their evaluations compare.
 *
 * <p>May use what procedures of algorithms may use, and {@code algorithm.kclique}, whose search it calls with all of its
 * parameters. Nothing uses this package.
 */
package dev.motif.research.pivoting;
