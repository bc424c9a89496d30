/**
 * The driver as Java sees it: its library, its result codes and the exception that they become.
 *
 * <p>May use JCuda.
 */
package dev.motif.gpu.driver;
