/** A page of charts about one graph: which algorithms run for it, what is drawn of their results, and the HTML. */
package dev.motif.report;
