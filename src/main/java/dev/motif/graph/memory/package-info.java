/**
 * Arrays and buffers outside the Java heap, each allocation counted against a budget and freed by its scope; and a budget of
 * what grows with the data on the heap. Part of the library's API.
 */
package dev.motif.graph.memory;
