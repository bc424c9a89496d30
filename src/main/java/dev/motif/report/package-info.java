/**
 * Makes a page of charts about one graph: runs its parts and writes the HTML.
 *
 * <p>May use {@code part}, {@code chart} and all below them, Gson and Commons Text.
 */
package dev.motif.report;
