package dev.motif.report.part;

import dev.motif.backend.Algorithm;
import dev.motif.graph.Graph;

/** A run of an algorithm with a configuration, for a part of the report. */
public record Step<G extends Graph, C, R extends AutoCloseable>(Algorithm<G, C, R> algorithm, C config) {}
