package dev.motif.algorithm.commonneighbors.ktruss;

import java.io.Serializable;

/** The configuration of truss numbers, which have no parameters. */
public record KTrussConfig() implements Serializable {}
