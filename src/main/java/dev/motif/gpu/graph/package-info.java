/**
 * Graphs on a device, and the steps to prepare them that families of algorithms share: ranking, orientation, sorting,
 * peeling.
 *
 * <p>May use {@code gpu}, {@code graph} and {@code parallel}.
 */
package dev.motif.gpu.graph;
