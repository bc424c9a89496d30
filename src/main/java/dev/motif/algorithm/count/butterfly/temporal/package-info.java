/** Butterflies whose relationships lie within a window of time, by vertex priority. On the CPU and on a GPU. */
package dev.motif.algorithm.count.butterfly.temporal;
