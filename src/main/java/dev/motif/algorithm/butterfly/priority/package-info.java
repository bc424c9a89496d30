/**
 * Butterfly counting by vertex priority: only wedges are walked whose end ranks before their other two vertices by
 * degree. On the CPU, and on a GPU at once or in passes. On the CPU also by all wedges between the vertices of one side,
 * where ranking would take longer.
 *
 * <p>May use the model, {@code backend} and all below it; only {@code *Gpu} classes use {@code gpu}.
 */
package dev.motif.algorithm.butterfly.priority;
