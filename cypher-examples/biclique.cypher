// Bicliques: which groups buy whole baskets?
//
// A (p,q)-biclique is p users and q products with all p * q purchases between them. The larger p and q are, the less likely
// it is to arise by chance.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/biclique.cypher
// It makes its own small data, (:DemoUser)-[:DEMO_BOUGHT]->(:DemoProduct), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Ann, Bob and Cid buy the same three things for the kitchen. Dan and Eve share two things for the garden.
// Fay buys one thing of each, Gus bought nothing so far.
UNWIND [
  ['Ann', ['kettle', 'teapot', 'toaster']],
  ['Bob', ['kettle', 'teapot', 'toaster']],
  ['Cid', ['kettle', 'teapot', 'toaster', 'spade']],
  ['Dan', ['spade', 'hose']],
  ['Eve', ['spade', 'hose']],
  ['Fay', ['toaster', 'hose']],
  ['Gus', []]
] AS row
MERGE (u:DemoUser {name: row[0]})
WITH u, row[1] AS products
UNWIND products AS product
MERGE (p:DemoProduct {name: product})
MERGE (u)-[:DEMO_BOUGHT]->(p)
RETURN count(*) AS purchases;
// | purchases |
// | 16 |

CALL motif.graph.project('purchases', {left: 'DemoUser', right: 'DemoProduct'}, 'DEMO_BOUGHT', {relationshipIds: true})
YIELD kind, leftCount, rightCount, relationshipCount;
// | kind | leftCount | rightCount | relationshipCount |
// | BIPARTITE | 7 | 5 | 16 |

// ---- Counting ----------------------------------------------------------------------------------------------------

// What will a search cost? For a named graph the estimate says, from random walks; 10^14 steps would be hopeless.
CALL motif.biclique.count.stats.estimate('purchases', {p: 3, q: 3})
YIELD requiredMemory, side, searchNodes, searchSteps
RETURN requiredMemory, side, searchSteps < 10000 AS easy;
// | requiredMemory | side | easy |
// | * | * | true |

// Three users with three products: Ann, Bob and Cid with their kitchens.
CALL motif.biclique.count.stats('purchases', {p: 3, q: 3}) YIELD count, countText, algorithm;
// | count | countText | algorithm |
// | 1 | 1 | PIVOT |

// All sizes from one search. (1,1) are the purchases, (2,2) the butterflies.
CALL motif.biclique.count.stats('purchases', {maxP: 3, maxQ: 3}) YIELD p, q, count;
// | p | q | count |
// | 1 | 1 | 16 |
// | 1 | 2 | 15 |
// | 1 | 3 | 6 |
// | 2 | 1 | 18 |
// | 2 | 2 | 10 |
// | 2 | 3 | 3 |
// | 3 | 1 | 8 |
// | 3 | 2 | 3 |
// | 3 | 3 | 1 |

// Which ones are they? Rows come while they are found, so even very many need little memory.
CALL motif.biclique.list.estimate('purchases', {p: 3, q: 2}) YIELD nodeCount, backend;
// | nodeCount | backend |
// | 12 | CPU |

CALL motif.biclique.list('purchases', {p: 3, q: 2, nodes: true}) YIELD leftNodes, rightNodes
RETURN COLLECT { UNWIND leftNodes AS n RETURN n.name ORDER BY n.name } AS users,
  COLLECT { UNWIND rightNodes AS n RETURN n.name ORDER BY n.name } AS products
ORDER BY products;
// | users | products |
// | [Ann, Bob, Cid] | [kettle, teapot] |
// | [Ann, Bob, Cid] | [kettle, toaster] |
// | [Ann, Bob, Cid] | [teapot, toaster] |

// Only those with Dan, at most two of them. Only what is around Dan is searched.
MATCH (dan:DemoUser {name: 'Dan'})
CALL motif.biclique.list('purchases', {p: 2, q: 2, contains: dan, limit: 2}) YIELD leftNodeIds, rightNodeIds
RETURN COLLECT { UNWIND motif.util.asNodes(leftNodeIds) AS n RETURN n.name ORDER BY n.name } AS users,
  COLLECT { UNWIND motif.util.asNodes(rightNodeIds) AS n RETURN n.name ORDER BY n.name } AS products;
// | users | products |
// | [Dan, Eve] | [hose, spade] |

// Who is in such groups?
CALL motif.biclique.count.stream('purchases', {p: 2, q: 3, nodes: true}) YIELD node, side, count
WITH * WHERE side = 'LEFT' AND count > 0
RETURN node.name AS user, count ORDER BY user;
// | user | count |
// | Ann | 2 |
// | Bob | 2 |
// | Cid | 2 |

// An estimate, for sizes that take long to count: with two nodes on a side it is exact.
CALL motif.biclique.count.sample.estimate('purchases', {p: 2, q: 2}) YIELD backend;
// | backend |
// | CPU |
CALL motif.biclique.count.sample('purchases', {p: 2, q: 2, confidence: 0.99}) YIELD estimate, lower, upper, samples;
// | estimate | lower | upper | samples |
// | 10.0 | 10.0 | 10.0 | 0 |

// Who is in many such groups? Of few nodes all are searched, and intervals have no width.
CALL motif.biclique.count.sample.stream.estimate('purchases', {p: 2, q: 3}) YIELD backend;
// | backend |
// | CPU |
CALL motif.biclique.count.sample.stream('purchases', {p: 2, q: 3, nodes: true}) YIELD node, side, estimate, reliable
WITH * WHERE side = 'LEFT' AND estimate > 0
RETURN node.name AS user, round(estimate, 6) AS estimate, reliable ORDER BY user;
// | user | estimate | reliable |
// | Ann | 2.0 | true |
// | Bob | 2.0 | true |
// | Cid | 2.0 | true |

// A search that takes too long is stopped, with an error that says how far it came.
CALL motif.biclique.count.stats('purchases', {p: 2, q: 2, timeoutMillis: 60000}) YIELD count;
// | count |
// | 10 |

// ---- Densest part ------------------------------------------------------------------------------------------------

// The part with many butterflies for each node: at least a quarter, 1 / (2 + 2), of the largest density. Here it is the kitchen.
CALL motif.biclique.densest.stats('purchases', {p: 2, q: 2})
YIELD density, count, leftCount, rightCount, guarantee;
// | density | count | leftCount | rightCount | guarantee |
// | 1.5 | 9 | 3 | 3 | 0.25 |

CALL motif.biclique.densest.stream('purchases', {p: 2, q: 2, nodes: true}) YIELD node, side
RETURN side, node.name AS name ORDER BY side, name;
// | side | name |
// | LEFT | Ann |
// | LEFT | Bob |
// | LEFT | Cid |
// | RIGHT | kettle |
// | RIGHT | teapot |
// | RIGHT | toaster |

CALL motif.biclique.densest.stats.estimate('purchases', {p: 2, q: 2}) YIELD nodeCount;
// | nodeCount |
// | 12 |

CALL motif.biclique.densest.stream.estimate('purchases', {p: 2, q: 2}) YIELD nodeCount;
// | nodeCount |
// | 12 |

// ---- Writing back ------------------------------------------------------------------------------------------------

CALL motif.biclique.count.stream.estimate('purchases', {p: 2, q: 2}) YIELD nodeCount;
// | nodeCount |
// | 12 |

CALL motif.biclique.count.write.estimate('purchases', {p: 2, q: 2, writeProperty: 'b'}) YIELD nodeCount;
// | nodeCount |
// | 12 |

// Written to the purchases: how many (3,2)-bicliques is each one in?
CALL motif.biclique.count.write('purchases', {p: 3, q: 2, per: 'RELATIONSHIP', writeProperty: 'bicliques'})
YIELD propertiesWritten, skipped, count;
// | propertiesWritten | skipped | count |
// | 16 | 0 | 3 |

MATCH (:DemoUser)-[b:DEMO_BOUGHT]->(:DemoProduct)
RETURN b.bicliques AS bicliques, count(*) AS purchases ORDER BY bicliques;
// | bicliques | purchases |
// | 0 | 7 |
// | 2 | 9 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('purchases') YIELD graphName;
// | graphName |
// | purchases |

MATCH (n:DemoUser|DemoProduct) DETACH DELETE n;
// no rows
