package dev.motif.algorithm.group.cohesion;

/** Nothing can be chosen. */
public record ComponentConfig() {}
