package dev.motif.algorithm.butterfly.wing;

import java.io.Serializable;

/** The configuration of wing numbers, which has no parameters. */
public record WingConfig() implements Serializable {}
