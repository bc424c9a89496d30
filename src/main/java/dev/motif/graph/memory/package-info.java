/** Arrays and buffers outside the Java heap, each allocation counted against a budget and freed by its scope. */
package dev.motif.graph.memory;
