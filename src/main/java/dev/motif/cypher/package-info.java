/**
 * What all procedures share: checked configuration, jobs with progress, the way from a graph's name to an algorithm's
 * rows, and writing results back.
 */
package dev.motif.cypher;
