/** Named graphs: who owns them, what they cost, and when their memory is given back. */
package dev.motif.catalog;
