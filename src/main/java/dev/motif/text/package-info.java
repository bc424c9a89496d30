/** Texts that help a person who mistyped something. */
package dev.motif.text;
