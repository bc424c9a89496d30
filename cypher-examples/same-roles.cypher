// Same roles: who plays the same part in another team?
//
// Two people have the same part when their surroundings have the same shape: as many triangles, ends of paths, tails of triangles
// and so on. These are the 15 orbits of graphlets, whatever the names of the people are and however far apart they sit.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/same-roles.cypher
// It makes its own small data, (:DemoPerson)-[:DEMO_KNOWS]->(:DemoPerson), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// In each of two offices four people work closely together. One of them talks to a partner, who has two clients; one client of
// each office knows one of the other.
UNWIND ['Ann Bob', 'Ann Cid', 'Ann Dan', 'Bob Cid', 'Bob Dan', 'Cid Dan', 'Dan Eve', 'Eve Fay', 'Eve Gus', 'Gus Max',
  'Hal Ida', 'Hal Jon', 'Hal Kim', 'Ida Jon', 'Ida Kim', 'Jon Kim', 'Kim Leo', 'Leo Max', 'Leo Noa'] AS pair
MERGE (a:DemoPerson {name: split(pair, ' ')[0]})
MERGE (b:DemoPerson {name: split(pair, ' ')[1]})
MERGE (a)-[:DEMO_KNOWS]->(b)
RETURN count(*) AS acquaintances;
// | acquaintances |
// | 19 |

CALL motif.graph.project('people', 'DemoPerson', 'DEMO_KNOWS') YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 14 | 19 |

// ---- What the graph is made of -----------------------------------------------------------------------------------

// Two closed circles of four, and open chains between them: no cycle of four, and no diamond, a circle that misses one pair.
CALL motif.graphlet.stats('people') YIELD graphlet, nodes, relationships, count;
// | graphlet | nodes | relationships | count |
// | PATH_3 | 3 | 2 | 14 |
// | TRIANGLE | 3 | 3 | 8 |
// | PATH_4 | 4 | 3 | 17 |
// | CLAW | 4 | 3 | 2 |
// | CYCLE_4 | 4 | 4 | 0 |
// | PAW | 4 | 4 | 6 |
// | DIAMOND | 4 | 5 | 0 |
// | CLIQUE_4 | 4 | 6 | 2 |

// ---- Who has the same part ---------------------------------------------------------------------------------------

// Orbit 0 is the number of acquaintances, 3 that of triangles, 7 that of claws that one is the center of, 11 that of paws in
// which one joins the triangle to its tail.
CALL motif.graphlet.stream('people', {nodes: true}) YIELD node, orbits
WITH orbits, node.name AS name ORDER BY name
WITH orbits, collect(name) AS people
RETURN people, orbits[0] AS knows, orbits[3] AS triangles, orbits[7] AS claws, orbits[11] AS joins ORDER BY people;
// | people | knows | triangles | claws | joins |
// | [Ann, Bob, Cid, Hal, Ida, Jon] | 3 | 3 | 0 | 0 |
// | [Dan, Kim] | 4 | 3 | 0 | 3 |
// | [Eve, Leo] | 3 | 0 | 1 | 0 |
// | [Fay, Noa] | 1 | 0 | 0 | 0 |
// | [Gus, Max] | 2 | 0 | 0 | 0 |

// ---- Orbits where a model reads them -----------------------------------------------------------------------------

// In the database, as a list of 15 INTEGERs. Dan's counterpart is Kim.
CALL motif.graphlet.write('people', {writeProperty: 'orbits'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 14 |
MATCH (dan:DemoPerson {name: 'Dan'})
MATCH (other:DemoPerson) WHERE other <> dan
WITH other.name AS name, sqrt(reduce(sum = 0.0, i IN range(0, 14) | sum + (dan.orbits[i] - other.orbits[i]) ^ 2)) AS distance
RETURN name, distance ORDER BY distance, name LIMIT 1;
// | name | distance |
// | Kim | 0.0 |

// With the graph in memory, as a column for each orbit, which filters can read: whoever is in a closed circle of four.
CALL motif.graphlet.mutate('people', {mutateProperty: 'orbit'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 210 |
CALL motif.graph.filter('circles', 'people', 'n.orbit_14 >= 1') YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 8 | 12 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('circles') YIELD graphName;
// | graphName |
// | circles |
CALL motif.graph.drop('people') YIELD graphName;
// | graphName |
// | people |
MATCH (person:DemoPerson) DETACH DELETE person;
// no rows
