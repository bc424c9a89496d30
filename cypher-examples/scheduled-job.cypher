// A property that is kept up to date: writing on a schedule of APOC Core.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/scheduled-job.cypher
// It needs APOC Core beside Motif in the plugins folder:
// needs: apoc
// It makes its own small data, (:DemoUser)-[:DEMO_RATED]->(:DemoFilm), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

UNWIND [['Ann', 'Alien'], ['Ann', 'Brazil'], ['Bob', 'Alien'], ['Bob', 'Brazil'], ['Cid', 'Brazil']] AS row
MERGE (u:DemoUser {name: row[0]})
MERGE (f:DemoFilm {title: row[1]})
CREATE (u)-[:DEMO_RATED]->(f)
RETURN count(*) AS ratings;
// | ratings |
// | 5 |

// ---- One run -----------------------------------------------------------------------------------------------------

// A map in place of a graph's name: the call reads what is there now, writes, and leaves nothing behind.
CALL motif.butterfly.write(
  {nodes: {left: 'DemoUser', right: 'DemoFilm'}, relationships: 'DEMO_RATED'},
  {writeProperty: 'butterflies', onlyChanged: true, jobId: 'demo', skipIfRunning: true}
) YIELD propertiesWritten, count;
// | propertiesWritten | count |
// | 5 | 1 |

// Again: the same values come out, and are not written.
CALL motif.butterfly.write(
  {nodes: {left: 'DemoUser', right: 'DemoFilm'}, relationships: 'DEMO_RATED'},
  {writeProperty: 'butterflies', onlyChanged: true, jobId: 'demo', skipIfRunning: true}
) YIELD propertiesWritten, count;
// | propertiesWritten | count |
// | 0 | 1 |

// ---- On a schedule -----------------------------------------------------------------------------------------------

// The same every hour, beginning now. With `skipIfRunning` it does no harm when a run of the job is still going on
// somewhere else. The schedule is lost when Neo4j restarts: put the statement into apoc.conf, as docs/operations.md says.
CALL apoc.periodic.repeat('demo-butterflies', "CALL motif.butterfly.write(
  {nodes: {left: 'DemoUser', right: 'DemoFilm'}, relationships: 'DEMO_RATED'},
  {writeProperty: 'butterflies', onlyChanged: true, jobId: 'demo', skipIfRunning: true})", 3600)
YIELD name, rate;
// | name | rate |
// | demo-butterflies | 3600 |

CALL apoc.util.sleep(2000);
// no rows

// What the jobs with this id have done.
CALL motif.listProgress('demo') YIELD taskName, status
RETURN DISTINCT taskName, status;
// | taskName | status |
// | motif.butterfly.write | FINISHED |

CALL apoc.periodic.list() YIELD name, done
WITH * WHERE name = 'demo-butterflies'
RETURN name, done;
// | name | done |
// | demo-butterflies | false |

MATCH (u:DemoUser)
RETURN u.name AS user, u.butterflies AS butterflies ORDER BY user;
// | user | butterflies |
// | Ann | 1 |
// | Bob | 1 |
// | Cid | 0 |

// ---- Ending ------------------------------------------------------------------------------------------------------

// Ends the run of a job, if there is one; the schedule ends with it.
CALL motif.jobs.cancel('demo') YIELD taskName, canceled;
// | taskName | canceled |
// | null | false |

// Ends the schedule.
CALL apoc.periodic.cancel('demo-butterflies') YIELD name, cancelled;
// | name | cancelled |
// | demo-butterflies | true |

MATCH (n) WHERE n:DemoUser OR n:DemoFilm
DETACH DELETE n;
// no rows
