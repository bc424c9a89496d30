/**
 * MPS and BMP of Che et al.: the common neighbors of each edge by intersecting the neighbor lists of its ends, on the CPU
 * and on a GPU.
 *
 * <p>May use what procedures of algorithms may use, and {@code algorithm.commonneighbors}; only {@code *Gpu} classes use
 * {@code gpu}. Nothing uses this package.
 */
package dev.motif.research.intersection;
