/** Filters as texts: their syntax, and what they are by Cypher's three values. */
package dev.motif.projection.filter;
