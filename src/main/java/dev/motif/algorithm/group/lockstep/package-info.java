/** Which nodes met within a window of time: lockstep groups. */
package dev.motif.algorithm.group.lockstep;
