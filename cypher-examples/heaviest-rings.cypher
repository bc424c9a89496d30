// Which ring of cards moved the most money?
//
// The largest group is a bakery's regulars. The weights of payments find the ring: a few cards that spend a lot at the same
// shops.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/heaviest-rings.cypher
// It makes its own small data, (:DemoCard)-[:DEMO_PAID]->(:DemoShop) and (:DemoAccount)-[:DEMO_SENT]->(:DemoAccount), and
// removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

UNWIND [
  ['Ann', ['bakery', 'cafe', 'kiosk'], 4], ['Bob', ['bakery', 'cafe', 'kiosk'], 5],
  ['Cid', ['bakery', 'cafe', 'kiosk'], 3], ['Dan', ['bakery', 'cafe', 'kiosk'], 6],
  ['Eva', ['jewels', 'watches'], 300], ['Fay', ['jewels', 'watches'], 250], ['Gus', ['jewels', 'watches'], 120],
  ['Eva', ['jewels'], 50], ['Hal', ['watches'], 900]
] AS row
UNWIND row[1] AS shop
MERGE (c:DemoCard {name: row[0]})
MERGE (s:DemoShop {name: shop})
CREATE (c)-[:DEMO_PAID {amount: row[2]}]->(s)
RETURN count(*) AS payments;
// | payments |
// | 20 |

CALL motif.graph.project('payments', {left: 'DemoCard', right: 'DemoShop'}, 'DEMO_PAID', {
  relationshipProperties: {amount: {aggregation: 'SUM'}}
})
YIELD relationshipCount;
// | relationshipCount |
// | 19 |

// ---- The heaviest ring -------------------------------------------------------------------------------------------

// The largest group says little, although any row can have a weight.
CALL motif.biclique.maximum('payments', {relationshipWeightProperty: 'amount', nodes: true}) YIELD leftNodes, edges, weight
RETURN COLLECT { UNWIND leftNodes AS n RETURN n.name ORDER BY n.name } AS cards, edges, weight;
// | cards | edges | weight |
// | [Ann, Bob, Cid, Dan] | 12 | 54 |

// Two cards and two shops or more, by the money: the heaviest first.
CALL motif.biclique.maximal.stream('payments', {
  minLeft: 2, minRight: 2, relationshipWeightProperty: 'amount', topK: 2, topKBy: 'WEIGHT', nodes: true
})
YIELD leftNodes, rightNodes, weight
RETURN COLLECT { UNWIND leftNodes AS n RETURN n.name ORDER BY n.name } AS cards,
  COLLECT { UNWIND rightNodes AS n RETURN n.name ORDER BY n.name } AS shops, weight;
// | cards | shops | weight |
// | [Eva, Fay, Gus] | [jewels, watches] | 1390 |
// | [Ann, Bob, Cid, Dan] | [bakery, cafe, kiosk] | 54 |

// By the least that any of the cards spent at any of the shops.
CALL motif.biclique.maximal.stream('payments', {
  minLeft: 2, minRight: 2, relationshipWeightProperty: 'amount', weightAggregation: 'MIN', topK: 1, topKBy: 'WEIGHT'
})
YIELD leftSize, rightSize, weight;
// | leftSize | rightSize | weight |
// | 3 | 2 | 120 |

// To draw it in Browser: RETURN biclique, nodes, relationships.
CALL motif.biclique.maximal.graph('payments', {
  minLeft: 2, minRight: 2, relationshipWeightProperty: 'amount', topKBy: 'WEIGHT'
})
YIELD nodes, relationships, weight
RETURN size(nodes) AS nodes, size(relationships) AS relationships, weight;
// | nodes | relationships | weight |
// | 5 | 5 | 1390 |

// ---- Money in circles --------------------------------------------------------------------------------------------

UNWIND [['A', 'B', 10], ['A', 'C', 10], ['A', 'D', 10], ['B', 'C', 10], ['B', 'D', 10], ['C', 'D', 10],
  ['D', 'E', 400], ['D', 'F', 300], ['E', 'F', 200]] AS row
MERGE (a:DemoAccount {name: row[0]})
MERGE (b:DemoAccount {name: row[1]})
CREATE (a)-[:DEMO_SENT {amount: row[2]}]->(b);
// no rows

CALL motif.graph.project('transfers', 'DemoAccount', 'DEMO_SENT', {relationshipProperties: 'amount'}) YIELD relationshipCount;
// | relationshipCount |
// | 9 |

// The triangles with the most money between them.
CALL motif.kclique.list('transfers', {k: 3, relationshipWeightProperty: 'amount', topK: 2, nodes: true}) YIELD nodes, weight
RETURN COLLECT { UNWIND nodes AS n RETURN n.name ORDER BY n.name } AS accounts, weight;
// | accounts | weight |
// | [D, E, F] | 900 |
// | [A, B, C] | 30 |

// Cliques of any size.
CALL motif.clique.maximum('transfers', {relationshipWeightProperty: 'amount', topK: 2, topKBy: 'WEIGHT', nodes: true})
YIELD nodes, size, weight
RETURN COLLECT { UNWIND nodes AS n RETURN n.name ORDER BY n.name } AS accounts, size, weight;
// | accounts | size | weight |
// | [D, E, F] | 3 | 900 |
// | [A, B, C, D] | 4 | 60 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop(['payments', 'transfers']) YIELD graphName;
// | graphName |
// | payments |
// | transfers |

MATCH (n) WHERE n:DemoCard OR n:DemoShop OR n:DemoAccount DETACH DELETE n;
// no rows
