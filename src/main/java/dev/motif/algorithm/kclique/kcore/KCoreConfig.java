package dev.motif.algorithm.kclique.kcore;

/** The configuration of core numbers, which have no parameters. */
public record KCoreConfig() {}
