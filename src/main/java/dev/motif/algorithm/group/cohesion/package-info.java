/** How well the connected components hold together: their minimum cuts, bridges and butterflies. */
package dev.motif.algorithm.group.cohesion;
