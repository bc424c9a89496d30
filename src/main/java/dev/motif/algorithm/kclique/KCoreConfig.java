package dev.motif.algorithm.kclique;

/** What to compute: core numbers have no parameters. */
public record KCoreConfig() {}
