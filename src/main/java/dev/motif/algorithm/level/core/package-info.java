/** Core numbers of nodes: the densest core, by neighbors or by weights, that a node is in. */
package dev.motif.algorithm.level.core;
