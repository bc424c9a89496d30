// Tasks: a statement or a few for what is asked for most.
//
// Each numbered part stands alone after the data; docs/examples.md lists them, with the tasks that need other plugins.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/tasks.cypher
// It makes its own small data, customers and firms that bought products, and customers who know each other, and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

UNWIND [
  ['DemoCustomer', 'Ann', ['kettle', 'teapot', 'toaster'], '2026-03-01'],
  ['DemoCustomer', 'Bob', ['kettle', 'teapot', 'toaster'], '2026-04-01'],
  ['DemoFirm', 'Cafe', ['kettle', 'teapot', 'toaster', 'spade'], '2026-05-01'],
  ['DemoCustomer', 'Dan', ['spade', 'hose'], '2026-05-01'],
  ['DemoCustomer', 'Eve', ['spade', 'hose'], '2025-05-01']
] AS row
CREATE (c:$(row[0]) {name: row[1]})
WITH c, row
UNWIND row[2] AS product
MERGE (p:DemoProduct {name: product})
CREATE (c)-[:DEMO_BOUGHT {on: date(row[3])}]->(p)
RETURN count(*) AS purchases;
// | purchases |
// | 14 |

// Eve returned what she bought. Ann, Bob and Dan know each other; so do Bob, Dan and Eve.
MATCH (eve:DemoCustomer {name: 'Eve'})-[:DEMO_BOUGHT]->(p:DemoProduct)
CREATE (eve)-[:DEMO_RETURNED {on: date('2026-06-01')}]->(p);
// no rows

UNWIND [['Ann', 'Bob'], ['Ann', 'Dan'], ['Bob', 'Dan'], ['Bob', 'Eve'], ['Dan', 'Eve']] AS pair
MATCH (a:DemoCustomer {name: pair[0]}) MATCH (b:DemoCustomer {name: pair[1]})
CREATE (a)-[:DEMO_KNOWS]->(b);
// no rows

CALL motif.graph.project('tasks', {left: ['DemoCustomer', 'DemoFirm'], right: 'DemoProduct'}, 'DEMO_BOUGHT', {relationshipIds: true})
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 5 | 5 | 14 |

// ---- 1. Rank, and join with the data -----------------------------------------------------------------------------

// Who is in the most butterflies, and when did they buy last?
CALL motif.butterfly.stream('tasks', {nodes: true}) YIELD node, side, count
WITH * WHERE side = 'LEFT' AND count > 0
MATCH (node)-[b:DEMO_BOUGHT]->()
RETURN node.name AS buyer, count AS butterflies, max(b.on) AS last ORDER BY butterflies DESC, buyer LIMIT 3;
// | buyer | butterflies | last |
// | Ann | 6 | 2026-03-01 |
// | Bob | 6 | 2026-04-01 |
// | Cafe | 6 | 2026-05-01 |

// ---- 2. Filter by date and type ----------------------------------------------------------------------------------

// Purchases and returns of this year.
CALL motif.butterfly.stats({
  nodes: {left: ['DemoCustomer', 'DemoFirm'], right: 'DemoProduct'},
  relationships: ['DEMO_BOUGHT', 'DEMO_RETURNED'],
  relationshipFilter: {property: 'on', min: date('2026-01-01'), max: date('2026-12-31')}
}) YIELD count;
// | count |
// | 10 |

// Purchases alone.
CALL motif.butterfly.stats({
  nodes: {left: ['DemoCustomer', 'DemoFirm'], right: 'DemoProduct'},
  relationships: 'DEMO_BOUGHT',
  relationshipFilter: {property: 'on', min: date('2026-01-01'), max: date('2026-12-31')}
}) YIELD count;
// | count |
// | 9 |

// ---- 3. A projection by Cypher, written back ---------------------------------------------------------------------

// Purchases that were not returned.
MATCH (c:DemoCustomer|DemoFirm)-[b:DEMO_BOUGHT]->(p:DemoProduct)
WHERE NOT (c)-[:DEMO_RETURNED]->(p)
WITH motif.graph.project('kept', c, p, {kind: 'BIPARTITE', relationship: b}) AS graph
RETURN graph.relationshipCount AS purchases;
// | purchases |
// | 12 |

CALL motif.butterfly.write('kept', {writeProperty: 'butterflies', per: 'RELATIONSHIP'}) YIELD propertiesWritten, count;
// | propertiesWritten | count |
// | 12 | 9 |

// ---- 4. Counts by label ------------------------------------------------------------------------------------------

CALL motif.butterfly.stream('tasks', {nodes: true}) YIELD node, count
UNWIND labels(node) AS label
RETURN label, count(node) AS nodes, sum(count) AS butterflies ORDER BY label;
// | label | nodes | butterflies |
// | DemoCustomer | 4 | 14 |
// | DemoFirm | 1 | 6 |
// | DemoProduct | 5 | 20 |

// ---- 5. The 20 most similar pairs, as relationships --------------------------------------------------------------

CALL motif.commonNeighbors.pairs('tasks', {side: 'LEFT', similarityMetric: 'JACCARD', nodes: true}) YIELD sourceNode, targetNode, similarity
WITH sourceNode, targetNode, similarity ORDER BY similarity DESC, sourceNode.name, targetNode.name LIMIT 20
MERGE (sourceNode)-[s:DEMO_SIMILAR]->(targetNode)
SET s.similarity = similarity
WITH s, CASE WHEN sourceNode.name < targetNode.name THEN [sourceNode.name, targetNode.name] ELSE [targetNode.name, sourceNode.name] END AS pair
RETURN pair[0] AS one, pair[1] AS other, s.similarity AS similarity ORDER BY similarity DESC, one, other;
// | one | other | similarity |
// | Ann | Bob | 1.0 |
// | Dan | Eve | 1.0 |
// | Ann | Cafe | 0.75 |
// | Bob | Cafe | 0.75 |
// | Cafe | Dan | 0.2 |
// | Cafe | Eve | 0.2 |

// ---- 6. Drop weak relationships by their wing number -------------------------------------------------------------

CALL motif.wing.write('tasks', {writeProperty: 'wing'}) YIELD propertiesWritten, maxWing;
// | propertiesWritten | maxWing |
// | 14 | 4 |

// From a projection, which leaves the data as they are:
CALL motif.graph.project('strong', {left: ['DemoCustomer', 'DemoFirm'], right: 'DemoProduct'}, 'DEMO_BOUGHT',
  {relationshipFilter: {property: 'wing', min: 1}})
YIELD relationshipCount, filteredOut;
// | relationshipCount | filteredOut |
// | 13 | 1 |

// Or from the database.
MATCH (:DemoCustomer|DemoFirm)-[b:DEMO_BOUGHT]->(p:DemoProduct) WHERE b.wing < 1
DELETE b
RETURN count(*) AS dropped;
// | dropped |
// | 1 |

// ---- 7. The largest biclique with a node -------------------------------------------------------------------------

MATCH (cafe:DemoFirm {name: 'Cafe'})
CALL motif.biclique.maximum('strong', {contains: cafe, nodes: true}) YIELD leftNodes, rightNodes, edges
RETURN COLLECT { UNWIND leftNodes AS n RETURN n.name ORDER BY n.name } AS buyers,
  COLLECT { UNWIND rightNodes AS n RETURN n.name ORDER BY n.name } AS products, edges;
// | buyers | products | edges |
// | [Ann, Bob, Cafe] | [kettle, teapot, toaster] | 9 |

// ---- 8. The k-cliques with a node --------------------------------------------------------------------------------

MATCH (ann:DemoCustomer {name: 'Ann'})
CALL motif.kclique.list({nodes: 'DemoCustomer', relationships: 'DEMO_KNOWS'}, {k: 3, contains: ann, nodes: true}) YIELD nodes
RETURN COLLECT { UNWIND nodes AS n RETURN n.name ORDER BY n.name } AS friends;
// | friends |
// | [Ann, Bob, Dan] |

// ---- 12. Restart, and go on --------------------------------------------------------------------------------------

// Written properties outlive a restart, named graphs do not. This statement of a start-up script projects one only if it is not there.
CALL motif.graph.drop('strong') YIELD graphName;
// | graphName |
// | strong |

CALL motif.graph.exists('strong') YIELD graphName, exists
WITH * WHERE NOT exists
CALL motif.graph.project(graphName, {left: ['DemoCustomer', 'DemoFirm'], right: 'DemoProduct'}, 'DEMO_BOUGHT') YIELD relationshipCount
RETURN relationshipCount;
// | relationshipCount |
// | 13 |

CALL motif.graph.exists('strong') YIELD graphName, exists
WITH * WHERE NOT exists
CALL motif.graph.project(graphName, {left: ['DemoCustomer', 'DemoFirm'], right: 'DemoProduct'}, 'DEMO_BOUGHT') YIELD relationshipCount
RETURN relationshipCount;
// no rows

// A write that was ended by the restart has written some batches. With onlyChanged the next run writes only the rest, here of a node.
CALL motif.tip.write('tasks', {writeProperty: 'tip', side: 'LEFT'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 5 |

MATCH (eve:DemoCustomer {name: 'Eve'}) REMOVE eve.tip;
// no rows

CALL motif.tip.write('tasks', {writeProperty: 'tip', side: 'LEFT', onlyChanged: true}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 1 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop(['tasks', 'kept', 'strong']) YIELD graphName;
// | graphName |
// | tasks |
// | kept |
// | strong |

MATCH (n:DemoCustomer|DemoFirm|DemoProduct) DETACH DELETE n;
// no rows
