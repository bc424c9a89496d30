// Cleaning up: what is left after a day of trying, and how to get rid of it.
//
// Named graphs take memory until they are dropped or the server restarts. Written properties and bicliques are ordinary data
// and stay until somebody deletes them. Nothing else remains.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/cleaning-up.cypher
// It makes its own small data, (:DemoDriver)-[:DEMO_RENTED]->(:DemoCar), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- A day of trying ---------------------------------------------------------------------------------------------

UNWIND [['Nils', 'Fiat'], ['Nils', 'Opel'], ['Orla', 'Fiat'], ['Orla', 'Opel'], ['Pete', 'Opel'], ['Pete', 'Saab']] AS row
MERGE (d:DemoDriver {name: row[0]})
MERGE (c:DemoCar {name: row[1]})
CREATE (d)-[:DEMO_RENTED]->(c)
RETURN count(*) AS rentals;
// | rentals |
// | 6 |

CALL motif.graph.project('demo-rentals', {left: 'DemoDriver', right: 'DemoCar'}, 'DEMO_RENTED', {relationshipIds: true})
YIELD relationshipCount;
// | relationshipCount |
// | 6 |

CALL motif.graph.project('demo-first-try', ['DemoDriver', 'DemoCar'], 'DEMO_RENTED') YIELD relationshipCount;
// | relationshipCount |
// | 6 |

CALL motif.butterfly.write('demo-rentals', {writeProperty: 'demoButterflies'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 6 |

CALL motif.wing.write('demo-rentals', {writeProperty: 'demoWing'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 6 |

CALL motif.biclique.maximal.write('demo-rentals', {writeBicliques: 'DemoGroup', minLeft: 2, minRight: 2, jobId: 'demo-groups'})
YIELD bicliquesWritten;
// | bicliquesWritten |
// | 1 |

// ---- What is there? ----------------------------------------------------------------------------------------------

// Graphs, with the memory they take. `bytes` adds up to what motif.sysInfo calls offHeapUsed while nothing runs.
CALL motif.graph.list() YIELD graphName, kind, bytes
RETURN graphName, kind, bytes ORDER BY graphName;
// | graphName | kind | bytes |
// | demo-first-try | UNIPARTITE | * |
// | demo-rentals | BIPARTITE | * |

CALL motif.sysInfo() YIELD key, value WITH * WHERE key IN ['graphs', 'offHeapUsed'] RETURN key, value ORDER BY key;
// | key | value |
// | graphs | 2 |
// | offHeapUsed | * |

// Jobs, the newest first. None is running any more; motif.jobs.cancel would end a running one.
CALL motif.listProgress() YIELD taskName, status, progressBar
RETURN taskName, status, progressBar LIMIT 5;
// | taskName | status | progressBar |
// | motif.biclique.maximal.write | FINISHED | [##########] |
// | motif.wing.write | FINISHED | [##########] |
// | motif.butterfly.write | FINISHED | [##########] |
// | motif.graph.project | FINISHED | [##########] |
// | motif.graph.project | FINISHED | [##########] |

CALL motif.jobs.cancel('demo-groups') YIELD jobId, canceled;
// | jobId | canceled |
// | demo-groups | false |

// ---- Graphs ------------------------------------------------------------------------------------------------------

// All of them at once. A graph that a running call uses stays in memory until that call has ended.
CALL motif.graph.list() YIELD graphName
WITH * WHERE graphName STARTS WITH 'demo-'
CALL motif.graph.drop(graphName) YIELD graphName AS dropped
RETURN dropped ORDER BY dropped;
// | dropped |
// | demo-first-try |
// | demo-rentals |

// Dropping a graph that does not exist is an error, unless the second argument is false, which is right for scripts.
CALL motif.graph.drop('demo-rentals', false) YIELD graphName;
// no rows

CALL motif.graph.exists('demo-rentals') YIELD graphName, exists;
// | graphName | exists |
// | demo-rentals | false |

// ---- What was written --------------------------------------------------------------------------------------------

// One transaction is enough here. For millions of nodes, in batches:
// :auto MATCH (n:DemoDriver|DemoCar) CALL (n) { REMOVE n.demoButterflies } IN TRANSACTIONS OF 10000 ROWS
MATCH (n:DemoDriver|DemoCar) REMOVE n.demoButterflies;
// no rows

MATCH (:DemoDriver)-[r:DEMO_RENTED]->(:DemoCar) REMOVE r.demoWing;
// no rows

// Nodes of bicliques say which job wrote them.
MATCH (g:DemoGroup {jobId: 'demo-groups'}) DETACH DELETE g;
// no rows

MATCH (n) WHERE n.demoButterflies IS NOT NULL OR n:DemoGroup RETURN n;
// no rows

// ---- The data of this example ------------------------------------------------------------------------------------

MATCH (n:DemoDriver|DemoCar) DETACH DELETE n;
// no rows
