/** One run's work dealt out in ranges to threads and devices, its stages timed, its results added up exactly. */
package dev.motif.backend.work;
