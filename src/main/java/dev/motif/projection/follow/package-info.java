/** What changes in a database after a graph was projected, and a graph made of an earlier one and of that alone. */
package dev.motif.projection.follow;
