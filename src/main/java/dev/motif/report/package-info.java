/** Makes a page of charts about one graph: runs the algorithms, draws their results, and writes the HTML. */
package dev.motif.report;
