/** Lockstep groups: nodes that met within a window of time. */
package dev.motif.algorithm.group.lockstep;
