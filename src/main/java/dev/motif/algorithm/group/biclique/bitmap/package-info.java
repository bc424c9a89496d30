/** Maximal bicliques by bitmaps of local neighborhoods. On the CPU and on a GPU. */
package dev.motif.algorithm.group.biclique.bitmap;
