// Windows of time: which cards met at the same shops within an hour, again and again?
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/time-windows.cypher
// It makes its own small data, (:DemoCard)-[:DEMO_PAID_AT]->(:DemoShop), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Four cards of a ring are at three shops, on three days, within 40 minutes of each other. Ann and Ben pay at the same
// shops at other times, Ben once among the ring, and twice at the kiosk.
UNWIND [
  ['Card 1', 'kiosk', '2026-11-02T10:00Z'], ['Card 2', 'kiosk', '2026-11-02T10:10Z'],
  ['Card 3', 'kiosk', '2026-11-02T10:25Z'], ['Card 4', 'kiosk', '2026-11-02T10:40Z'],
  ['Card 1', 'garage', '2026-11-05T18:20Z'], ['Card 2', 'garage', '2026-11-05T18:05Z'],
  ['Card 3', 'garage', '2026-11-05T18:00Z'], ['Card 4', 'garage', '2026-11-05T18:30Z'],
  ['Card 1', 'store', '2026-11-09T14:00Z'], ['Card 2', 'store', '2026-11-09T14:15Z'],
  ['Card 3', 'store', '2026-11-09T14:35Z'], ['Card 4', 'store', '2026-11-09T14:05Z'],
  ['Ann', 'kiosk', '2026-11-01T09:00Z'], ['Ann', 'garage', '2026-11-03T09:00Z'], ['Ann', 'store', '2026-11-04T09:00Z'],
  ['Ben', 'kiosk', '2026-11-02T10:15Z'], ['Ben', 'kiosk', '2026-11-20T12:00Z'], ['Ben', 'garage', '2026-11-21T12:00Z']
] AS row
MERGE (c:DemoCard {name: row[0]})
MERGE (s:DemoShop {name: row[1]})
CREATE (c)-[:DEMO_PAID_AT {at: datetime(row[2])}]->(s)
RETURN count(*) AS payments;
// | payments |
// | 18 |

// Each payment keeps its time, also where a card has paid at a shop twice.
CALL motif.graph.project('payments', {left: 'DemoCard', right: 'DemoShop'}, 'DEMO_PAID_AT',
  {relationshipProperties: 'at', parallel: 'KEEP'})
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 6 | 3 | 17 |

// ---- The ring ----------------------------------------------------------------------------------------------------

// Without times, nearly all cards share all shops.
CALL motif.biclique.maximal.stats('payments', {minLeft: 3, minRight: 2}) YIELD count, maxLeft, maxRight;
// | count | maxLeft | maxRight |
// | 2 | 6 | 3 |

// At least three cards that were within an hour of each other at each of at least three shops.
CALL motif.biclique.lockstep.stats.estimate('payments',
  {timeProperty: 'at', window: duration('PT1H'), minLeft: 3, minRight: 3}) YIELD nodeCount;
// | nodeCount |
// | 9 |
CALL motif.biclique.lockstep.stats('payments',
  {timeProperty: 'at', window: duration('PT1H'), minLeft: 3, minRight: 3}) YIELD count, maxLeft, maxRight;
// | count | maxLeft | maxRight |
// | 1 | 4 | 3 |
CALL motif.biclique.lockstep.stream.estimate('payments',
  {timeProperty: 'at', window: duration('PT1H'), minLeft: 3, minRight: 3}) YIELD nodeCount;
// | nodeCount |
// | 9 |
CALL motif.biclique.lockstep.stream('payments',
  {timeProperty: 'at', window: duration('PT1H'), minLeft: 3, minRight: 3})
YIELD leftNodes, rightNodes
RETURN COLLECT { UNWIND leftNodes AS c RETURN c.name ORDER BY c.name } AS cards,
  COLLECT { UNWIND rightNodes AS s RETURN s.name ORDER BY s.name } AS shops;
// | cards | shops |
// | [Card 1, Card 2, Card 3, Card 4] | [garage, kiosk, store] |

// Who was with Ben? At the kiosk all of the ring, which so is no reason to suspect him.
MATCH (ben:DemoCard {name: 'Ben'})
CALL motif.biclique.lockstep.stream('payments',
  {timeProperty: 'at', window: duration('PT1H'), minLeft: 2, minRight: 1, contains: ben})
YIELD leftNodes, rightNodes
RETURN COLLECT { UNWIND leftNodes AS c RETURN c.name ORDER BY c.name } AS cards, [s IN rightNodes | s.name] AS shops;
// | cards | shops |
// | [Ben, Card 1, Card 2, Card 3, Card 4] | [kiosk] |

// To draw it in Neo4j Browser: a virtual node with a virtual relationship from each member.
CALL motif.biclique.lockstep.graph.estimate('payments',
  {timeProperty: 'at', window: duration('PT1H'), minLeft: 3, minRight: 3}) YIELD nodeCount;
// | nodeCount |
// | 9 |
CALL motif.biclique.lockstep.graph('payments',
  {timeProperty: 'at', window: duration('PT1H'), minLeft: 3, minRight: 3, label: 'DemoRing'})
YIELD biclique, nodes, relationships
RETURN labels(biclique) AS labels, size(nodes) AS nodes, size(relationships) AS relationships;
// | labels | nodes | relationships |
// | [DemoRing] | 7 | 7 |

// ---- All within a span ---------------------------------------------------------------------------------------------

// Cards that share shops, all of whose payments lie within four days: the ring at two shops that it visited next.
CALL motif.biclique.maximal.stream('payments',
  {timeProperty: 'at', span: duration('P4D'), minLeft: 3, minRight: 2})
YIELD leftNodes, rightNodes
RETURN COLLECT { UNWIND leftNodes AS c RETURN c.name ORDER BY c.name } AS cards,
  COLLECT { UNWIND rightNodes AS s RETURN s.name ORDER BY s.name } AS shops ORDER BY shops;
// | cards | shops |
// | [Card 1, Card 2, Card 3, Card 4] | [garage, kiosk] |
// | [Card 1, Card 2, Card 3, Card 4] | [garage, store] |

// ---- Butterflies within a window -----------------------------------------------------------------------------------

// Two cards at two shops, all four payments within four days: those of the ring between two shops that it visited next.
CALL motif.butterfly.stats('payments', {timeProperty: 'at', window: duration('P4D')}) YIELD count;
// | count |
// | 12 |

// Who is in the most of them?
CALL motif.butterfly.stream('payments', {timeProperty: 'at', window: duration('P4D')})
YIELD node, count
WHERE node:DemoCard
RETURN node.name AS card, count ORDER BY count DESC, card;
// | card | count |
// | Card 1 | 6 |
// | Card 2 | 6 |
// | Card 3 | 6 |
// | Card 4 | 6 |
// | Ann | 0 |
// | Ben | 0 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('payments') YIELD graphName;
// | graphName |
// | payments |
MATCH (c:DemoCard) DETACH DELETE c;
// no rows
MATCH (s:DemoShop) DETACH DELETE s;
// no rows
