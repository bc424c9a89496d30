/** Estimates of counts by sampling: the number of samples, their mean, and the nodes of a search tree that go on. */
package dev.motif.algorithm.sample.estimate;
