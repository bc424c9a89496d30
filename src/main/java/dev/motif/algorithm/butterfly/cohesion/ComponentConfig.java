package dev.motif.algorithm.butterfly.cohesion;

/** Nothing can be chosen. */
public record ComponentConfig() {}
