// The largest bicliques, drawn: who wrote about what, in one picture.
//
// Ten authors with ten topics would be a hundred lines. Drawn with a node of its own for each biclique they are twenty: its members are
// joined to it, and a member of two bicliques shows where they meet.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/largest-bicliques.cypher
// It makes its own small data, (:DemoAuthor)-[:DEMO_WROTE_ABOUT]->(:DemoTopic), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

UNWIND [
  ['Abe', ['graphs', 'sorting', 'hashing', 'parsing']],
  ['Bea', ['graphs', 'sorting', 'hashing', 'parsing']],
  ['Cyd', ['graphs', 'sorting', 'hashing', 'GPUs']],
  ['Don', ['graphs', 'GPUs', 'memory', 'caches']],
  ['Eli', ['graphs', 'GPUs', 'memory', 'caches']],
  ['Fee', ['type systems', 'parsing']]
] AS row
MERGE (a:DemoAuthor {name: row[0]})
WITH a, row[1] AS topics
UNWIND topics AS topic
MERGE (t:DemoTopic {name: topic})
MERGE (a)-[:DEMO_WROTE_ABOUT]->(t)
RETURN count(*) AS papers;
// | papers |
// | 22 |

CALL motif.graph.project('papers', {left: 'DemoAuthor', right: 'DemoTopic'}, 'DEMO_WROTE_ABOUT')
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 6 | 8 | 22 |

// ---- Which are there? --------------------------------------------------------------------------------------------

// How many maximal bicliques of which size, the largest first.
CALL motif.biclique.maximal.stats('papers', {minLeft: 2, minRight: 2}) YIELD sizes
UNWIND sizes AS size
RETURN size.left AS authors, size.right AS topics, size.count AS count ORDER BY authors * topics DESC, authors;
// | authors | topics | count |
// | 3 | 3 | 1 |
// | 2 | 4 | 2 |
// | 3 | 2 | 1 |

// The largest one by its smaller side. EDGES would prefer two authors with twenty topics to three with six.
CALL motif.biclique.maximum('papers', {topKBy: 'BALANCED', nodes: true}) YIELD leftNodes, rightNodes, edges
RETURN COLLECT { UNWIND leftNodes AS a RETURN a.name ORDER BY a.name } AS authors,
  COLLECT { UNWIND rightNodes AS t RETURN t.name ORDER BY t.name } AS topics, edges;
// | authors | topics | edges |
// | [Abe, Bea, Cyd] | [graphs, hashing, sorting] | 9 |

// ---- Drawn -------------------------------------------------------------------------------------------------------

// The three largest. In Neo4j Browser this is a picture: three virtual nodes, Biclique, with their members around them, and `graphs`
// between all three. Nothing of it is stored.
CALL motif.biclique.maximal.graph('papers', {topK: 3, minLeft: 2, minRight: 2}) YIELD biclique, nodes, relationships
RETURN biclique, nodes, relationships;
// | biclique | nodes | relationships |
// | * | * | * |
// | * | * | * |
// | * | * | * |

// The three largest, in words.
CALL motif.biclique.maximal.graph('papers', {topK: 3, minLeft: 2, minRight: 2}) YIELD nodes, relationships, leftSize, rightSize, edges
RETURN leftSize, rightSize, edges, size(relationships) AS lines,
  COLLECT { UNWIND nodes AS n RETURN n.name ORDER BY n.name } AS members
ORDER BY edges DESC, members;
// | leftSize | rightSize | edges | lines | members |
// | 3 | 3 | 9 | 6 | [Abe, Bea, Cyd, graphs, hashing, sorting] |
// | 2 | 4 | 8 | 6 | [Abe, Bea, graphs, hashing, parsing, sorting] |
// | 2 | 4 | 8 | 6 | [Don, Eli, GPUs, caches, graphs, memory] |

// Two of them are nearly the same people on the same topics. Those of which less than half is in a larger one:
CALL motif.biclique.maximal.graph('papers', {topK: 3, minLeft: 2, minRight: 2, maxOverlap: 0.5}) YIELD nodes, edges
RETURN edges, COLLECT { UNWIND nodes AS n RETURN n.name ORDER BY n.name } AS members ORDER BY edges DESC;
// | edges | members |
// | 9 | [Abe, Bea, Cyd, graphs, hashing, sorting] |
// | 8 | [Don, Eli, GPUs, caches, graphs, memory] |

// ---- Kept --------------------------------------------------------------------------------------------------------

// To keep the picture, or to ask more of it, write the bicliques as nodes. The same jobId replaces what it wrote.
CALL motif.biclique.maximal.write('papers', {writeBicliques: 'DemoTeam', topK: 3, minLeft: 2, minRight: 2, jobId: 'teams'})
YIELD bicliquesWritten, relationshipsWritten;
// | bicliquesWritten | relationshipsWritten |
// | 3 | 18 |

// Which topics do the teams share?
MATCH (t:DemoTopic)-[:IN_BICLIQUE]->(team:DemoTeam)
WITH t, count(team) AS teams WHERE teams > 1
RETURN t.name AS topic, teams ORDER BY teams DESC, topic;
// | topic | teams |
// | graphs | 3 |
// | hashing | 2 |
// | sorting | 2 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('papers') YIELD graphName;
// | graphName |
// | papers |

MATCH (n:DemoAuthor|DemoTopic|DemoTeam) DETACH DELETE n;
// no rows
