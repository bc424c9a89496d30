/** Which items come with which others: association rules, whose item sets are the maximal bicliques of a graph. */
package dev.motif.algorithm.group.rules;
