/** Algorithms that the thesis of cuMBE builds on and compares with, written from their listings; no part of the jar. */
package dev.motif.bench.baseline.maximal;
