/** Values of properties as 64 bits each: their types, texts with codes, and what becomes of those of parallel relationships. */
package dev.motif.projection.value;
