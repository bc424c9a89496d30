package dev.motif.backend;

import dev.motif.graph.NativeMemory;
import dev.motif.parallel.Workers;

/**
 * What one run of an algorithm works with.
 *
 * @param memory where its off-heap memory comes from
 * @param workers its threads, cancellation and progress
 * @param times where its stage times go
 */
public record Execution(NativeMemory memory, Workers workers, StageTimes times) {}
