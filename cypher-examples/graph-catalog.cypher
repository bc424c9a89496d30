// The catalog of named graphs: project, list, look for, drop.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/graph-catalog.cypher
// It makes its own small data, (:DemoUser)-[:DEMO_RATED]->(:DemoFilm), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Five ratings, two of them by Ann for one film, and one friendship.
UNWIND [
  ['Ann', 'Alien', 5],
  ['Ann', 'Alien', 4],
  ['Ann', 'Brazil', 2],
  ['Bob', 'Alien', 4],
  ['Bob', 'Brazil', 5]
] AS row
MERGE (u:DemoUser {name: row[0]})
MERGE (f:DemoFilm {name: row[1]})
CREATE (u)-[:DEMO_RATED {stars: row[2]}]->(f)
RETURN count(*) AS ratings;
// | ratings |
// | 5 |

MATCH (a:DemoUser {name: 'Ann'}) MATCH (b:DemoUser {name: 'Bob'})
CREATE (a)-[:DEMO_KNOWS {since: 2020}]->(b);
// no rows

// ---- Projecting --------------------------------------------------------------------------------------------------

// A bipartite graph has a left and a right side. What does not join the two, such as the friendship, is dropped, and of
// relationships between the same two nodes one is kept.
CALL motif.graph.project('ratings', {left: 'DemoUser', right: 'DemoFilm'}, ['DEMO_RATED', 'DEMO_KNOWS'])
YIELD graphName, kind, leftCount, rightCount, nodeCount, relationshipCount, duplicatesDropped, wrongSideDropped;
// | graphName | kind | leftCount | rightCount | nodeCount | relationshipCount | duplicatesDropped | wrongSideDropped |
// | ratings | BIPARTITE | 2 | 2 | 4 | 4 | 1 | 1 |

// What will a projection need at its peak? A call that cannot fit is refused; {sudo: true} starts it anyway.
CALL motif.graph.project.estimate({left: 'DemoUser', right: 'DemoFilm'}, 'DEMO_RATED')
YIELD requiredMemory, nodeCount, relationshipCount;
// | requiredMemory | nodeCount | relationshipCount |
// | * | 4 | 5 |

// And one of a million users, 50,000 films and 20 million ratings, before there is any? Labels need not exist then.
CALL motif.graph.project.estimate({left: 'User', right: 'Film'}, 'RATED',
  {leftCount: 1000000, rightCount: 50000, relationshipCount: 20000000})
YIELD nodeCount, relationshipCount, bytesMax
RETURN nodeCount, relationshipCount, bytesMax > 100000000 AS isLarge;
// | nodeCount | relationshipCount | isLarge |
// | 1050000 | 20000000 | true |

// The same counts in place of a graph's name: what would a call on it need beside the graph, and how long would it take?
CALL motif.tip.stats.estimate({leftCount: 1000000, rightCount: 50000, relationshipCount: 20000000})
YIELD requiredMemory, bytesMin, bytesMax, estimatedCpuMillis
RETURN requiredMemory, bytesMin = bytesMax AS isExact, estimatedCpuMillis > 1000 AS takesSeconds;
// | requiredMemory | isExact | takesSeconds |
// | * | true | true |

// A side may have several labels, and what joins the sides several types: users on the left, films and books on the right.
MATCH (bob:DemoUser {name: 'Bob'}) CREATE (bob)-[:DEMO_READ]->(:DemoBook {name: 'Solaris'});
// no rows
CALL motif.graph.project('tastes', {left: 'DemoUser', right: ['DemoFilm', 'DemoBook']}, ['DEMO_RATED', 'DEMO_READ'])
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 2 | 3 | 5 |
CALL motif.graph.drop('tastes') YIELD graphName;
// | graphName |
// | tastes |
MATCH (book:DemoBook) DETACH DELETE book;
// no rows

// Only ratings of four stars and more.
CALL motif.graph.project('good ratings', {left: 'DemoUser', right: 'DemoFilm'}, 'DEMO_RATED',
  {relationshipFilter: {property: 'stars', min: 4}})
YIELD relationshipCount, duplicatesDropped, filteredOut;
// | relationshipCount | duplicatesDropped | filteredOut |
// | 3 | 1 | 1 |

// One label, or a list of labels, makes a unipartite graph. Directions do not matter.
CALL motif.graph.project('people', 'DemoUser', 'DEMO_KNOWS')
YIELD kind, leftCount, rightCount, nodeCount, relationshipCount;
// | kind | leftCount | rightCount | nodeCount | relationshipCount |
// | UNIPARTITE | null | null | 2 | 1 |

// A function makes a graph of the rows of any query. Here people are joined to the stars they give.
UNWIND [2, 4, 5] AS stars CREATE (:DemoStars {name: stars});
// no rows
MATCH (u:DemoUser)-[r:DEMO_RATED]->() MATCH (s:DemoStars {name: r.stars})
WITH motif.graph.project('stars given', u, s, {kind: 'BIPARTITE'}) AS graph
RETURN graph.graphName AS graphName, graph.relationshipCount AS relationshipCount, graph.duplicatesDropped AS duplicates;
// | graphName | relationshipCount | duplicates |
// | stars given | 5 | 0 |

// ---- Looking -----------------------------------------------------------------------------------------------------

// Graphs belong to the user who projected them, in the database they were read from.
CALL motif.graph.list()
YIELD graphName, kind, nodeCount, relationshipCount, relationshipIds, bytes, deviceBytes, creationTime;
// | graphName | kind | nodeCount | relationshipCount | relationshipIds | bytes | deviceBytes | creationTime |
// | good ratings | BIPARTITE | 4 | 3 | false | * | 0 | * |
// | people | UNIPARTITE | 2 | 1 | false | * | 0 | * |
// | ratings | BIPARTITE | 4 | 4 | false | * | 0 | * |
// | stars given | BIPARTITE | 5 | 5 | false | * | 0 | * |

// How was it projected?
CALL motif.graph.list('good ratings') YIELD configuration
RETURN configuration.relationships AS relationships, configuration.relationshipFilter.min AS stars;
// | relationships | stars |
// | DEMO_RATED | 4 |

CALL motif.graph.exists('ratings');
// | graphName | exists |
// | ratings | true |

CALL motif.graph.exists('rating');
// | graphName | exists |
// | rating | false |

// The last calls, the newest first. A running call also shows its progress here.
CALL motif.listProgress() YIELD taskName, status, progress RETURN taskName, status, progress LIMIT 1;
// | taskName | status | progress |
// | motif.graph.project | FINISHED | 100% |

// ---- Dropping ----------------------------------------------------------------------------------------------------

CALL motif.graph.drop('people') YIELD graphName, memoryUsage;
// | graphName | memoryUsage |
// | people | * |

// A list of names; with false a missing graph is no error.
CALL motif.graph.drop(['ratings', 'good ratings', 'stars given', 'people'], false) YIELD graphName;
// | graphName |
// | ratings |
// | good ratings |
// | stars given |

MATCH (n:DemoUser|DemoFilm|DemoStars) DETACH DELETE n;
// no rows
