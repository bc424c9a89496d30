/** Groups all of whose relationships lie within a span of time: where to search them, and which of those that are found are maximal. */
package dev.motif.algorithm.group.span;
