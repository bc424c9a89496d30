/**
 * Follows changes in a database after a graph was projected, and makes a graph of an earlier one and of the changes
 * alone.
 */
package dev.motif.projection.follow;
