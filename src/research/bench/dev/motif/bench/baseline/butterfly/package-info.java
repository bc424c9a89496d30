/**
 * The algorithms that the paper of G-BFC compares with, as CPU forms of their own: none of the project's counting is used,
 * so each is also a check of it. Graphs, ranking by degree, threads and exact sums are the project's.
 *
 * <p>Sources: Wang et al., "Vertex Priority Based Butterfly Counting for Large-scale Bipartite Networks", PVLDB 12(10),
 * 2019, doi:10.14778/3339490.3339497 (BFC-VP, BFC-VP++). Sanei-Mehri et al., "Butterfly Counting in Bipartite Networks",
 * KDD 2018, doi:10.1145/3219819.3220097 (BFC-WEDGE). Xu et al., "Efficient Load-Balanced Butterfly Counting on GPU", PVLDB
 * 15(11), 2022, doi:10.14778/3551793.3551806 (BFC-WE, the options of Section 4.1, the edge direction of Section 6).
 */
package dev.motif.bench.baseline.butterfly;
