/** The configuration and the result of butterfly counting, whatever the technique. */
package dev.motif.algorithm.count.butterfly.model;
