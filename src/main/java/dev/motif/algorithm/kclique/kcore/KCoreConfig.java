package dev.motif.algorithm.kclique.kcore;

/** What to compute: core numbers have no parameters. */
public record KCoreConfig() {}
