package dev.motif.algorithm.count.cycle;

final class TemporalCycleSearch {}
