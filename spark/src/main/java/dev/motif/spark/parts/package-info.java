/**
 * Counts on graph files that are larger than the memory of an executor: of two ranges of rows at a time, which are read
 * from the file.
 */
package dev.motif.spark.parts;
