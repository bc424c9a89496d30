/** Charts of the pages of benchmarks; needs only the JDK. */
package dev.motif.bench.charts;
