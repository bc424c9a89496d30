/** What every algorithm shares: the choice of CPU or GPU, stage times, exact sums and memory estimates. */
package dev.motif.backend;
