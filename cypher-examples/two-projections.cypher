// Two projections: what has changed between two years?
//
// A projection is a view of the data: some labels, some types, a range of a property. Two of them side by side answer what one cannot: has
// the town grown together, and who has left the middle of it?
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/two-projections.cypher
// It makes its own small data, (:DemoResident)-[:DEMO_JOINED {year}]->(:DemoClub), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Who was in which club, in 2024 and in 2025. Yara kept to dancing when the others left; Zoe came in 2025.
UNWIND [
  [2024, 'Viktor', ['rowing', 'sauna', 'bees']], [2025, 'Viktor', ['rowing', 'sauna', 'bees']],
  [2024, 'Wanda', ['rowing', 'sauna']], [2025, 'Wanda', ['rowing', 'sauna', 'bees']],
  [2024, 'Xaver', ['rowing', 'dance']], [2025, 'Xaver', ['rowing', 'sauna', 'bees']],
  [2024, 'Yara', ['dance', 'rowing']], [2025, 'Yara', ['dance']],
  [2025, 'Zoe', ['rowing', 'bees']]
] AS row
MERGE (r:DemoResident {name: row[1]})
WITH r, row[0] AS year, row[2] AS clubs
UNWIND clubs AS club
MERGE (c:DemoClub {name: club})
CREATE (r)-[:DEMO_JOINED {year: year}]->(c)
RETURN year, count(*) AS memberships ORDER BY year;
// | year | memberships |
// | 2024 | 9 |
// | 2025 | 12 |

// ---- Two projections ---------------------------------------------------------------------------------------------

CALL motif.graph.project('town-2024', {left: 'DemoResident', right: 'DemoClub'}, 'DEMO_JOINED',
  {relationshipFilter: {property: 'year', equals: 2024}})
YIELD graphName, leftCount, relationshipCount, filteredOut;
// | graphName | leftCount | relationshipCount | filteredOut |
// | town-2024 | 5 | 9 | 12 |

CALL motif.graph.project('town-2025', {left: 'DemoResident', right: 'DemoClub'}, 'DEMO_JOINED',
  {relationshipFilter: {property: 'year', equals: 2025}})
YIELD graphName, leftCount, relationshipCount, filteredOut;
// | graphName | leftCount | relationshipCount | filteredOut |
// | town-2025 | 5 | 12 | 9 |

// A third one without the filter would be neither: a membership of both years is two relationships, of which one is kept.
CALL motif.graph.project.estimate({left: 'DemoResident', right: 'DemoClub'}, 'DEMO_JOINED')
YIELD relationshipCount, requiredMemory;
// | relationshipCount | requiredMemory |
// | 21 | * |

// ---- The whole ---------------------------------------------------------------------------------------------------

// A third more memberships, but six times the butterflies: people are in the same clubs now. Clustering says the same without regard to
// size: of the paths of three memberships 40 % were closed by a fourth, now 89 % are.
UNWIND ['town-2024', 'town-2025'] AS town
CALL motif.butterfly.stats(town) YIELD count, clusteringCoefficient, relationshipCount
CALL motif.biclique.maximum(town, {topKBy: 'BALANCED'}) YIELD leftSize, rightSize
RETURN town, relationshipCount AS memberships, count AS butterflies, round(clusteringCoefficient, 2) AS clustering,
  toString(leftSize) + ' x ' + toString(rightSize) AS largestGroup
ORDER BY town;
// | town | memberships | butterflies | clustering | largestGroup |
// | town-2024 | 9 | 2 | 0.4 | 2 x 2 |
// | town-2025 | 12 | 12 | 0.89 | 3 x 3 |

// ---- Person by person --------------------------------------------------------------------------------------------

// Both graphs have the same nodes, so their rows join by nodeId. Yara was in as many as anybody in 2024, and is in none any more.
CALL motif.butterfly.stream('town-2024') YIELD nodeId, side, count AS before
WITH * WHERE side = 'LEFT'
WITH collect({nodeId: nodeId, before: before}) AS earlier
CALL motif.butterfly.stream('town-2025') YIELD nodeId, count AS after
UNWIND [e IN earlier WHERE e.nodeId = nodeId] AS e
RETURN motif.util.asNode(nodeId).name AS resident, e.before AS in2024, after AS in2025, after - e.before AS change ORDER BY change DESC, resident;
// | resident | in2024 | in2025 | change |
// | Viktor | 1 | 7 | 6 |
// | Wanda | 1 | 7 | 6 |
// | Xaver | 1 | 7 | 6 |
// | Zoe | 0 | 3 | 3 |
// | Yara | 1 | 0 | -1 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop(['town-2024', 'town-2025']) YIELD graphName;
// | graphName |
// | town-2024 |
// | town-2025 |

MATCH (n:DemoResident|DemoClub) DETACH DELETE n;
// no rows
