// Link strength: which ties hold a circle together, and which join two?
//
// Two colleagues with many contacts in common have a strong tie. A tie without any common contact is a bridge: news crosses from one team
// to the other over it, and it is lost when one person leaves. Two people without a tie but with many common contacts will meet.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/link-strength.cypher
// It makes its own small data, (:DemoColleague)-[:DEMO_TALKS_TO]->(:DemoColleague), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Sales are Anke, Ben, Carla and Dev; development is Elif, Finn, Gwen and Hugo; Ivo knows Finn and Gwen. Dev and Elif join the two.
UNWIND [
  'Anke Ben', 'Anke Carla', 'Anke Dev', 'Ben Carla', 'Ben Dev', 'Carla Dev',
  'Dev Elif',
  'Elif Finn', 'Elif Gwen', 'Finn Gwen', 'Finn Hugo', 'Gwen Hugo', 'Ivo Finn', 'Ivo Gwen'
] AS pair
MERGE (a:DemoColleague {name: split(pair, ' ')[0]})
MERGE (b:DemoColleague {name: split(pair, ' ')[1]})
MERGE (a)-[:DEMO_TALKS_TO]->(b)
RETURN count(*) AS ties;
// | ties |
// | 14 |

CALL motif.graph.project('contacts', 'DemoColleague', 'DEMO_TALKS_TO', {relationshipIds: true})
YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 9 | 14 |

// ---- Ties --------------------------------------------------------------------------------------------------------

// Writes the number of common contacts to every tie.
CALL motif.commonNeighbors.write('contacts', {writeProperty: 'strength'}) YIELD propertiesWritten, triangles;
// | propertiesWritten | triangles |
// | 14 | 7 |

// The strongest: if Finn and Gwen fell out, three people would stand between them.
MATCH (a:DemoColleague)-[t:DEMO_TALKS_TO]->(b:DemoColleague) WHERE t.strength >= 3
RETURN a.name AS a, b.name AS b, t.strength AS commonContacts;
// | a | b | commonContacts |
// | Finn | Gwen | 3 |

// The bridges: nobody else would pass the news on.
MATCH (a:DemoColleague)-[t:DEMO_TALKS_TO]->(b:DemoColleague) WHERE t.strength = 0
RETURN a.name AS a, b.name AS b;
// | a | b |
// | Dev | Elif |

// ---- People ------------------------------------------------------------------------------------------------------

// Local clustering: the share of the pairs of somebody's contacts that talk to each other. Elif, at the end of the bridge, has the
// lowest: of the three pairs of her contacts only Finn and Gwen do.
CALL motif.commonNeighbors.write(
  'contacts', {per: 'NODE', writeProperty: 'triangles', coefficientProperty: 'clustering'})
YIELD propertiesWritten;
// | propertiesWritten |
// | 18 |

MATCH (c:DemoColleague) WHERE c.clustering < 1
RETURN c.name AS name, c.triangles AS triangles, round(c.clustering, 2) AS clustering ORDER BY clustering, name;
// | name | triangles | clustering |
// | Elif | 1 | 0.33 |
// | Dev | 3 | 0.5 |
// | Finn | 3 | 0.5 |
// | Gwen | 3 | 0.5 |

// ---- Ties that are missing ---------------------------------------------------------------------------------------

// Pairs with two common contacts or more that do not talk to each other yet. commonNeighbors.pairs finds related pairs as well,
// which the query leaves out.
CALL motif.commonNeighbors.pairs('contacts', {similarityCutoff: 2, nodes: true}) YIELD sourceNode, targetNode, commonNeighbors
UNWIND [sourceNode, targetNode] AS a
UNWIND [sourceNode, targetNode] AS b
WITH * WHERE a.name < b.name AND NOT (a)-[:DEMO_TALKS_TO]-(b)
RETURN a.name AS a, b.name AS b, commonNeighbors AS commonContacts ORDER BY commonContacts DESC, a, b;
// | a | b | commonContacts |
// | Elif | Hugo | 2 |
// | Elif | Ivo | 2 |
// | Hugo | Ivo | 2 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('contacts') YIELD graphName;
// | graphName |
// | contacts |

MATCH (c:DemoColleague) DETACH DELETE c;
// no rows
