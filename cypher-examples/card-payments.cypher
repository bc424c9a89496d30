// Card payments: which of them test stolen cards?
//
// Whoever has stolen numbers of cards tests them by small payments at the same few shops. A query selects the payments of this year that are
// small for their cards, which compares two properties of two things; the aggregation function makes a graph of its rows and keeps
// the payments, so that wing numbers can be written to them.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/card-payments.cypher
// It makes its own small data, (:DemoCard)-[:DEMO_PAID {on, amount}]->(:DemoShop), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Three stolen cards at three shops. Ann and Bob buy bread and newspapers; Bob paid at shops of the ring too, last year.
UNWIND [
  ['stolen 1', 1000, '2026-02-01', ['flowers', 'books', 'toys'], 1.5],
  ['stolen 1', 1000, '2026-02-02', ['flowers'], 1.5],
  ['stolen 2', 1000, '2026-02-02', ['flowers', 'books', 'toys'], 1.5],
  ['stolen 3', 1000, '2026-02-03', ['flowers', 'books', 'toys'], 1.5],
  ['Ann', 2000, '2026-01-10', ['bakery', 'kiosk'], 4.0],
  ['Ann', 2000, '2026-03-01', ['flowers'], 80.0],
  ['Bob', 2000, '2026-01-12', ['bakery', 'kiosk', 'flowers'], 2.5],
  ['Bob', 2000, '2025-12-20', ['books', 'toys'], 2.0]
] AS row
MERGE (c:DemoCard {name: row[0], limit: row[1]})
WITH c, row
UNWIND row[3] AS shop
MERGE (s:DemoShop {name: shop})
CREATE (c)-[:DEMO_PAID {on: date(row[2]), amount: row[4]}]->(s)
RETURN count(*) AS payments;
// | payments |
// | 18 |

// ---- The payments of a query -------------------------------------------------------------------------------------

// Small payments since January. Two of them are of one card at one shop: they are one edge, and both get its wing number.
MATCH (c:DemoCard)-[p:DEMO_PAID]->(s:DemoShop)
WHERE p.on >= date('2026-01-01') AND p.amount < c.limit / 100
WITH motif.graph.project('small-payments', c, s, {kind: 'BIPARTITE', relationship: p}) AS graph
RETURN graph.leftCount AS cards, graph.rightCount AS shops, graph.relationshipCount AS pairs, graph.duplicatesDropped AS repeated;
// | cards | shops | pairs | repeated |
// | 5 | 5 | 14 | 1 |

CALL motif.graph.list('small-payments') YIELD graphName, relationshipIds;
// | graphName | relationshipIds |
// | small-payments | true |

CALL motif.wing.write('small-payments', {writeProperty: 'wing'}) YIELD propertiesWritten, maxWing;
// | propertiesWritten | maxWing |
// | 15 | 4 |

// Each payment of the ring is in 2 * 2 butterflies. Bob's flowers are in none.
MATCH (c:DemoCard)-[p:DEMO_PAID]->(:DemoShop)
RETURN p.wing AS wing, count(p) AS payments, count(DISTINCT c) AS cards ORDER BY wing DESC;
// | wing | payments | cards |
// | null | 3 | 2 |
// | 4 | 10 | 3 |
// | 1 | 4 | 2 |
// | 0 | 1 | 1 |

MATCH (c:DemoCard)-[p:DEMO_PAID]->(s:DemoShop) WHERE p.wing >= 4
RETURN c.name AS card, count(p) AS payments, sum(p.amount) AS total ORDER BY card;
// | card | payments | total |
// | stolen 1 | 4 | 6.0 |
// | stolen 2 | 3 | 4.5 |
// | stolen 3 | 3 | 4.5 |

// ---- The payments of filters -------------------------------------------------------------------------------------

// What fixed values can say, filters say too, and the procedure reads it faster: small payments since January, of cards with low limits.
CALL motif.graph.project('low-limits', {left: 'DemoCard', right: 'DemoShop'}, 'DEMO_PAID', {
  relationshipFilter: [{property: 'on', min: date('2026-01-01')}, {property: 'amount', max: 10}],
  nodeFilter: {left: {property: 'limit', in: [500, 1000]}},
  relationshipIds: true
})
YIELD leftCount, rightCount, relationshipCount, filteredOut, nodesFilteredOut, wrongSideDropped;
// | leftCount | rightCount | relationshipCount | filteredOut | nodesFilteredOut | wrongSideDropped |
// | 3 | 5 | 9 | 3 | 2 | 5 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop(['small-payments', 'low-limits']) YIELD graphName;
// | graphName |
// | small-payments |
// | low-limits |

MATCH (n:DemoCard|DemoShop) DETACH DELETE n;
// no rows
