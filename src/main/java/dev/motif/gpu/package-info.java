/**
 * Devices, their memory, launches and copies: the only package that may load native code.
 *
 * <p>May use {@code process}, {@code graph}, {@code parallel} and JCuda.
 */
package dev.motif.gpu;
