package dev.motif.algorithm.butterfly;

/** What to compute: wing numbers have no parameters. */
public record WingConfig() {}
