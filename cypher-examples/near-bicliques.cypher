// Near-bicliques: which accounts share nearly all of their phones, although each one lacks one?
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/near-bicliques.cypher
// It makes its own small data, (:DemoAccount)-[:DEMO_USES]->(:DemoPhone), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// A ring of five accounts, most of which leave out one phone of five, and two accounts beside it.
UNWIND [
  ['Ann', ['P1', 'P2', 'P3', 'P4']],
  ['Bob', ['P1', 'P2', 'P3', 'P5']],
  ['Cid', ['P1', 'P2', 'P4', 'P5']],
  ['Dan', ['P1', 'P2', 'P3', 'P4', 'P5']],
  ['Eve', ['P2', 'P3', 'P4', 'P5']],
  ['Fay', ['P1', 'P6']],
  ['Gus', ['P6', 'P7']]
] AS row
UNWIND row[1] AS phone
MERGE (a:DemoAccount {name: row[0]})
MERGE (p:DemoPhone {number: phone})
MERGE (a)-[:DEMO_USES]->(p)
RETURN count(*) AS uses;
// | uses |
// | 25 |

CALL motif.graph.project('uses', {left: 'DemoAccount', right: 'DemoPhone'}, 'DEMO_USES') YIELD leftCount, rightCount;
// | leftCount | rightCount |
// | 7 | 7 |

// ---- The ring ----------------------------------------------------------------------------------------------------

// Groups that are complete: the ring is in six pieces, none of which has all of its accounts.
CALL motif.biclique.maximal.stats('uses', {minLeft: 3, minRight: 3}) YIELD count, maxLeft, maxRight;
// | count | maxLeft | maxRight |
// | 6 | 3 | 3 |

// Groups in which each account and each phone may miss one.
CALL motif.biclique.near.stats.estimate('uses', {minLeft: 4, minRight: 4}) YIELD nodeCount;
// | nodeCount |
// | 14 |
CALL motif.biclique.near.stats('uses', {minLeft: 4, minRight: 4}) YIELD count, maxLeft, maxRight;
// | count | maxLeft | maxRight |
// | 1 | 5 | 5 |
CALL motif.biclique.near.stream.estimate('uses', {minLeft: 4, minRight: 4}) YIELD nodeCount;
// | nodeCount |
// | 14 |
CALL motif.biclique.near.stream('uses', {minLeft: 4, minRight: 4, nodes: true})
YIELD leftNodes, rightNodes, edges, missingEdges
RETURN COLLECT { UNWIND leftNodes AS a RETURN a.name ORDER BY a.name } AS accounts,
  COLLECT { UNWIND rightNodes AS p RETURN p.number ORDER BY p.number } AS phones, edges, missingEdges;
// | accounts | phones | edges | missingEdges |
// | [Ann, Bob, Cid, Dan, Eve] | [P1, P2, P3, P4, P5] | 21 | 4 |

// Smaller rings are many and nearly the same: the largest first, none of which shares more than half of its members with one before it.
CALL motif.biclique.near.stream('uses', {minLeft: 3, minRight: 3, topK: 10, maxOverlap: 0.5, nodes: true})
YIELD leftNodes, edges
RETURN COLLECT { UNWIND leftNodes AS a RETURN a.name ORDER BY a.name } AS accounts, edges;
// | accounts | edges |
// | [Ann, Bob, Cid, Dan, Eve] | 21 |

// Which phone does each account of Bob's ring leave out?
MATCH (bob:DemoAccount {name: 'Bob'})
CALL motif.biclique.near.stream('uses', {minLeft: 4, minRight: 4, contains: bob, nodes: true})
YIELD leftNodes, rightNodes
UNWIND leftNodes AS a
UNWIND rightNodes AS p
WITH a, p WHERE NOT EXISTS { (a)-[:DEMO_USES]->(p) }
RETURN a.name AS account, p.number AS leavesOut ORDER BY account;
// | account | leavesOut |
// | Ann | P5 |
// | Bob | P4 |
// | Cid | P3 |
// | Eve | P1 |

// To draw it in Neo4j Browser: a virtual node with a virtual relationship from each member.
CALL motif.biclique.near.graph.estimate('uses', {minLeft: 4, minRight: 4}) YIELD nodeCount;
// | nodeCount |
// | 14 |
CALL motif.biclique.near.graph('uses', {minLeft: 4, minRight: 4, label: 'DemoRing'})
YIELD biclique, nodes, relationships
RETURN labels(biclique) AS labels, size(nodes) AS nodes, size(relationships) AS relationships;
// | labels | nodes | relationships |
// | [DemoRing] | 10 | 10 |

// In how many rings is each account and phone, as a property and as a column of the graph?
CALL motif.biclique.near.write.estimate('uses', {minLeft: 3, minRight: 3, writeProperty: 'rings'}) YIELD nodeCount;
// | nodeCount |
// | 14 |
CALL motif.biclique.near.write('uses', {minLeft: 3, minRight: 3, writeProperty: 'rings'})
YIELD nodePropertiesWritten, count;
// | nodePropertiesWritten | count |
// | 14 | * |
CALL motif.biclique.near.mutate.estimate('uses', {minLeft: 3, minRight: 3, mutateProperty: 'largest'}) YIELD nodeCount;
// | nodeCount |
// | 14 |
CALL motif.biclique.near.mutate('uses', {minLeft: 3, minRight: 3, mutateProperty: 'largest', value: 'LARGEST'})
YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 14 |

// The ring as a node, joined to its members.
CALL motif.biclique.near.write('uses', {minLeft: 4, minRight: 4, writeBicliques: 'DemoRing', relationshipType: 'DEMO_IN'})
YIELD bicliquesWritten, relationshipsWritten;
// | bicliquesWritten | relationshipsWritten |
// | 1 | 10 |
MATCH (r:DemoRing) RETURN r.leftSize AS accounts, r.rightSize AS phones, r.edges AS edges;
// | accounts | phones | edges |
// | 5 | 5 | 21 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('uses') YIELD graphName;
// | graphName |
// | uses |
MATCH (r:DemoRing) DETACH DELETE r;
// no rows
MATCH (a:DemoAccount) DETACH DELETE a;
// no rows
MATCH (p:DemoPhone) DETACH DELETE p;
// no rows
