package dev.motif.algorithm.butterfly.wing;

/** What to compute: wing numbers have no parameters. */
public record WingConfig() {}
