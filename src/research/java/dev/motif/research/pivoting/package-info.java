/**
 * k-cliques by orientation and by pivots, as published, in every form that their evaluations compare.
 *
 * <p>May use what procedures of algorithms may use, and {@code algorithm.count.clique}, whose searches it extends by lists,
 * starts from edges and pivots alone. Nothing uses this package.
 */
package dev.motif.research.pivoting;
