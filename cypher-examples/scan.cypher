// Structural clustering: which teams are there, who connects them, and who belongs nowhere?
//
// People of a team know mostly each other, so any two of them share most of their acquaintances. Somebody who knows people
// of several teams shares little with each: a hub. Somebody who knows hardly anybody is an outlier.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/scan.cypher
// It makes its own small data, (:DemoMember)-[:DEMO_WORKS_WITH]->(:DemoMember), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// The teams of Ann and of Kim know each other well. Zoe works with two of each, Tom once worked with Ann.
UNWIND [['Ann', 'Bob', 'Cid', 'Dan'], ['Kim', 'Lea', 'Max', 'Ned']] AS team
UNWIND team AS one
UNWIND team AS other
WITH one, other WHERE one < other
MERGE (a:DemoMember {name: one})
MERGE (b:DemoMember {name: other})
MERGE (a)-[:DEMO_WORKS_WITH]->(b)
RETURN count(*) AS pairs;
// | pairs |
// | 12 |

UNWIND [['Zoe', 'Ann'], ['Zoe', 'Kim'], ['Tom', 'Ann']] AS pair
MERGE (a:DemoMember {name: pair[0]})
MERGE (b:DemoMember {name: pair[1]})
MERGE (a)-[:DEMO_WORKS_WITH]->(b)
RETURN count(*) AS pairs;
// | pairs |
// | 3 |

CALL motif.graph.project('teams', 'DemoMember', 'DEMO_WORKS_WITH') YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 10 | 15 |

// ---- Which thresholds? -------------------------------------------------------------------------------------------

CALL motif.scan.stats.estimate('teams', {epsilon: 0.7, mu: 3}) YIELD requiredMemory;
// | requiredMemory |
// | * |

// All pairs of the two lists, from one count of common neighbors.
CALL motif.scan.stats('teams', {epsilon: [0.3, 0.5, 0.7, 0.9], mu: [3, 5]})
YIELD epsilon, mu, clusterCount, hubCount, outlierCount;
// | epsilon | mu | clusterCount | hubCount | outlierCount |
// | 0.3 | 3 | 1 | 0 | 0 |
// | 0.3 | 5 | 2 | 0 | 0 |
// | 0.5 | 3 | 2 | 0 | 0 |
// | 0.5 | 5 | 2 | 0 | 0 |
// | 0.7 | 3 | 2 | 1 | 1 |
// | 0.7 | 5 | 0 | 0 | 10 |
// | 0.9 | 3 | 2 | 0 | 4 |
// | 0.9 | 5 | 0 | 0 | 10 |

// ---- The teams ---------------------------------------------------------------------------------------------------

CALL motif.scan.stream('teams', {epsilon: 0.7, mu: 3, nodes: true}) YIELD node, role, clusterIds
RETURN node.name AS name, role, size(clusterIds) AS teams ORDER BY teams DESC, name;
// | name | role | teams |
// | Ann | CORE | 1 |
// | Bob | CORE | 1 |
// | Cid | CORE | 1 |
// | Dan | CORE | 1 |
// | Kim | CORE | 1 |
// | Lea | CORE | 1 |
// | Max | CORE | 1 |
// | Ned | CORE | 1 |
// | Tom | OUTLIER | 0 |
// | Zoe | HUB | 0 |

CALL motif.scan.write('teams', {epsilon: 0.7, mu: 3, writeProperty: 'team', roleProperty: 'role'})
YIELD nodePropertiesWritten, clusterCount;
// | nodePropertiesWritten | clusterCount |
// | 20 | 2 |

MATCH (m:DemoMember) WHERE m.role = 'CORE'
WITH m.team AS team, m.name AS name ORDER BY name
WITH team, collect(name) AS members
RETURN members ORDER BY members[0];
// | members |
// | [Ann, Bob, Cid, Dan] |
// | [Kim, Lea, Max, Ned] |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('teams') YIELD graphName;
// | graphName |
// | teams |

MATCH (n:DemoMember) DETACH DELETE n;
// no rows
