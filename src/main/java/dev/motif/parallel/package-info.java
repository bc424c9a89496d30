/** Worker threads, cancellation and progress. Uses only the JDK; most other packages use it. Part of the library's API. */
package dev.motif.parallel;
