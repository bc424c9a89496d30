// Nightly compare: what is new since yesterday, as alerts.
//
// A bank looks each night which accounts use which devices. One account with a new device is nothing; an account that uses
// many more devices than yesterday, and a group of accounts that share several devices and gets a further member, are alerts.
// Yesterday's graph is a file, so that a restart in between does no harm.
//
// The server needs a folder for files: motif.files in neo4j.conf. The statements of "each night" are the job.
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/nightly-compare.cypher
// It makes its own small data, (:DemoAccount)-[:DEMO_USED]->(:DemoDevice), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- The first night ---------------------------------------------------------------------------------------------

UNWIND [['Ann', ['phone', 'tablet']], ['Bob', ['phone', 'tablet']], ['Cid', ['laptop']], ['Dan', ['laptop']]] AS row
MERGE (a:DemoAccount {name: row[0]})
WITH a, row UNWIND row[1] AS device
MERGE (d:DemoDevice {name: device})
CREATE (a)-[:DEMO_USED]->(d)
RETURN count(*) AS uses;
// | uses |
// | 6 |

CALL motif.graph.project('demo today', {left: 'DemoAccount', right: 'DemoDevice'}, 'DEMO_USED') YIELD relationshipCount;
// | relationshipCount |
// | 6 |
CALL motif.graph.export('demo today', 'demo-yesterday', {overwrite: true}) YIELD nodeCount;
// | nodeCount |
// | 7 |
CALL motif.graph.drop('demo today') YIELD graphName;
// | graphName |
// | demo today |

// ---- The day -----------------------------------------------------------------------------------------------------

// Eve comes and uses what Ann and Bob share, Cid uses three further devices, and Dan closes his account.
CREATE (eve:DemoAccount {name: 'Eve'})
WITH eve MATCH (d:DemoDevice) WHERE d.name IN ['phone', 'tablet'] CREATE (eve)-[:DEMO_USED]->(d);
// no rows
MATCH (cid:DemoAccount {name: 'Cid'}) UNWIND ['watch', 'console', 'TV'] AS name
CREATE (cid)-[:DEMO_USED]->(:DemoDevice {name: name});
// no rows
MATCH (dan:DemoAccount {name: 'Dan'}) DETACH DELETE dan;
// no rows

// ---- Each night --------------------------------------------------------------------------------------------------

CALL motif.graph.project('demo today', {left: 'DemoAccount', right: 'DemoDevice'}, 'DEMO_USED') YIELD relationshipCount;
// | relationshipCount |
// | 10 |
// Yesterday's nodes need not be there any more, so the ids are not looked up.
CALL motif.graph.import('demo-yesterday', {graphName: 'demo yesterday', verify: false}) YIELD relationshipCount;
// | relationshipCount |
// | 6 |

// How much is new? Nodes and relationships that only one of the two has.
CALL motif.graph.compare('demo today', 'demo yesterday') YIELD change, of
RETURN change, of, count(*) AS count ORDER BY change, of;
// | change | of | count |
// | ADDED | LEFT | 1 |
// | ADDED | RELATIONSHIPS | 5 |
// | ADDED | RIGHT | 3 |
// | REMOVED | LEFT | 1 |
// | REMOVED | RELATIONSHIPS | 1 |

// Accounts whose number of devices moved by more than two.
CALL motif.graph.compare('demo today', 'demo yesterday', {per: 'NODE', nodeProperties: 'degree', moreThan: 2})
YIELD change, of, before, after, node
WITH * WHERE change = 'CHANGED' AND of = 'LEFT'
MERGE (alert:DemoAlert {kind: 'devices', account: node.name})
SET alert.before = before, alert.after = after
RETURN alert.account AS account, before, after;
// | account | before | after |
// | Cid | 1 | 4 |

// Accounts that share two devices or more since yesterday, and who or what joined them. The same group has the same `groupId` every night.
CALL motif.biclique.maximal.grown('demo today', 'demo yesterday', {minLeft: 2, minRight: 2})
YIELD groupId, leftNodes, rightNodes, joinedLeftNodes, joinedRightNodes
MERGE (alert:DemoAlert {kind: 'group', groupId: groupId})
SET alert.accounts = [n IN leftNodes | n.name], alert.joined = [n IN joinedLeftNodes + joinedRightNodes | n.name]
RETURN size(leftNodes) AS accounts, size(rightNodes) AS devices, [n IN joinedLeftNodes | n.name] AS joined;
// | accounts | devices | joined |
// | 2 | 2 | [Eve] |

// Groups that were not there, and that are not there any more.
CALL motif.biclique.maximal.grown('demo today', 'demo yesterday', {changes: ['NEW', 'GONE'], minLeft: 2, minRight: 2})
YIELD change, groupId
RETURN change, count(groupId) AS groups ORDER BY change;
// | change | groups |
// | NEW | * |

// Today is the next night's yesterday.
CALL motif.graph.export('demo today', 'demo-yesterday', {overwrite: true}) YIELD nodeCount;
// | nodeCount |
// | 10 |
CALL motif.graph.drop(['demo today', 'demo yesterday']) YIELD graphName;
// | graphName |
// | demo today |
// | demo yesterday |

// ---- Removing ----------------------------------------------------------------------------------------------------

MATCH (n:DemoAccount|DemoDevice|DemoAlert) DETACH DELETE n;
// no rows
