// Community cores: who holds a community together?
//
// Two ways to look at the same people. Who knows whom is a graph of one kind of nodes: its cliques and cores are circles of people who all
// know each other. Who comes to what is bipartite: its wings are groups that meet again and again. The core of a community is in both.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/community-cores.cypher
// It makes its own small data, (:DemoPerson)-[:DEMO_KNOWS]->(:DemoPerson) and (:DemoPerson)-[:DEMO_CAME_TO]->(:DemoEvening), and
// removes it at the end. The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// A choir and a chess club. Noa and Olga are in the choir's address book but hardly ever come; Tom is in both clubs.
UNWIND [
  'Jana Kai', 'Jana Lena', 'Jana Mats', 'Jana Noa', 'Kai Lena', 'Kai Mats', 'Kai Noa', 'Lena Mats', 'Lena Noa', 'Mats Noa',
  'Olga Jana', 'Olga Kai',
  'Paul Quinn', 'Paul Rosa', 'Paul Tom', 'Quinn Rosa', 'Quinn Tom', 'Rosa Tom',
  'Tom Jana', 'Uma Rosa'
] AS pair
MERGE (a:DemoPerson {name: split(pair, ' ')[0]})
MERGE (b:DemoPerson {name: split(pair, ' ')[1]})
MERGE (a)-[:DEMO_KNOWS]->(b)
RETURN count(*) AS acquaintances;
// | acquaintances |
// | 20 |

UNWIND [
  ['rehearsal 1', ['Jana', 'Kai', 'Lena', 'Mats', 'Tom']],
  ['rehearsal 2', ['Jana', 'Kai', 'Lena', 'Mats']],
  ['rehearsal 3', ['Jana', 'Kai', 'Lena', 'Mats', 'Noa']],
  ['concert', ['Jana', 'Kai', 'Lena', 'Mats', 'Olga']],
  ['chess night 1', ['Paul', 'Quinn', 'Rosa', 'Tom']],
  ['chess night 2', ['Paul', 'Quinn', 'Uma']],
  ['tournament', ['Paul', 'Rosa', 'Uma']]
] AS row
MERGE (e:DemoEvening {name: row[0]})
WITH e, row[1] AS names
UNWIND names AS name
MATCH (p:DemoPerson {name: name})
MERGE (p)-[:DEMO_CAME_TO]->(e)
RETURN count(*) AS visits;
// | visits |
// | 29 |

CALL motif.graph.project('acquaintances', 'DemoPerson', 'DEMO_KNOWS') YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 11 | 20 |

CALL motif.graph.project('visits', {left: 'DemoPerson', right: 'DemoEvening'}, 'DEMO_CAME_TO', {relationshipIds: true})
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 11 | 7 | 29 |

// ---- Who knows whom: cliques and cores ---------------------------------------------------------------------------

// One circle of five, which holds five circles of four; the chess club is the sixth.
CALL motif.kclique.stats('acquaintances') YIELD k, count, cliqueNumber;
// | k | count | cliqueNumber |
// | 3 | 15 | 5 |
// | 4 | 6 | 5 |
// | 5 | 1 | 5 |

// Everybody's circles of four, and the core: everybody of the 4-core knows four others of it.
CALL motif.kclique.write('acquaintances', {k: 4, writeProperty: 'circles'}) YIELD propertiesWritten;
// | propertiesWritten |
// | 11 |

CALL motif.kcore.write('acquaintances', {writeProperty: 'core'}) YIELD nodePropertiesWritten, degeneracy;
// | nodePropertiesWritten | degeneracy |
// | 11 | 4 |

MATCH (p:DemoPerson) WHERE p.circles > 0
WITH p ORDER BY p.name
RETURN p.core AS core, p.circles AS circles, collect(p.name) AS people ORDER BY core DESC, circles DESC;
// | core | circles | people |
// | 4 | 4 | [Jana, Kai, Lena, Mats, Noa] |
// | 3 | 1 | [Paul, Quinn, Rosa, Tom] |

// ---- Who comes: wings --------------------------------------------------------------------------------------------

// Each visit of the four regulars of the choir is in 9 butterflies with their other visits: 3 other people, 3 other evenings.
CALL motif.wing.write('visits', {writeProperty: 'wing'}) YIELD propertiesWritten, maxWing;
// | propertiesWritten | maxWing |
// | 29 | 9 |

MATCH (p:DemoPerson)-[v:DEMO_CAME_TO]->(e:DemoEvening) WHERE v.wing > 0
WITH v.wing AS wing, p.name AS name, e.name AS evening ORDER BY name, evening
RETURN wing, collect(DISTINCT name) AS people, count(DISTINCT evening) AS evenings ORDER BY wing DESC;
// | wing | people | evenings |
// | 9 | [Jana, Kai, Lena, Mats] | 4 |
// | 1 | [Paul, Quinn, Rosa, Uma] | 3 |

// ---- Both --------------------------------------------------------------------------------------------------------

// The core of the choir knows each other and comes again and again. Noa knows them all and hardly comes; Tom comes to both clubs, but
// to neither often. The chess club knows each other as well but meets less: a wing of 1 is all that holds its evenings together.
MATCH (p:DemoPerson) WHERE p.circles > 0
OPTIONAL MATCH (p)-[v:DEMO_CAME_TO]->()
WITH p, max(v.wing) AS wing ORDER BY p.name
RETURN wing, collect(p.name) AS people ORDER BY wing DESC;
// | wing | people |
// | 9 | [Jana, Kai, Lena, Mats] |
// | 1 | [Paul, Quinn, Rosa] |
// | 0 | [Noa, Tom] |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop(['acquaintances', 'visits']) YIELD graphName;
// | graphName |
// | acquaintances |
// | visits |

MATCH (n:DemoPerson|DemoEvening) DETACH DELETE n;
// no rows
