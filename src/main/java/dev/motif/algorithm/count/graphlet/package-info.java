/**
 * How often each graphlet, a connected induced subgraph of three or four vertices, occurs, in total and by the place
 * of each vertex in it.
 */
package dev.motif.algorithm.count.graphlet;
