// Values: which cards are spent alike since November, by how much goes where?
//
// The amounts and times of payments and the countries of cards travel with the graph: a filter leaves out what was before
// November, and similarities weigh the payments by their amounts.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/values.cypher
// It makes its own small data, (:DemoCard)-[:DEMO_PAID]->(:DemoShop), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

UNWIND [
  ['Ann', 'SE', 'books', 40, '2026-11-02T09:00Z'], ['Ann', 'SE', 'books', 60, '2026-11-09T12:00Z'],
  ['Ann', 'SE', 'toys', 10, '2026-11-03T15:00Z'], ['Bob', 'SE', 'books', 90, '2026-11-05T10:00Z'],
  ['Bob', 'SE', 'toys', 20, '2026-11-06T18:00Z'], ['Cid', 'FI', 'toys', 80, '2026-11-04T11:00Z'],
  ['Cid', 'FI', 'books', 10, '2026-11-08T16:00Z'], ['Dan', 'SE', 'toys', 70, '2026-10-20T13:00Z'],
  ['Dan', 'SE', 'books', 5, '2026-10-21T14:00Z'], ['Eva', null, 'toys', 75, '2026-11-10T17:00Z'],
  ['Eva', null, 'games', 5, '2026-11-11T08:00Z']
] AS row
MERGE (c:DemoCard {name: row[0]}) SET c.country = row[1]
MERGE (s:DemoShop {name: row[2]})
CREATE (c)-[:DEMO_PAID {amount: row[3], at: datetime(row[4])}]->(s)
RETURN count(*) AS payments;
// | payments |
// | 11 |

// Payments of a card at a shop are one relationship of the graph: with the sum of the amounts, and the last of the times.
CALL motif.graph.project('payments', {left: 'DemoCard', right: 'DemoShop'}, 'DEMO_PAID', {
  nodeProperties: 'country',
  relationshipProperties: {amount: {aggregation: 'SUM'}, last: {property: 'at', aggregation: 'MAX'}}
})
YIELD leftCount, relationshipCount, duplicatesDropped;
// | leftCount | relationshipCount | duplicatesDropped |
// | 5 | 10 | 1 |

CALL motif.graph.list('payments') YIELD columns UNWIND columns AS column
RETURN column.property AS property, column.of AS of, column.type AS type ORDER BY property;
// | property | of | type |
// | amount | RELATIONSHIPS | INTEGER |
// | country | LEFT | STRING |
// | last | RELATIONSHIPS | ZONED DATETIME |

// ---- Since November ----------------------------------------------------------------------------------------------

CALL motif.graph.filter('november', 'payments', "r.last >= datetime('2026-11-01')")
YIELD relationshipCount, filteredOut;
// | relationshipCount | filteredOut |
// | 8 | 2 |

// Large payments of cards that are known not to be Swedish: a card without a country is none of them.
CALL motif.graph.filter('abroad', 'november', "r.amount > 50 AND l.country <> 'SE'") YIELD relationshipCount;
// | relationshipCount |
// | 1 |

// ---- Alike by amounts --------------------------------------------------------------------------------------------

// Whoever went to the same two shops is alike without the amounts.
CALL motif.nodeSimilarity.stream('november', {nodes: true}) YIELD sourceNode, targetNode, similarity
WITH sourceNode.name AS card, targetNode.name AS other, similarity WHERE similarity = 1 AND card < other
RETURN card, other ORDER BY card, other;
// | card | other |
// | Ann | Bob |
// | Ann | Cid |
// | Bob | Cid |

// With them, Cid is like Eva.
CALL motif.nodeSimilarity.stream('november', {relationshipWeightProperty: 'amount', topK: 1, nodes: true})
YIELD sourceNode, targetNode, similarity
RETURN sourceNode.name AS card, targetNode.name AS other, round(similarity, 3) AS similarity ORDER BY card;
// | card | other | similarity |
// | Ann | Bob | 0.833 |
// | Bob | Ann | 0.833 |
// | Cid | Eva | 0.789 |
// | Eva | Cid | 0.789 |

// ---- Every payment -----------------------------------------------------------------------------------------------

// Nothing is lost when parallel relationships are kept.
CALL motif.graph.project('every', {left: 'DemoCard', right: 'DemoShop'}, 'DEMO_PAID', {
  relationshipProperties: 'amount', parallel: 'KEEP'
})
YIELD relationshipCount;
// | relationshipCount |
// | 10 |
CALL motif.graph.relationshipProperties.stream('every', 'amount', {nodes: true}) YIELD sourceNode, targetNode, propertyValue
WITH sourceNode.name AS card, targetNode.name AS shop, propertyValue AS amounts WHERE size(amounts) > 1
RETURN card, shop, amounts;
// | card | shop | amounts |
// | Ann | books | [40, 60] |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop(['payments', 'november', 'abroad', 'every']) YIELD graphName;
// | graphName |
// | payments |
// | november |
// | abroad |
// | every |

MATCH (n) WHERE n:DemoCard OR n:DemoShop DETACH DELETE n;
// no rows
