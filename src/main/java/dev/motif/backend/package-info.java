/** The parts that every algorithm uses: the choice of CPU or GPU, stage times, exact sums and memory estimates. */
package dev.motif.backend;
