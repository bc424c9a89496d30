// Tasks with APOC Core: a table of bicliques as CSV, and a long call that another session watches and cancels.
//
// needs: apoc
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/tasks-apoc.cypher
// It makes its own small data, customers with products and members with clubs, and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

UNWIND [
  ['Ann', ['kettle', 'teapot', 'toaster', 'spade']],
  ['Bob', ['kettle', 'teapot', 'toaster', 'hose']],
  ['Cid', ['kettle', 'teapot', 'toaster']],
  ['Dan', ['kettle', 'spade', 'hose']]
] AS row
UNWIND row[1] AS product
MERGE (c:DemoCustomer {name: row[0]})
MERGE (p:DemoProduct {name: product})
CREATE (c)-[:DEMO_BOUGHT]->(p)
RETURN count(*) AS purchases;
// | purchases |
// | 14 |

// ---- 9. Bicliques of 3 by 3, as CSV ------------------------------------------------------------------------------

// motif.biclique.maximal.stream has the largest ones, of 3 by 3 or more, in their place. With the name of a file in place of null, and apoc.export.file.enabled=true in apoc.conf, APOC writes a file.
CALL apoc.export.csv.query("
  CALL motif.biclique.list({nodes: {left: 'DemoCustomer', right: 'DemoProduct'}, relationships: 'DEMO_BOUGHT'},
    {p: 3, q: 3, limit: 100000, nodes: true}) YIELD leftNodes, rightNodes
  WITH COLLECT { UNWIND leftNodes AS n RETURN n.name ORDER BY n.name } AS customers,
    COLLECT { UNWIND rightNodes AS n RETURN n.name ORDER BY n.name } AS products
  RETURN reduce(names = '', name IN customers | names + name + ';') AS customers,
    reduce(names = '', name IN products | names + name + ';') AS products", null, {stream: true})
YIELD rows, data;
// | rows | data |
// | 1 | "customers","products" "Ann;Bob;Cid;","kettle;teapot;toaster;" |

// ---- 11. Progress, and canceling from another session ------------------------------------------------------------

// Everybody is in all clubs but one: 40 members with 40 clubs have 2^40 - 2 maximal bicliques.
UNWIND range(1, 40) AS m
MERGE (member:DemoMember {number: m})
WITH member
UNWIND range(1, 40) AS c
MERGE (club:DemoClub {number: c})
WITH member, club WHERE member.number <> club.number
CREATE (member)-[:DEMO_IN]->(club)
RETURN count(*) AS memberships;
// | memberships |
// | 1560 |

// One session starts a search that would take days; apoc.periodic.submit stands for that session here.
CALL apoc.periodic.submit('demo-long', "CALL motif.biclique.maximal.stats(
  {nodes: {left: 'DemoMember', right: 'DemoClub'}, relationships: 'DEMO_IN'}, {jobId: 'demo-long', concurrency: 1})")
YIELD name;
// | name |
// | demo-long |

CALL apoc.util.sleep(3000);
// no rows

// Another session of the same user sees the job,
CALL motif.listProgress('demo-long') YIELD taskName, stage, progressBar, elapsedMillis, status
RETURN taskName, stage, progressBar, elapsedMillis, status;
// | taskName | stage | progressBar | elapsedMillis | status |
// | motif.biclique.maximal.stats | searching bicliques | * | * | RUNNING |

// and ends it.
CALL motif.jobs.cancel('demo-long') YIELD taskName, canceled;
// | taskName | canceled |
// | motif.biclique.maximal.stats | true |

CALL apoc.util.sleep(3000);
// no rows

CALL motif.listProgress('demo-long') YIELD taskName, status
RETURN taskName, status;
// | taskName | status |
// | motif.biclique.maximal.stats | CANCELED |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

MATCH (n:DemoCustomer|DemoProduct|DemoMember|DemoClub) DETACH DELETE n;
// no rows
