// Clique features: which numbers describe a node's surroundings to a model?
//
// How many cliques of 3, 4 and 5 somebody is in says whether the people around them know each other. A list of such numbers for
// each node, all of the same length, is what a classifier or a search for similar nodes takes.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/clique-features.cypher
// It makes its own small data, (:DemoPerson)-[:DEMO_KNOWS]->(:DemoPerson), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// A team of five who all know each other; a host with a guest list of pairs; and a chain.
UNWIND ['Ann Bob', 'Ann Cid', 'Ann Dan', 'Ann Eve', 'Bob Cid', 'Bob Dan', 'Bob Eve', 'Cid Dan', 'Cid Eve', 'Dan Eve',
  'Hal Ida', 'Hal Jon', 'Hal Kim', 'Hal Leo', 'Ida Jon', 'Kim Leo', 'Eve Hal', 'Leo Max', 'Max Noa'] AS pair
MERGE (a:DemoPerson {name: split(pair, ' ')[0]})
MERGE (b:DemoPerson {name: split(pair, ' ')[1]})
MERGE (a)-[:DEMO_KNOWS]->(b)
RETURN count(*) AS acquaintances;
// | acquaintances |
// | 19 |

CALL motif.graph.project('people', 'DemoPerson', 'DEMO_KNOWS', {relationshipIds: true}) YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 12 | 19 |

// ---- A list of each node -----------------------------------------------------------------------------------------

// Three numbers each: cliques of 3, of 4 and of 5. Ann and Hal know about as many people, but Ann's all know each other.
CALL motif.kclique.stream('people', {maxK: 5, nodes: true}) YIELD node, counts
RETURN node.name AS name, COUNT { (node)-[:DEMO_KNOWS]-() } AS knows, counts ORDER BY name;
// | name | knows | counts |
// | Ann | 4 | [6, 4, 1] |
// | Bob | 4 | [6, 4, 1] |
// | Cid | 4 | [6, 4, 1] |
// | Dan | 4 | [6, 4, 1] |
// | Eve | 5 | [6, 4, 1] |
// | Hal | 5 | [2, 0, 0] |
// | Ida | 2 | [1, 0, 0] |
// | Jon | 2 | [1, 0, 0] |
// | Kim | 2 | [1, 0, 0] |
// | Leo | 3 | [1, 0, 0] |
// | Max | 2 | [0, 0, 0] |
// | Noa | 1 | [0, 0, 0] |

// Of each relationship, too: the tie between Eve and Hal is a bridge, in no clique of 3.
CALL motif.kclique.stream('people', {per: 'RELATIONSHIP', nodes: true}) YIELD sourceNode, targetNode, counts
WITH counts, [n IN [sourceNode.name, targetNode.name] | n] AS ends
WHERE counts[0] = 0
UNWIND ends AS name
WITH counts, ends, name ORDER BY name
WITH counts, ends, collect(name) AS names
RETURN names, counts ORDER BY names;
// | names | counts |
// | [Eve, Hal] | [0, 0, 0] |
// | [Leo, Max] | [0, 0, 0] |
// | [Max, Noa] | [0, 0, 0] |

// ---- Features where a model reads them ---------------------------------------------------------------------------

// In the database, as a list of INTEGERs. The row has the cliques of the whole graph: 12 of 3, 5 of 4 and 1 of 5.
CALL motif.kclique.write('people', {maxK: 5, writeProperty: 'cliques'}) YIELD propertiesWritten, counts;
// | propertiesWritten | counts |
// | 12 | [12, 5, 1] |

// Who is most like Hal, by these numbers and the number of acquaintances?
MATCH (hal:DemoPerson {name: 'Hal'})
MATCH (other:DemoPerson) WHERE other <> hal
WITH other, COUNT { (hal)-[:DEMO_KNOWS]-() } - COUNT { (other)-[:DEMO_KNOWS]-() } AS d,
  [i IN range(0, 2) | hal.cliques[i] - other.cliques[i]] AS ds
WITH other, d ^ 2 + reduce(sum = 0.0, x IN ds | sum + x ^ 2) AS distance
RETURN other.name AS name, distance ORDER BY distance, name LIMIT 2;
// | name | distance |
// | Leo | 5.0 |
// | Ida | 10.0 |

// With the graph in memory, as a column for each size, which filters can read.
CALL motif.kclique.mutate('people', {maxK: 5, mutateProperty: 'cliques'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 36 |
CALL motif.graph.filter('team', 'people', 'n.cliques_5 >= 1') YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 5 | 10 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('team') YIELD graphName;
// | graphName |
// | team |
CALL motif.graph.drop('people') YIELD graphName;
// | graphName |
// | people |
MATCH (person:DemoPerson) DETACH DELETE person;
// no rows
