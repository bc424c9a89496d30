/** Worker threads, cancellation and progress. Uses only the JDK; most other packages use it. */
package dev.motif.parallel;
