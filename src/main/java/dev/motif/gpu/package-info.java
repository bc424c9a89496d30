/** GPU devices. The only package that may load native code. */
package dev.motif.gpu;
