/** Ablations: how much each technique of a published system gains, measured by switching it off. */
package dev.motif.bench.ablation;
