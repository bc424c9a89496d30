package dev.motif.backend.work;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;

/**
 * What one run of an algorithm works with.
 *
 * @param memory the budget that its off-heap memory is taken from
 * @param workers its threads, cancellation and progress
 * @param times receives the times of its stages
 */
public record Execution(NativeMemory memory, Workers workers, StageTimes times) {}
