/** Checks of names, fingerprints of groups, what callers gave as messages show it, and help for a person who mistyped something. */
package dev.motif.text;
