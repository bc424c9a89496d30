package dev.motif.algorithm.kclique.kcore;

import java.io.Serializable;

/** The configuration of core numbers, which have no parameters. */
public record KCoreConfig() implements Serializable {}
