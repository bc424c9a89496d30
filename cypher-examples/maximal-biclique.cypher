// Maximal bicliques: groups that have everything in common, and to which nobody and nothing can be added.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/maximal-biclique.cypher
// It makes its own small data, (:DemoReader)-[:DEMO_READ]->(:DemoBook), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

UNWIND [
  ['Ann', ['Dune', 'Emma', 'Ivanhoe']],
  ['Bob', ['Dune', 'Emma']],
  ['Cid', ['Emma', 'Ivanhoe']],
  ['Dan', ['Ivanhoe', 'Ulysses']],
  ['Eve', ['Zadig']]
] AS row
MERGE (r:DemoReader {name: row[0]})
WITH r, row UNWIND row[1] AS title
MERGE (b:DemoBook {title: title})
CREATE (r)-[:DEMO_READ]->(b)
RETURN count(*) AS reads;
// | reads |
// | 10 |

CALL motif.graph.project('reads', {left: 'DemoReader', right: 'DemoBook'}, 'DEMO_READ')
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 5 | 5 | 10 |

// ---- How many ----------------------------------------------------------------------------------------------------

CALL motif.biclique.maximal.stats.estimate('reads') YIELD requiredMemory, nodeCount;
// | requiredMemory | nodeCount |
// | * | 10 |

CALL motif.biclique.maximal.stats('reads') YIELD count, countText, maxEdges, maxLeft, maxRight, maxBalanced, sizes
RETURN count, countText, maxEdges, maxLeft, maxRight, maxBalanced, size(sizes) AS differentSizes;
// | count | countText | maxEdges | maxLeft | maxRight | maxBalanced | differentSizes |
// | 7 | 7 | 4 | 3 | 3 | 2 | 5 |

// The search of cuMBE, here without one of its techniques, finds the same.
CALL motif.research.cumbe.stats('reads', {techniques: ['CANDIDATE_SELECTION', 'WORK_STEALING']})
YIELD count, algorithm;
// | count | algorithm |
// | 7 | CUMBE |

// ---- Which -------------------------------------------------------------------------------------------------------

CALL motif.biclique.maximal.stream.estimate('reads') YIELD nodeCount;
// | nodeCount |
// | 10 |

// Two readers or more with two books or more.
CALL motif.biclique.maximal.stream('reads', {minLeft: 2, minRight: 2, nodes: true}) YIELD leftNodes, rightNodes
RETURN COLLECT { UNWIND leftNodes AS n RETURN n.name ORDER BY n.name } AS readers,
  COLLECT { UNWIND rightNodes AS n RETURN n.title ORDER BY n.title } AS books ORDER BY readers;
// | readers | books |
// | [Ann, Bob] | [Dune, Emma] |
// | [Ann, Cid] | [Emma, Ivanhoe] |

// The two largest.
CALL motif.biclique.maximal.stream('reads', {topK: 2}) YIELD leftSize, rightSize, edges;
// | leftSize | rightSize | edges |
// | 2 | 2 | 4 |
// | 2 | 2 | 4 |

CALL motif.biclique.maximum.estimate('reads') YIELD nodeCount;
// | nodeCount |
// | 10 |

// Without the minima it may be a star: one reader with many books.
CALL motif.biclique.maximum('reads', {minLeft: 2, minRight: 2}) YIELD edges;
// | edges |
// | 4 |

// Those with Dune: the search looks only at its readers and their books.
MATCH (dune:DemoBook {title: 'Dune'})
CALL motif.biclique.maximal.stream('reads', {contains: dune}) YIELD leftSize, rightSize
RETURN leftSize, rightSize ORDER BY leftSize;
// | leftSize | rightSize |
// | 1 | 3 |
// | 2 | 2 |

// ---- Drawing -----------------------------------------------------------------------------------------------------

CALL motif.biclique.maximal.graph.estimate('reads') YIELD nodeCount;
// | nodeCount |
// | 10 |

// In Neo4j Browser: RETURN biclique, nodes, relationships.
CALL motif.biclique.maximal.graph('reads') YIELD biclique, nodes, relationships, edges
RETURN labels(biclique) AS labels, edges, size(nodes) AS nodes, size(relationships) AS relationships;
// | labels | edges | nodes | relationships |
// | [Biclique] | 4 | 4 | 4 |

// ---- Writing -----------------------------------------------------------------------------------------------------

CALL motif.biclique.maximal.write.estimate('reads', {writeProperty: 'bicliques'}) YIELD nodeCount;
// | nodeCount |
// | 10 |

CALL motif.biclique.maximal.write('reads', {writeProperty: 'bicliques'}) YIELD nodePropertiesWritten, count;
// | nodePropertiesWritten | count |
// | 10 | 7 |

MATCH (r:DemoReader) RETURN r.name AS name, r.bicliques AS bicliques ORDER BY name;
// | name | bicliques |
// | Ann | 5 |
// | Bob | 2 |
// | Cid | 3 |
// | Dan | 2 |
// | Eve | 1 |

// Bicliques as nodes, joined to their members. The same job replaces what it wrote.
CALL motif.biclique.maximal.write('reads', {writeBicliques: 'DemoGroup', minLeft: 2, minRight: 2, jobId: 'groups'})
YIELD bicliquesWritten, relationshipsWritten, bicliquesDeleted;
// | bicliquesWritten | relationshipsWritten | bicliquesDeleted |
// | 2 | 8 | 0 |

CALL motif.biclique.maximal.write('reads', {writeBicliques: 'DemoGroup', topK: 1, jobId: 'groups'})
YIELD bicliquesWritten, bicliquesDeleted;
// | bicliquesWritten | bicliquesDeleted |
// | 1 | 2 |

MATCH (member)-[:IN_BICLIQUE]->(:DemoGroup {jobId: 'groups'})
RETURN labels(member) AS labels, count(*) AS members ORDER BY labels;
// | labels | members |
// | [DemoBook] | 2 |
// | [DemoReader] | 2 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('reads') YIELD graphName;
// | graphName |
// | reads |

MATCH (n) WHERE n:DemoReader OR n:DemoBook OR n:DemoGroup DETACH DELETE n;
// no rows
