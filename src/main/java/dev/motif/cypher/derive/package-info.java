/**
 * Makes named graphs of others: the nodes and relationships whose columns pass a filter, or the nodes and relationships
 * among given nodes.
 *
 * <p>May use {@code catalog}, {@code projection}, {@code graph}, {@code parallel} and {@code text}.
 */
package dev.motif.cypher.derive;
