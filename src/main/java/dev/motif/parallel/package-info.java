/** Worker threads, cancellation and progress: JDK only, used by every other package. */
package dev.motif.parallel;
