/** Attacks a server with the built jar that is a process of its own: odd calls, kills, and the end of the server. */
package dev.motif.server;
