/** Counts by definition, which is slow and another method than that of the product. */
package dev.motif.oracle;
