/**
 * Estimates of counts by sampling: how many samples, what their mean says, and which of many nodes of a search tree go
 * on. Uses {@code dev.motif.backend}, {@code dev.motif.graph} and {@code dev.motif.parallel}.
 */
package dev.motif.backend.sample;
