/**
 * Core numbers of vertices and the order by degeneracy, from which searches of dense groups start. On the CPU and on a
 * GPU.
 */
package dev.motif.algorithm.order;
