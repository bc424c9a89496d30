// Communities of cliques: which circles of people overlap, and who stands between them?
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/clique-communities.cypher
// It makes its own small data, (:DemoPerson)-[:DEMO_KNOWS]->(:DemoPerson), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Two circles of friends around Dan, and Gus, who knows one of them.
UNWIND ['Ann Bob', 'Ann Cid', 'Bob Cid', 'Bob Dan', 'Cid Dan', 'Dan Eve', 'Dan Fay', 'Eve Fay', 'Fay Gus'] AS pair
MERGE (a:DemoPerson {name: split(pair, ' ')[0]})
MERGE (b:DemoPerson {name: split(pair, ' ')[1]})
MERGE (a)-[:DEMO_KNOWS]->(b)
RETURN count(*) AS acquaintances;
// | acquaintances |
// | 9 |

CALL motif.graph.project('people', 'DemoPerson', 'DEMO_KNOWS') YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 7 | 9 |

// ---- Communities -------------------------------------------------------------------------------------------------

CALL motif.clique.percolation.stats.estimate('people', {k: 3}) YIELD nodeCount;
// | nodeCount |
// | 7 |

// Ann, Bob and Cid are a triangle, and so are Bob, Cid and Dan, who share two of them.
CALL motif.clique.percolation.stats('people', {k: 3})
YIELD communityCount, largest, nodesInCommunities, nodesInSeveral, cliqueCount;
// | communityCount | largest | nodesInCommunities | nodesInSeveral | cliqueCount |
// | 2 | 4 | 6 | 1 | 3 |

CALL motif.clique.percolation.stream.estimate('people', {k: 3}) YIELD nodeCount;
// | nodeCount |
// | 7 |
CALL motif.clique.percolation.stream('people', {k: 3, nodes: true}) YIELD communityId, size, nodes
UNWIND nodes AS n
WITH communityId, size, n ORDER BY n.name
RETURN communityId, size, collect(n.name) AS names ORDER BY communityId;
// | communityId | size | names |
// | 0 | 4 | [Ann, Bob, Cid, Dan] |
// | 1 | 3 | [Dan, Eve, Fay] |

// ---- Into the database -------------------------------------------------------------------------------------------

// Who is in several? As a column of the graph in memory, and as a property.
CALL motif.clique.percolation.mutate.estimate('people', {k: 3, mutateProperty: 'circles'}) YIELD nodeCount;
// | nodeCount |
// | 7 |
CALL motif.clique.percolation.mutate('people', {k: 3, mutateProperty: 'circles'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 7 |
CALL motif.clique.percolation.write('people', {k: 3, writeProperty: 'circles'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 7 |
MATCH (p:DemoPerson) WHERE p.circles > 1 RETURN p.name AS between;
// | between |
// | Dan |

// The communities as nodes.
CALL motif.clique.percolation.write.estimate('people', {k: 3, writeCommunities: 'DemoCircle'}) YIELD nodeCount;
// | nodeCount |
// | 7 |
CALL motif.clique.percolation.write('people', {k: 3, writeCommunities: 'DemoCircle', jobId: 'demo-circles'})
YIELD communitiesWritten, relationshipsWritten;
// | communitiesWritten | relationshipsWritten |
// | 2 | 7 |
MATCH (:DemoPerson {name: 'Dan'})-[:IN_COMMUNITY]->(c:DemoCircle) RETURN c.size AS size ORDER BY size;
// | size |
// | 3 |
// | 4 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('people') YIELD graphName;
// | graphName |
// | people |
MATCH (c:DemoCircle) DETACH DELETE c;
// no rows
MATCH (p:DemoPerson) DETACH DELETE p;
// no rows
