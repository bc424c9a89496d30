// Near-cliques: which people nearly all know each other, and who of them should still be introduced?
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/near-cliques.cypher
// It makes its own small data, (:DemoPerson)-[:DEMO_KNOWS]->(:DemoPerson), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// A circle of six, each of whom does not know one of the others, and two people beside it.
UNWIND [
  ['Ann', ['Cid', 'Dan', 'Eve', 'Fay', 'Gus']],
  ['Bob', ['Cid', 'Dan', 'Eve', 'Fay']],
  ['Cid', ['Eve', 'Fay', 'Gus']],
  ['Dan', ['Eve', 'Fay']],
  ['Gus', ['Hal']]
] AS row
UNWIND row[1] AS other
MERGE (a:DemoPerson {name: row[0]})
MERGE (b:DemoPerson {name: other})
MERGE (a)-[:DEMO_KNOWS]->(b)
RETURN count(*) AS knows;
// | knows |
// | 15 |

CALL motif.graph.project('people', 'DemoPerson', 'DEMO_KNOWS') YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 8 | 15 |

// ---- The circle --------------------------------------------------------------------------------------------------

// Groups in which all know each other: the circle is in eight pieces of three, and Gus makes one more.
CALL motif.clique.maximal.stats('people', {minSize: 3}) YIELD count, largest;
// | count | largest |
// | 9 | 3 |

// Groups in which each may miss one.
CALL motif.clique.near.stats.estimate('people', {minSize: 5}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.clique.near.stats('people', {minSize: 5}) YIELD count, largest;
// | count | largest |
// | 1 | 6 |
CALL motif.clique.near.stream.estimate('people', {minSize: 5}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.clique.near.stream('people', {minSize: 5, nodes: true}) YIELD nodes, edges, missingEdges
RETURN COLLECT { UNWIND nodes AS n RETURN n.name ORDER BY n.name } AS names, edges, missingEdges;
// | names | edges | missingEdges |
// | [Ann, Bob, Cid, Dan, Eve, Fay] | 12 | 3 |

// Whom of Bob's circle should one introduce to each other?
MATCH (bob:DemoPerson {name: 'Bob'})
CALL motif.clique.near.stream('people', {minSize: 5, contains: bob, nodes: true}) YIELD nodes
UNWIND nodes AS a
UNWIND nodes AS b
WITH a, b WHERE a.name < b.name AND NOT EXISTS { (a)-[:DEMO_KNOWS]-(b) }
RETURN a.name AS one, b.name AS other ORDER BY one;
// | one | other |
// | Ann | Bob |
// | Cid | Dan |
// | Eve | Fay |

// To draw it in Neo4j Browser: a virtual node with a virtual relationship from each member.
CALL motif.clique.near.graph.estimate('people', {minSize: 5}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.clique.near.graph('people', {minSize: 5, label: 'DemoCircle'})
YIELD clique, nodes, relationships, edges
RETURN labels(clique) AS labels, size(nodes) AS nodes, size(relationships) AS relationships, edges;
// | labels | nodes | relationships | edges |
// | [DemoCircle] | 6 | 6 | 12 |

// In how many near-cliques is each person, as a property and as a column of the graph?
CALL motif.clique.near.write.estimate('people', {minSize: 3, writeProperty: 'circles'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.clique.near.write('people', {minSize: 3, writeProperty: 'circles'}) YIELD nodePropertiesWritten, count;
// | nodePropertiesWritten | count |
// | 8 | * |
CALL motif.clique.near.mutate.estimate('people', {minSize: 3, mutateProperty: 'circles'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.clique.near.mutate('people', {minSize: 3, mutateProperty: 'circles'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 8 |

// The circle as a node, joined to its members.
CALL motif.clique.near.write('people', {minSize: 5, writeCliques: 'DemoCircle', relationshipType: 'DEMO_IN'})
YIELD cliquesWritten, relationshipsWritten;
// | cliquesWritten | relationshipsWritten |
// | 1 | 6 |
MATCH (c:DemoCircle) RETURN c.size AS size, c.edges AS edges;
// | size | edges |
// | 6 | 12 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('people') YIELD graphName;
// | graphName |
// | people |
MATCH (c:DemoCircle) DETACH DELETE c;
// no rows
MATCH (p:DemoPerson) DETACH DELETE p;
// no rows
