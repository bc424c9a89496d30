/** Association rules, whose item sets are the maximal bicliques of a graph: items that come with others. */
package dev.motif.algorithm.group.rules;
