// Counts that follow: after a refresh, only what changed is counted.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/followed-counts.cypher
// It makes its own small data, (:DemoBuyer)-[:DEMO_BOUGHT]->(:DemoThing), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

UNWIND [['Ann', ['kettle', 'teapot']], ['Bob', ['kettle', 'teapot']], ['Cid', ['teapot', 'spade']]] AS row
UNWIND row[1] AS thing
MERGE (b:DemoBuyer {name: row[0]})
MERGE (t:DemoThing {name: thing})
MERGE (b)-[:DEMO_BOUGHT]->(t)
RETURN count(*) AS bought;
// | bought |
// | 6 |

// The server remembers what changes from now on.
CALL motif.graph.project('bought', {left: 'DemoBuyer', right: 'DemoThing'}, 'DEMO_BOUGHT', {follow: true})
YIELD relationshipCount;
// | relationshipCount |
// | 6 |
CALL motif.butterfly.mutate('bought', {mutateProperty: 'before'}) YIELD count;
// | count |
// | 1 |

// ---- Some time later ---------------------------------------------------------------------------------------------

MATCH (c:DemoBuyer {name: 'Cid'})
MATCH (k:DemoThing {name: 'kettle'})
CREATE (c)-[:DEMO_BOUGHT]->(k)
RETURN count(*) AS created;
// | created |
// | 1 |
CALL motif.graph.refresh('bought') YIELD relationshipsAdded, relationshipsRemoved;
// | relationshipsAdded | relationshipsRemoved |
// | 1 | 0 |

// Counts of all nodes, from those before: only butterflies with the new relationship are counted.
CALL motif.butterfly.mutate('bought', {mutateProperty: 'now', baseProperty: 'before', algorithm: 'DELTA'}) YIELD count;
// | count |
// | 3 |
CALL motif.graph.nodeProperties.stream('bought', ['before', 'now']) YIELD node, nodeProperty, propertyValue
WITH node.name AS name, collect({property: nodeProperty, value: propertyValue}) AS values
WITH name, [v IN values WHERE v.property = 'before' | v.value][0] AS before,
  [v IN values WHERE v.property = 'now' | v.value][0] AS now
WHERE now > before
RETURN name, before, now ORDER BY name;
// | name | before | now |
// | Ann | 1 | 2 |
// | Bob | 1 | 2 |
// | Cid | 0 | 2 |
// | kettle | 1 | 3 |
// | teapot | 1 | 3 |

// Without algorithm: 'DELTA' the call takes what costs less, and says why.
CALL motif.butterfly.stats('bought', {baseProperty: 'before'}) YIELD count, backendReason
RETURN count, backendReason CONTAINS 'changed relationships: 1;' AS says;
// | count | says |
// | 3 | true |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('bought') YIELD graphName;
// | graphName |
// | bought |
MATCH (n) WHERE n:DemoBuyer OR n:DemoThing DETACH DELETE n;
// no rows
