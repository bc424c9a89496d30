// Camouflage: which accounts were paid for their likes, even though they like what everybody likes as well?
//
// Accounts that are paid for likes of a few products like the hits, too, so that they look like everybody else. Then the densest part
// of the graph is everybody. When a like counts less the more others like the same, the hits hide nobody.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/camouflage.cypher
// It makes its own small data, (:DemoAccount)-[:DEMO_LIKES]->(:DemoProduct), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Sixty accounts like the four hits. Six others like them too, and six products that nobody else knows.
UNWIND [i IN range(1, 60) | ['fan ' + i, []]] + [i IN range(1, 6) | ['paid ' + i, [p IN range(1, 6) | 'product ' + p]]] AS row
MERGE (a:DemoAccount {name: row[0]})
WITH a, row[1] + [h IN range(1, 4) | 'hit ' + h] AS products
UNWIND products AS product
MERGE (p:DemoProduct {name: product})
MERGE (a)-[:DEMO_LIKES]->(p)
RETURN count(*) AS likes;
// | likes |
// | 300 |

CALL motif.graph.project('likes', {left: 'DemoAccount', right: 'DemoProduct'}, 'DEMO_LIKES') YIELD leftCount, rightCount;
// | leftCount | rightCount |
// | 66 | 10 |

// ---- Dense parts -------------------------------------------------------------------------------------------------

// The densest part in likes is everything.
CALL motif.biclique.densest.stats('likes', {p: 1, q: 1}) YIELD count, leftCount, rightCount;
// | count | leftCount | rightCount |
// | 300 | 66 | 10 |

// The densest part in likes that count 1 / ln(likes of the product + 5): it is at least half as dense as any other could be.
CALL motif.biclique.densest.stats('likes', {p: 1, q: 1, discountHubs: 'RIGHT'})
YIELD density, count, leftCount, rightCount, guarantee
RETURN round(density, 3) AS density, count, leftCount, rightCount, guarantee;
// | density | count | leftCount | rightCount | guarantee |
// | 1.29 | 60 | 6 | 10 | 0.5 |

CALL motif.biclique.densest.stream('likes', {p: 1, q: 1, discountHubs: 'RIGHT', nodes: true}) YIELD node, side
WITH side, node.name AS name ORDER BY name WHERE side = 'LEFT'
RETURN collect(name) AS accounts;
// | accounts |
// | [paid 1, paid 2, paid 3, paid 4, paid 5, paid 6] |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('likes') YIELD graphName;
// | graphName |
// | likes |
MATCH (n:DemoAccount|DemoProduct) DETACH DELETE n;
// no rows
