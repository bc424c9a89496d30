/** What a run will take before it runs: memory on the host and on a device, and time on both. */
package dev.motif.backend.cost;
