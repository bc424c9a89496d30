/** Communities of the numbers that the other packages of this room find, at all levels. */
package dev.motif.algorithm.level.community;
