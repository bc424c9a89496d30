// A ring with a link missing: which accounts share phones, even if one of them never used one of the phones?
//
// A fraud ring that shares all of its phones is a biclique. When one sign-in is missing there is none of that size, but two that
// overlap. Wing numbers bear the gap: keep strong sign-ins, and what hangs together then is a ring, with its members.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/ring-with-a-gap.cypher
// It makes its own small data, (:DemoAccount)-[:DEMO_USED]->(:DemoPhone), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Two rings of four accounts and four phones: Dee never used phone 4, Kim never used phone 11. The others just have phones.
UNWIND [
  ['Ada', ['phone 1', 'phone 2', 'phone 3', 'phone 4', 'router']], ['Bob', ['phone 1', 'phone 2', 'phone 3', 'phone 4', 'router']],
  ['Cid', ['phone 1', 'phone 2', 'phone 3', 'phone 4']], ['Dee', ['phone 1', 'phone 2', 'phone 3']],
  ['Kim', ['phone 12', 'phone 13', 'phone 14']], ['Leo', ['phone 11', 'phone 12', 'phone 13', 'phone 14']],
  ['Max', ['phone 11', 'phone 12', 'phone 13', 'phone 14']], ['Nia', ['phone 11', 'phone 12', 'phone 13', 'phone 14']],
  ['Eve', ['phone 1', 'phone 5']], ['Fay', ['phone 5', 'phone 6']], ['Gus', ['phone 6', 'router']],
  ['Hal', ['router', 'phone 7', 'phone 11']]
] AS row
MERGE (a:DemoAccount {name: row[0]})
WITH a, row[1] AS phones
UNWIND phones AS phone
MERGE (p:DemoPhone {name: phone})
MERGE (a)-[:DEMO_USED]->(p)
RETURN count(*) AS signIns;
// | signIns |
// | 41 |

CALL motif.graph.project('signIns', {left: 'DemoAccount', right: 'DemoPhone'}, 'DEMO_USED') YIELD leftCount, rightCount;
// | leftCount | rightCount |
// | 12 | 12 |

// ---- Together, and apart -----------------------------------------------------------------------------------------

// All of it hangs together, but loosely: three sign-ins, all of Hal, are bridges, each of which would part it.
CALL motif.cohesion.stats('signIns') YIELD componentId, nodeCount, relationshipCount, minCut, bridges, density
RETURN componentId, nodeCount, relationshipCount, minCut, bridges, round(density, 2) AS density;
// | componentId | nodeCount | relationshipCount | minCut | bridges | density |
// | 0 | 24 | 41 | 1 | 3 | 0.28 |

// Nowhere do four accounts share four phones: bicliques shatter.
CALL motif.biclique.maximum('signIns', {minLeft: 4, minRight: 4}) YIELD leftNodeIds, rightNodeIds;
// no rows

// ---- The strong part ---------------------------------------------------------------------------------------------

CALL motif.wing.mutate('signIns', {mutateProperty: 'wing'}) YIELD maxWing;
// | maxWing |
// | 6 |

CALL motif.graph.filter('strong', 'signIns', 'r.wing >= 5') YIELD relationshipCount;
// | relationshipCount |
// | 30 |

// Two rings, each of 15 of the 16 sign-ins that there could be. Three would have to go to part one.
CALL motif.cohesion.stats('strong') YIELD componentId, leftCount, rightCount, relationshipCount, minCut, bridges, density
WHERE relationshipCount > 0
RETURN componentId, leftCount, rightCount, relationshipCount, minCut, bridges, density;
// | componentId | leftCount | rightCount | relationshipCount | minCut | bridges | density |
// | 0 | 4 | 4 | 15 | 3 | 0 | 0.9375 |
// | 1 | 4 | 4 | 15 | 3 | 0 | 0.9375 |

// ---- Who is in it ------------------------------------------------------------------------------------------------

CALL motif.cohesion.stream('strong', {nodes: true}) YIELD componentId, componentSize, side, node
WITH componentId, side, node.name AS name WHERE componentSize > 1
WITH * ORDER BY name
WITH componentId, collect(CASE side WHEN 'LEFT' THEN name END) AS accounts, collect(CASE side WHEN 'RIGHT' THEN name END) AS phones
RETURN accounts, phones ORDER BY accounts;
// | accounts | phones |
// | [Ada, Bob, Cid, Dee] | [phone 1, phone 2, phone 3, phone 4] |
// | [Kim, Leo, Max, Nia] | [phone 11, phone 12, phone 13, phone 14] |

// Whoever is in no ring is a component alone. As a column of the graph, and as a property of the nodes in the database.
CALL motif.cohesion.mutate('strong', {mutateProperty: 'ring'}) YIELD componentCount, largest;
// | componentCount | largest |
// | 10 | 8 |
CALL motif.cohesion.write('strong', {writeProperty: 'ring'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 24 |

MATCH (ada:DemoAccount {name: 'Ada'})
MATCH (a:DemoAccount)-[:DEMO_USED]->(p:DemoPhone) WHERE a.ring = ada.ring AND p.ring = ada.ring
WITH a, count(p) AS phones ORDER BY a.name
RETURN collect(a.name + ' ' + phones) AS accounts;
// | accounts |
// | [Ada 4, Bob 4, Cid 4, Dee 3] |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop(['strong', 'signIns']) YIELD graphName;
// | graphName |
// | strong |
// | signIns |
MATCH (n:DemoAccount|DemoPhone) DETACH DELETE n;
// no rows
