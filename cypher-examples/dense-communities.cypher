// Communities of dense parts: which rings are in the densest wing, and who is in them?
//
// A wing number says that a review belongs to a dense part, not to which: two rings that are equally busy have the same
// numbers. Their communities tell them apart, and the levels say which are parts of larger ones.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/dense-communities.cypher
// It makes its own small data, (:DemoAccount)-[:DEMO_REVIEWED]->(:DemoProduct) and (:DemoPerson)-[:DEMO_KNOWS]->(:DemoPerson),
// and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Two rings, each of which reviews three products, and all of them the bestseller; their customers do some of that, too.
UNWIND [
  ['red 1', ['kettle', 'toaster', 'mixer', 'bestseller']],
  ['red 2', ['kettle', 'toaster', 'mixer', 'bestseller']],
  ['red 3', ['kettle', 'toaster', 'mixer', 'bestseller']],
  ['blue 1', ['tent', 'stove', 'rope', 'bestseller']],
  ['blue 2', ['tent', 'stove', 'rope', 'bestseller']],
  ['blue 3', ['tent', 'stove', 'rope', 'bestseller']],
  ['Ann', ['kettle', 'toaster']],
  ['Bob', ['tent', 'bestseller']],
  ['Cid', ['rope', 'novel']]
] AS row
MERGE (a:DemoAccount {name: row[0]})
WITH a, row[1] AS products
UNWIND products AS product
MERGE (p:DemoProduct {name: product})
MERGE (a)-[:DEMO_REVIEWED]->(p)
RETURN count(*) AS reviews;
// | reviews |
// | 30 |

CALL motif.graph.project('reviews', {left: 'DemoAccount', right: 'DemoProduct'}, 'DEMO_REVIEWED', {relationshipIds: true})
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 9 | 8 | 30 |

// ---- Rings: wings ------------------------------------------------------------------------------------------------

CALL motif.wing.communities.stats('reviews') YIELD communityCount, levels, maxLevel, rootCount, largest;
// | communityCount | levels | maxLevel | rootCount | largest |
// | 4 | 2 | 6 | 2 | 8 |

// Two communities at the highest level, each a part of one with a customer.
CALL motif.wing.communities.stream('reviews')
YIELD communityId, level, parentId, nodeCount, relationshipCount, density
RETURN communityId, level, parentId IS NOT NULL AS isPart, nodeCount, relationshipCount, round(density, 2) AS density
ORDER BY communityId;
// | communityId | level | isPart | nodeCount | relationshipCount | density |
// | 0 | 6 | true | 7 | 12 | 1.0 |
// | 1 | 6 | true | 7 | 12 | 1.0 |
// | 2 | 3 | false | 8 | 14 | 0.88 |
// | 3 | 3 | false | 8 | 14 | 0.88 |

// Who is in the two rings of the densest wing?
UNWIND [0, 1] AS ring
CALL motif.wing.communities.graph('reviews', {communityId: ring}) YIELD nodes
UNWIND nodes AS n
WITH ring, n ORDER BY n.name
WITH ring, collect(n.name) AS names
RETURN names ORDER BY names;
// | names |
// | [bestseller, blue 1, blue 2, blue 3, rope, stove, tent] |
// | [bestseller, kettle, mixer, red 1, red 2, red 3, toaster] |

// All communities with their members; of nested ones, only the densest: each shares at most half of its nodes with one before it.
CALL motif.wing.communities.stream('reviews', {maxOverlap: 0.5, topK: 10})
YIELD level, leftNodes, rightNodes, relationshipIds
RETURN level, COLLECT { UNWIND leftNodes AS a RETURN a.name ORDER BY a.name } AS accounts, size(rightNodes) AS products,
  size(relationshipIds) AS reviews
ORDER BY accounts;
// | level | accounts | products | reviews |
// | 6 | [blue 1, blue 2, blue 3] | 4 | 12 |
// | 6 | [red 1, red 2, red 3] | 4 | 12 |

// A groupId says whether the same group was there last month, and whether a biclique is a community.
CALL motif.wing.communities.stream('reviews', {minSize: 5, level: 6}) YIELD groupId
WITH collect(groupId) AS rings
CALL motif.biclique.maximal.stream('reviews', {topK: 2}) YIELD groupId, leftSize, rightSize
RETURN leftSize, rightSize, groupId IN rings AS isCommunity;
// | leftSize | rightSize | isCommunity |
// | 3 | 4 | true |
// | 3 | 4 | true |

// The wing of 4 and above falls into these two; each review gets the number of its one.
CALL motif.wing.communities.write('reviews', {writeProperty: 'ring', level: 4}) YIELD propertiesWritten, communityCount;
// | propertiesWritten | communityCount |
// | 30 | 2 |
MATCH (a:DemoAccount)-[r:DEMO_REVIEWED]->(:DemoProduct {name: 'bestseller'})
RETURN r.ring AS ring, count(*) AS reviews ORDER BY ring;
// | ring | reviews |
// | -1 | 1 |
// | 0 | 3 |
// | 1 | 3 |

CALL motif.wing.communities.mutate('reviews', {mutateProperty: 'ring'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 30 |

// ---- Accounts: tips and cores ------------------------------------------------------------------------------------

CALL motif.tip.communities.stats('reviews') YIELD communityCount, maxLevel;
// | communityCount | maxLevel |
// | 4 | 12 |
CALL motif.tip.communities.stream('reviews', {level: 5}) YIELD communityId, nodeCount
RETURN communityId, nodeCount ORDER BY communityId;
// | communityId | nodeCount |
// | 0 | 7 |
// | 1 | 7 |
CALL motif.tip.communities.graph('reviews') YIELD level, nodeCount;
// | level | nodeCount |
// | 12 | 7 |
CALL motif.tip.communities.write('reviews', {writeProperty: 'group'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 9 |
CALL motif.tip.communities.mutate('reviews', {mutateProperty: 'group'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 9 |

CALL motif.alphaBetaCore.communities.stats('reviews', {alpha: 2}) YIELD communityCount, maxLevel;
// | communityCount | maxLevel |
// | 3 | 4 |
// The bestseller holds all of them together where relationships alone are asked for.
CALL motif.alphaBetaCore.communities.stream('reviews', {alpha: 4}) YIELD communityId, level, nodeCount
RETURN communityId, level, nodeCount ORDER BY communityId;
// | communityId | level | nodeCount |
// | 0 | 3 | 13 |
CALL motif.alphaBetaCore.communities.graph('reviews', {alpha: 4}) YIELD nodeCount;
// | nodeCount |
// | 13 |
CALL motif.alphaBetaCore.communities.write('reviews', {writeProperty: 'part', alpha: 2}) YIELD propertiesWritten;
// | propertiesWritten |
// | 17 |
CALL motif.alphaBetaCore.communities.mutate('reviews', {mutateProperty: 'part', alpha: 2}) YIELD propertiesWritten;
// | propertiesWritten |
// | 17 |

// ---- Friends: trusses and cores ----------------------------------------------------------------------------------

// Two groups of four who all know each other share Dan, and Gus knows one of them.
UNWIND ['Ann Bob', 'Ann Cid', 'Ann Dan', 'Bob Cid', 'Bob Dan', 'Cid Dan',
        'Dan Eva', 'Dan Fay', 'Dan Ian', 'Eva Fay', 'Eva Ian', 'Fay Ian', 'Ian Gus'] AS pair
MERGE (a:DemoPerson {name: split(pair, ' ')[0]})
MERGE (b:DemoPerson {name: split(pair, ' ')[1]})
MERGE (a)-[:DEMO_KNOWS]->(b)
RETURN count(*) AS acquaintances;
// | acquaintances |
// | 13 |

CALL motif.graph.project('people', 'DemoPerson', 'DEMO_KNOWS', {relationshipIds: true}) YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 8 | 13 |

// No triangle leads over Dan, but he is a node that both have.
CALL motif.ktruss.communities.stats('people') YIELD communityCount, maxLevel, largest;
// | communityCount | maxLevel | largest |
// | 2 | 4 | 4 |
CALL motif.ktruss.communities.stats('people', {connected: 'EDGES', level: 4}) YIELD communityCount, maxLevel, largest;
// | communityCount | maxLevel | largest |
// | 1 | 4 | 7 |
CALL motif.ktruss.communities.stream('people') YIELD communityId, level, nodeCount
RETURN communityId, level, nodeCount ORDER BY communityId;
// | communityId | level | nodeCount |
// | 0 | 4 | 4 |
// | 1 | 4 | 4 |
UNWIND [0, 1] AS circle
CALL motif.ktruss.communities.graph('people', {communityId: circle}) YIELD nodes
RETURN COLLECT { UNWIND nodes AS n RETURN n.name ORDER BY n.name } AS names ORDER BY names;
// | names |
// | [Ann, Bob, Cid, Dan] |
// | [Dan, Eva, Fay, Ian] |
CALL motif.ktruss.communities.write('people', {writeProperty: 'circle'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 13 |
CALL motif.ktruss.communities.mutate('people', {mutateProperty: 'circle'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 13 |

CALL motif.kcore.communities.stats('people') YIELD communityCount, maxLevel;
// | communityCount | maxLevel |
// | 2 | 3 |
CALL motif.kcore.communities.stream('people') YIELD communityId, level, parentId, nodeCount
RETURN communityId, level, parentId, nodeCount ORDER BY communityId;
// | communityId | level | parentId | nodeCount |
// | 0 | 3 | 1 | 7 |
// | 1 | 1 | null | 8 |
CALL motif.kcore.communities.graph('people', {label: 'Core'}) YIELD community, nodeCount
RETURN labels(community) AS labels, nodeCount;
// | labels | nodeCount |
// | [Core] | 7 |
CALL motif.kcore.communities.write('people', {writeProperty: 'core'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 8 |
CALL motif.kcore.communities.mutate('people', {mutateProperty: 'core'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 8 |

// Nuclei hold triangles together by cliques of four, so these circles are the ones of trusses here; their numbers are written.
CALL motif.nucleus.stats('people') YIELD communityCount, maxLevel, largest;
// | communityCount | maxLevel | largest |
// | 2 | 1 | 4 |
CALL motif.nucleus.stream('people') YIELD level, nodeCount, density;
// | level | nodeCount | density |
// | 1 | 4 | 1.0 |
// | 1 | 4 | 1.0 |
CALL motif.nucleus.stream('people', {topK: 5, topKBy: 'SIZE'}) YIELD nodes, relationships
RETURN COLLECT { UNWIND nodes AS n RETURN n.name ORDER BY n.name } AS names, size(relationships) AS acquaintances
ORDER BY names;
// | names | acquaintances |
// | [Ann, Bob, Cid, Dan] | 6 |
// | [Dan, Eva, Fay, Ian] | 6 |
CALL motif.nucleus.graph('people', {label: 'Nucleus'}) YIELD community, nodeCount
RETURN labels(community) AS labels, nodeCount;
// | labels | nodeCount |
// | [Nucleus] | 4 |
CALL motif.nucleus.write('people', {writeProperty: 'nucleus'}) YIELD propertiesWritten, maxNumber;
// | propertiesWritten | maxNumber |
// | 13 | 1 |
CALL motif.nucleus.mutate('people', {mutateProperty: 'nucleus'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 13 |

// ---- Estimates ---------------------------------------------------------------------------------------------------

CALL motif.nucleus.stats.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.nucleus.stream.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.nucleus.graph.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.nucleus.write.estimate('people', {writeProperty: 'x'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.nucleus.mutate.estimate('people', {mutateProperty: 'x'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.ktruss.communities.stats.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.ktruss.communities.stream.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.ktruss.communities.graph.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.ktruss.communities.write.estimate('people', {writeProperty: 'x'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.ktruss.communities.mutate.estimate('people', {mutateProperty: 'x'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.wing.communities.stats.estimate('reviews') YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.wing.communities.stream.estimate('reviews') YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.wing.communities.graph.estimate('reviews') YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.wing.communities.write.estimate('reviews', {writeProperty: 'x'}) YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.wing.communities.mutate.estimate('reviews', {mutateProperty: 'x'}) YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.tip.communities.stats.estimate('reviews') YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.tip.communities.stream.estimate('reviews') YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.tip.communities.graph.estimate('reviews') YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.tip.communities.write.estimate('reviews', {writeProperty: 'x'}) YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.tip.communities.mutate.estimate('reviews', {mutateProperty: 'x'}) YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.kcore.communities.stats.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.kcore.communities.stream.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.kcore.communities.graph.estimate('people') YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.kcore.communities.write.estimate('people', {writeProperty: 'x'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.kcore.communities.mutate.estimate('people', {mutateProperty: 'x'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.alphaBetaCore.communities.stats.estimate('reviews') YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.alphaBetaCore.communities.stream.estimate('reviews') YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.alphaBetaCore.communities.graph.estimate('reviews') YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.alphaBetaCore.communities.write.estimate('reviews', {writeProperty: 'x'}) YIELD nodeCount;
// | nodeCount |
// | 17 |
CALL motif.alphaBetaCore.communities.mutate.estimate('reviews', {mutateProperty: 'x'}) YIELD nodeCount;
// | nodeCount |
// | 17 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop(['reviews', 'people']) YIELD graphName RETURN graphName ORDER BY graphName;
// | graphName |
// | people |
// | reviews |
MATCH (n:DemoAccount|DemoProduct|DemoPerson) DETACH DELETE n;
// no rows
