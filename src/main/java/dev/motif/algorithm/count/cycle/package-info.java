/** How many directed cycles a graph has, in total and at each node and relationship, and what they are. */
package dev.motif.algorithm.count.cycle;
