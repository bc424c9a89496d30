// k-cliques and core numbers: in which groups does everybody know everybody?
//
// A k-clique is k people who all know each other. The core number of a person says how dense the group is that the person
// belongs to: everybody in the k-core knows k others of it at least.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/kclique.cypher
// It makes its own small data, (:DemoPerson)-[:DEMO_KNOWS]->(:DemoPerson), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Ann, Bob, Cid, Dan and Eve all know each other, except Ann and Eve. Eve, Fay and Gus are a triangle; Hal knows only Gus.
UNWIND ['Ann Bob', 'Ann Cid', 'Ann Dan', 'Bob Cid', 'Bob Dan', 'Bob Eve', 'Cid Dan', 'Cid Eve', 'Dan Eve',
  'Eve Fay', 'Eve Gus', 'Fay Gus', 'Gus Hal'] AS pair
MERGE (a:DemoPerson {name: split(pair, ' ')[0]})
MERGE (b:DemoPerson {name: split(pair, ' ')[1]})
MERGE (a)-[:DEMO_KNOWS]->(b)
RETURN count(*) AS acquaintances;
// | acquaintances |
// | 13 |

// The direction of the relationships does not matter. The ids are for writing to relationships, further below.
CALL motif.graph.project('people', 'DemoPerson', 'DEMO_KNOWS', {relationshipIds: true})
YIELD kind, nodeCount, relationshipCount;
// | kind | nodeCount | relationshipCount |
// | UNIPARTITE | 8 | 13 |

// ---- Counting cliques --------------------------------------------------------------------------------------------

// What will it need?
CALL motif.kclique.stats.estimate('people') YIELD requiredMemory, nodeCount, backend;
// | requiredMemory | nodeCount | backend |
// | * | 8 | * |

// Every size in one search. There are two cliques of 4: Bob, Cid and Dan with Ann, and with Eve.
CALL motif.kclique.stats('people') YIELD k, count, countText, cliqueNumber, degeneracy;
// | k | count | countText | cliqueNumber | degeneracy |
// | 3 | 8 | 8 | 4 | 3 |
// | 4 | 2 | 2 | 4 | 3 |

// One size, in a way of the literature. All ways count the same.
CALL motif.research.pivoting.stats('people', {k: 4, algorithm: 'PIVOT', orientation: 'DEGREE'})
YIELD count, algorithm, orientation;
// | count | algorithm | orientation |
// | 2 | PIVOT | DEGREE |

// Which ones are they?
CALL motif.kclique.list.estimate('people', {k: 4}) YIELD nodeCount, backend;
// | nodeCount | backend |
// | 8 | CPU |

CALL motif.kclique.list('people', {k: 4}) YIELD nodeIds
RETURN COLLECT { UNWIND motif.util.asNodes(nodeIds) AS n RETURN n.name ORDER BY n.name } AS names ORDER BY names;
// | names |
// | [Ann, Bob, Cid, Dan] |
// | [Bob, Cid, Dan, Eve] |

// Only those with Eve and Gus, who know one another.
MATCH (person:DemoPerson) WHERE person.name IN ['Eve', 'Gus']
WITH collect(person) AS both
CALL motif.kclique.list('people', {k: 3, contains: both}) YIELD nodeIds
RETURN COLLECT { UNWIND motif.util.asNodes(nodeIds) AS n RETURN n.name ORDER BY n.name } AS names;
// | names |
// | [Eve, Fay, Gus] |

// The same node's cliques, counted.
MATCH (eve:DemoPerson {name: 'Eve'})
CALL motif.kclique.stats('people', {contains: eve}) YIELD k, count
RETURN k, count;
// | k | count |
// | 3 | 4 |
// | 4 | 1 |

// ---- Cliques of people and of acquaintances ----------------------------------------------------------------------

CALL motif.kclique.stream.estimate('people', {k: 4}) YIELD requiredMemory;
// | requiredMemory |
// | * |

// Who is in the most cliques of 4?
CALL motif.kclique.stream('people', {k: 4, nodes: true}) YIELD node, count
RETURN node.name AS name, count ORDER BY count DESC, name;
// | name | count |
// | Bob | 2 |
// | Cid | 2 |
// | Dan | 2 |
// | Ann | 1 |
// | Eve | 1 |
// | Fay | 0 |
// | Gus | 0 |
// | Hal | 0 |

// Which acquaintances hold the cliques together? Counts that are written to the relationships can be read later.
CALL motif.kclique.write.estimate('people', {k: 4, per: 'RELATIONSHIP', writeProperty: 'cliques'})
YIELD relationshipCount;
// | relationshipCount |
// | 13 |
CALL motif.kclique.write('people', {k: 4, per: 'RELATIONSHIP', writeProperty: 'cliques'})
YIELD propertiesWritten, count;
// | propertiesWritten | count |
// | 13 | 2 |
MATCH (a:DemoPerson)-[r:DEMO_KNOWS]->(b:DemoPerson) WHERE r.cliques > 1
RETURN a.name AS a, b.name AS b, r.cliques AS cliques ORDER BY a, b;
// | a | b | cliques |
// | Bob | Cid | 2 |
// | Bob | Dan | 2 |
// | Cid | Dan | 2 |

// ---- Core numbers ------------------------------------------------------------------------------------------------

CALL motif.kcore.stats.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.kcore.stats('people') YIELD degeneracy, levels, nodesAtMax;
// | degeneracy | levels | nodesAtMax |
// | 3 | 3 | 5 |
CALL motif.kcore.stream.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.kcore.stream('people', {nodes: true}) YIELD node, core
WITH core, node.name AS name ORDER BY name
RETURN core, collect(name) AS names ORDER BY core;
// | core | names |
// | 1 | [Hal] |
// | 2 | [Fay, Gus] |
// | 3 | [Ann, Bob, Cid, Dan, Eve] |
CALL motif.kcore.write.estimate('people', {writeProperty: 'core'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.kcore.write('people', {writeProperty: 'core'}) YIELD nodePropertiesWritten, degeneracy;
// | nodePropertiesWritten | degeneracy |
// | 8 | 3 |

// ---- Truss numbers -----------------------------------------------------------------------------------------------

// Each acquaintance of the k-truss is in k - 2 triangles of it: the two cliques of 4 hold together, Gus and Hal do not.
CALL motif.ktruss.stats.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.ktruss.stats('people') YIELD maxTruss, levels, relationshipsAtMax;
// | maxTruss | levels | relationshipsAtMax |
// | 4 | 3 | 9 |
CALL motif.ktruss.stream.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.ktruss.stream('people', {nodes: true}) YIELD sourceNode, targetNode, truss
UNWIND [sourceNode.name, targetNode.name] AS name
WITH DISTINCT truss, name ORDER BY name
RETURN truss, collect(name) AS names ORDER BY truss;
// | truss | names |
// | 2 | [Gus, Hal] |
// | 3 | [Eve, Fay, Gus] |
// | 4 | [Ann, Bob, Cid, Dan, Eve] |
CALL motif.ktruss.write.estimate('people', {writeProperty: 'truss'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.ktruss.write('people', {writeProperty: 'truss'}) YIELD propertiesWritten, maxTruss;
// | propertiesWritten | maxTruss |
// | 13 | 4 |
CALL motif.ktruss.mutate.estimate('people', {mutateProperty: 'truss'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.ktruss.mutate('people', {mutateProperty: 'truss'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 13 |

// ---- Densest part ------------------------------------------------------------------------------------------------

// The part with many triangles for each node.
CALL motif.kclique.densest.stats.estimate('people', {k: 3}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.kclique.densest.stats('people', {k: 3}) YIELD density, count, nodeCount, relationshipCount;
// | density | count | nodeCount | relationshipCount |
// | 1.4 | 7 | 5 | 9 |
CALL motif.kclique.densest.stream.estimate('people', {k: 3}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.kclique.densest.stream('people', {k: 3, nodes: true}) YIELD node
WITH node.name AS name ORDER BY name
RETURN collect(name) AS names;
// | names |
// | [Ann, Bob, Cid, Dan, Eve] |

// ---- Estimates: exact where neighborhoods are small ----------------------------------------------------------------

CALL motif.kclique.sample.estimate('people', {k: 4, backend: 'CPU'}) YIELD backend;
// | backend |
// | CPU |
CALL motif.kclique.sample('people', {k: 4, timeoutMillis: 10000}) YIELD estimate, lower, upper, samples;
// | estimate | lower | upper | samples |
// | 2.0 | 2.0 | 2.0 | 0 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('people') YIELD graphName;
// | graphName |
// | people |
MATCH (person:DemoPerson) DETACH DELETE person;
// no rows
