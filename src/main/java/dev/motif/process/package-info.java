/**
 * Work in a process of its own, beside the server's: what kills or spoils that process does not harm the server.
 *
 * <p>May use {@code graph} and {@code parallel}. What the work is about, this package does not know.
 */
package dev.motif.process;
