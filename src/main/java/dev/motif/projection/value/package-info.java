/**
 * Values of properties as 64 bits each: their types, texts with codes, and how the values of parallel relationships
 * become one.
 */
package dev.motif.projection.value;
