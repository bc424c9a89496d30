package dev.motif.report;

import dev.motif.backend.Algorithm;
import dev.motif.graph.Graph;

/** An algorithm, and what it is to do. */
record Step<G extends Graph, C, R extends AutoCloseable>(Algorithm<G, C, R> algorithm, C config) {}
