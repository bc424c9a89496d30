// Directions: who pays in circles, and who only pays?
//
// Among traders, each set of three says something: a circle of payments, a middleman, two who pay the same third one. The census of
// triads counts all sixteen ways in which three can be joined. Cores by directions find the traders who all pay and are paid a lot.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/directions.cypher
// It makes its own small data, (:DemoTrader)-[:DEMO_PAYS]->(:DemoTrader), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Ada, Ben and Cleo pay each other in a circle, and Ben also pays back. Dirk pays Ada and Ben, and Cleo pays Ella.
UNWIND ['Ada Ben', 'Ben Cleo', 'Cleo Ada', 'Ben Ada', 'Dirk Ada', 'Dirk Ben', 'Cleo Ella'] AS pair
MERGE (a:DemoTrader {name: split(pair, ' ')[0]})
MERGE (b:DemoTrader {name: split(pair, ' ')[1]})
CREATE (a)-[:DEMO_PAYS]->(b)
RETURN count(*) AS payments;
// | payments |
// | 7 |

// Each relationship of the graph has the column direction: 3 where both pay.
CALL motif.graph.project('traders', 'DemoTrader', 'DEMO_PAYS', {orientation: 'DIRECTED'}) YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 5 | 6 |
CALL motif.graph.filter('mutual', 'traders', 'r.direction = 3') YIELD relationshipCount;
// | relationshipCount |
// | 1 |

// ---- What the graph is made of -----------------------------------------------------------------------------------

// 120C is a circle in which one pair also pays back. 120D: Dirk pays two who pay each other.
CALL motif.triad.stats('traders') YIELD triad, mutual, asymmetric, count
WHERE count > 0
RETURN triad, mutual, asymmetric, count;
// | triad | mutual | asymmetric | count |
// | 012 | 0 | 1 | 3 |
// | 102 | 1 | 0 | 1 |
// | 021D | 0 | 2 | 1 |
// | 021U | 0 | 2 | 1 |
// | 021C | 0 | 2 | 2 |
// | 120D | 1 | 2 | 1 |
// | 120C | 1 | 2 | 1 |

// ---- Who has which part ------------------------------------------------------------------------------------------

// Place 5 is the middle of a chain, 23 to 25 are the places in a circle with one pair that pays back.
CALL motif.triad.stream('traders', {nodes: true}) YIELD node, places
RETURN node.name AS name, places[5] AS middle, places[23] + places[24] + places[25] AS circles ORDER BY name;
// | name | middle | circles |
// | Ada | 0 | 1 |
// | Ben | 1 | 1 |
// | Cleo | 1 | 1 |
// | Dirk | 0 | 0 |
// | Ella | 0 | 0 |

CALL motif.triad.write('traders', {writeProperty: 'places'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 5 |
CALL motif.triad.mutate('traders', {mutateProperty: 'place'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 150 |
CALL motif.graph.filter('inCircles', 'traders', 'n.place_23 > 0 OR n.place_24 > 0 OR n.place_25 > 0') YIELD nodeCount;
// | nodeCount |
// | 3 |

// ---- Who pays and is paid a lot ----------------------------------------------------------------------------------

CALL motif.dcore.stats('traders', {k: 1, l: 1}) YIELD coreNodeCount, maxL, maxInCore, maxOutCore;
// | coreNodeCount | maxL | maxInCore | maxOutCore |
// | 3 | 1 | 1 | 1 |
CALL motif.dcore.stream('traders', {k: 1, nodes: true}) YIELD node, inCore, outCore, l
RETURN node.name AS name, inCore, outCore, l ORDER BY name;
// | name | inCore | outCore | l |
// | Ada | 1 | 1 | 1 |
// | Ben | 1 | 1 | 1 |
// | Cleo | 1 | 1 | 1 |
// | Dirk | 0 | 1 | null |
// | Ella | 1 | 0 | 0 |

CALL motif.dcore.write('traders', {writeProperty: 'cores'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 5 |
CALL motif.dcore.mutate('traders', {mutateProperty: 'core'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 15 |
CALL motif.graph.filter('core', 'traders', 'n.core_l >= 1') YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 3 | 3 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop(['mutual', 'inCircles', 'core', 'traders']) YIELD graphName RETURN count(*) AS graphs;
// | graphs |
// | 4 |
MATCH (trader:DemoTrader) DETACH DELETE trader;
// no rows
