package dev.motif.algorithm.group.cohesion;

/** The configuration of components, which has no options. */
public record ComponentConfig() {}
