/** Counts by definition, slow and by another method than the product. */
package dev.motif.oracle;
