package dev.motif.algorithm.butterfly.wing;

/** The configuration of wing numbers, which has no parameters. */
public record WingConfig() {}
