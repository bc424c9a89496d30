/** The choice of groups to keep among the groups that a search finds, and the way on which they are handed on. */
package dev.motif.choice;
