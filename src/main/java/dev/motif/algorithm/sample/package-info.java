/**
 * Estimates of counts by sampling: how many samples are drawn, what their mean says, and which of the many nodes of a
 * search tree go on.
 */
package dev.motif.algorithm.sample;
