// Nightly write: a property that is kept up to date on a schedule of APOC Core.
//
// A shop orders its pages by how often products are bought together. The counts need not be of this minute, but
// nobody should have to renew them by hand: a scheduled call reads the data, counts, and writes what has changed.
//
// needs: apoc
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/nightly-write.cypher
// It makes its own small data, (:DemoCustomer)-[:DEMO_BOUGHT]->(:DemoProduct), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

UNWIND [['Ann', 'kettle'], ['Ann', 'teapot'], ['Bob', 'kettle'], ['Bob', 'teapot'], ['Cid', 'teapot']] AS row
MERGE (c:DemoCustomer {name: row[0]})
MERGE (p:DemoProduct {name: row[1]})
CREATE (c)-[:DEMO_BOUGHT]->(p)
RETURN count(*) AS purchases;
// | purchases |
// | 5 |

// ---- One run -----------------------------------------------------------------------------------------------------

// With a map instead of a graph's name the call reads the current data, writes, and keeps no graph.
CALL motif.butterfly.write(
  {nodes: {left: 'DemoCustomer', right: 'DemoProduct'}, relationships: 'DEMO_BOUGHT'},
  {writeProperty: 'butterflies', onlyChanged: true, jobId: 'nightly', skipIfRunning: true}
) YIELD propertiesWritten, count;
// | propertiesWritten | count |
// | 5 | 1 |

// Run again, it finds the same values and does not write them.
CALL motif.butterfly.write(
  {nodes: {left: 'DemoCustomer', right: 'DemoProduct'}, relationships: 'DEMO_BOUGHT'},
  {writeProperty: 'butterflies', onlyChanged: true, jobId: 'nightly', skipIfRunning: true}
) YIELD propertiesWritten, count;
// | propertiesWritten | count |
// | 0 | 1 |

// During the day Cid buys a kettle.
MATCH (c:DemoCustomer {name: 'Cid'}) MATCH (p:DemoProduct {name: 'kettle'}) CREATE (c)-[:DEMO_BOUGHT]->(p);
// no rows

// ---- On a schedule -----------------------------------------------------------------------------------------------

// This runs the call every 24 hours, beginning now. With `skipIfRunning` a run does no harm while the job still runs elsewhere.
// The schedule is lost when Neo4j restarts: put the statement into apoc.conf, as docs/operations/jobs.md says.
CALL apoc.periodic.repeat('demo-nightly', "CALL motif.butterfly.write(
  {nodes: {left: 'DemoCustomer', right: 'DemoProduct'}, relationships: 'DEMO_BOUGHT'},
  {writeProperty: 'butterflies', onlyChanged: true, jobId: 'nightly', skipIfRunning: true})", 86400)
YIELD name, rate;
// | name | rate |
// | demo-nightly | 86400 |

CALL apoc.util.sleep(2000);
// no rows

// What the jobs with this id have done.
CALL motif.listProgress('nightly') YIELD taskName, status
RETURN DISTINCT taskName, status;
// | taskName | status |
// | motif.butterfly.write | FINISHED |

CALL apoc.periodic.list() YIELD name, done
WITH * WHERE name = 'demo-nightly'
RETURN name, done;
// | name | done |
// | demo-nightly | false |

// Three customers with the same two products are three butterflies; the kettle is in all of them.
MATCH (p:DemoProduct)
RETURN p.name AS product, p.butterflies AS butterflies ORDER BY product;
// | product | butterflies |
// | kettle | 3 |
// | teapot | 3 |

// An error would end this schedule. One that survives it runs the call in a transaction of its own: here the first runs fail, since
// nobody is a DemoGuest yet, and those after the first guest find him.
CALL apoc.periodic.repeat('demo-every-second', "UNWIND [1] AS run
  CALL (run) {
    CALL motif.butterfly.write(
      {nodes: {left: 'DemoGuest', right: 'DemoProduct'}, relationships: 'DEMO_BOUGHT'},
      {writeProperty: 'guestButterflies', jobId: 'nightly-guests', skipIfRunning: true}) YIELD propertiesWritten
    RETURN propertiesWritten
  } IN TRANSACTIONS ON ERROR CONTINUE
  RETURN propertiesWritten", 1) YIELD name;
// | name |
// | demo-every-second |

CALL apoc.util.sleep(2500);
// no rows

MATCH (p:DemoProduct {name: 'kettle'}) CREATE (:DemoGuest {name: 'Dan'})-[:DEMO_BOUGHT]->(p);
// no rows

CALL apoc.util.sleep(8000);
// no rows

MATCH (g:DemoGuest) RETURN g.name AS guest, g.guestButterflies AS butterflies;
// | guest | butterflies |
// | Dan | 0 |

CALL apoc.periodic.cancel('demo-every-second') YIELD cancelled;
// | cancelled |
// | true |

// ---- Ending ------------------------------------------------------------------------------------------------------

// Ends the run of a job, if there is one; the schedule ends with it.
CALL motif.jobs.cancel('nightly') YIELD taskName, canceled;
// | taskName | canceled |
// | null | false |

// Ends the schedule.
CALL apoc.periodic.cancel('demo-nightly') YIELD name, cancelled;
// | name | cancelled |
// | demo-nightly | true |

MATCH (n:DemoCustomer|DemoGuest|DemoProduct) DETACH DELETE n;
// no rows
