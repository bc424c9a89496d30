/**
 * The level of density that nodes and relationships are on. An algorithm of each package below peels the sparsest ones
 * off, level by level; the classes here make communities of its numbers, at all levels.
 */
package dev.motif.algorithm.level;
