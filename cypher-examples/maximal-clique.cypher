// Maximal cliques: which groups of people who all know each other lack nobody?
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/maximal-clique.cypher
// It makes its own small data, (:DemoPerson)-[:DEMO_KNOWS]->(:DemoPerson), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Ann, Bob, Cid and Dan all know each other, and so do Bob, Cid, Dan and Eve. Eve, Fay and Gus are three friends; Hal knows only Gus.
UNWIND ['Ann Bob', 'Ann Cid', 'Ann Dan', 'Bob Cid', 'Bob Dan', 'Bob Eve', 'Cid Dan', 'Cid Eve', 'Dan Eve',
  'Eve Fay', 'Eve Gus', 'Fay Gus', 'Gus Hal'] AS pair
MERGE (a:DemoPerson {name: split(pair, ' ')[0]})
MERGE (b:DemoPerson {name: split(pair, ' ')[1]})
MERGE (a)-[:DEMO_KNOWS]->(b)
RETURN count(*) AS acquaintances;
// | acquaintances |
// | 13 |

CALL motif.graph.project('people', 'DemoPerson', 'DEMO_KNOWS') YIELD kind, nodeCount, relationshipCount;
// | kind | nodeCount | relationshipCount |
// | UNIPARTITE | 8 | 13 |

// ---- Which groups are there? -------------------------------------------------------------------------------------

// What will it need?
CALL motif.clique.maximal.stats.estimate('people') YIELD nodeCount, requiredMemory;
// | nodeCount | requiredMemory |
// | 8 | * |

CALL motif.clique.maximal.stats('people') YIELD count, largest, sizes
UNWIND sizes AS each
RETURN count, largest, each.size AS size, each.count AS ofSize ORDER BY size;
// | count | largest | size | ofSize |
// | 4 | 4 | 2 | 1 |
// | 4 | 4 | 3 | 1 |
// | 4 | 4 | 4 | 2 |

CALL motif.clique.maximal.stream.estimate('people', {minSize: 3}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.clique.maximal.stream('people', {minSize: 3, nodes: true}) YIELD nodes, size
UNWIND nodes AS n
WITH nodes, size, n ORDER BY n.name
WITH nodes, size, collect(n.name) AS names
RETURN size, names ORDER BY names;
// | size | names |
// | 4 | [Ann, Bob, Cid, Dan] |
// | 4 | [Bob, Cid, Dan, Eve] |
// | 3 | [Eve, Fay, Gus] |

// The groups around one person.
MATCH (eve:DemoPerson {name: 'Eve'})
CALL motif.clique.maximal.stream('people', {contains: eve}) YIELD size
RETURN size ORDER BY size;
// | size |
// | 3 |
// | 4 |

// ---- The largest -------------------------------------------------------------------------------------------------

CALL motif.clique.maximum.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.clique.maximum('people', {topK: 2}) YIELD size;
// | size |
// | 4 |
// | 4 |

// To draw: a virtual node for the group, joined to its members.
CALL motif.clique.maximal.graph.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.clique.maximal.graph('people') YIELD clique, nodes, relationships
RETURN labels(clique) AS labels, size(nodes) AS members, size(relationships) AS drawn;
// | labels | members | drawn |
// | [Clique] | 4 | 4 |

// ---- Into the database -------------------------------------------------------------------------------------------

// In how many groups is each person? A feature for a model, or for a filter.
CALL motif.clique.maximal.mutate.estimate('people', {mutateProperty: 'groups'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.clique.maximal.mutate('people', {mutateProperty: 'groups'}) YIELD nodePropertiesWritten, count;
// | nodePropertiesWritten | count |
// | 8 | 4 |
CALL motif.clique.maximal.write('people', {writeProperty: 'groups', minSize: 3}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 8 |
MATCH (p:DemoPerson) RETURN p.name AS name, p.groups AS groups ORDER BY groups DESC, name LIMIT 4;
// | name | groups |
// | Bob | 2 |
// | Cid | 2 |
// | Dan | 2 |
// | Eve | 2 |

// The groups as nodes; a second run with this jobId replaces them.
CALL motif.clique.maximal.write.estimate('people', {writeCliques: 'DemoGroup', minSize: 3}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.clique.maximal.write('people', {writeCliques: 'DemoGroup', minSize: 3, jobId: 'demo-groups'})
YIELD cliquesWritten, relationshipsWritten;
// | cliquesWritten | relationshipsWritten |
// | 3 | 11 |
MATCH (:DemoPerson {name: 'Fay'})-[:IN_CLIQUE]->(g:DemoGroup) RETURN g.size AS size;
// | size |
// | 3 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('people') YIELD graphName;
// | graphName |
// | people |
MATCH (g:DemoGroup) DETACH DELETE g;
// no rows
MATCH (p:DemoPerson) DETACH DELETE p;
// no rows
