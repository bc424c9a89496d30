/**
 * Butterfly counting by vertex priority: only wedges are walked whose end ranks before their other two vertices by
 * degree. On the CPU, and on a GPU at once or in passes. On the CPU also by all wedges between the vertices of one
 * side, where ranking would take longer.
 */
package dev.motif.algorithm.count.butterfly.priority;
