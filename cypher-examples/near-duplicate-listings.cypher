// Near-duplicate listings: which offers are the same thing twice?
//
// Listings that share most of their features are candidates. The features that two listings have in common are their common
// neighbors; the share of all their features is the Jaccard similarity. No listing is compared with one that it shares nothing with.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/near-duplicate-listings.cypher
// It makes its own small data, (:DemoListing)-[:DEMO_HAS]->(:DemoFeature), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Flats, with what their advertisements say. A-17 is offered by three agents, B-20 by two; the others are flats of their own.
UNWIND [
  ['A-17, agent Lund', 'Mill Street; 3 rooms; 82 m2; balcony; oak floor; 1930s; lift'],
  ['A-17, agent Roy', 'Mill Street; 3 rooms; 82 m2; balcony; oak floor; 1930s; parking'],
  ['A-17, agent Vega', 'Mill Street; 3 rooms; 82 m2; balcony; oak floor; lift'],
  ['B-20, agent Lund', 'Harbour Quay; 2 rooms; 55 m2; sea view; new building; lift; parking'],
  ['B-20, agent Zane', 'Harbour Quay; 2 rooms; 55 m2; sea view; new building; lift; parking'],
  ['C-3, agent Roy', 'Harbour Quay; 3 rooms; 90 m2; sea view; new building; parking'],
  ['D-8, agent Vega', 'Mill Street; 1 room; 34 m2; 1930s'],
  ['E-1, agent Zane', 'Hill Road; 5 rooms; 160 m2; garden; fireplace']
] AS row
MERGE (l:DemoListing {name: row[0]})
WITH l, split(row[1], '; ') AS features
UNWIND features AS feature
MERGE (f:DemoFeature {name: feature})
MERGE (l)-[:DEMO_HAS]->(f)
RETURN count(*) AS features;
// | features |
// | 49 |

CALL motif.graph.project('listings', {left: 'DemoListing', right: 'DemoFeature'}, 'DEMO_HAS')
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 8 | 21 | 49 |

// ---- Pairs -------------------------------------------------------------------------------------------------------

// How much memory would it take? Pairs are found and returned some at a time, so not even a million listings need much.
CALL motif.commonNeighbors.pairs.estimate('listings', {similarityMetric: 'JACCARD'}) YIELD requiredMemory, nodeCount;
// | requiredMemory | nodeCount |
// | * | 29 |

// Two listings that share 60 % of what is said of either are the same flat. C-3 is not B-20, though it is next door:
// 4 of 9.
CALL motif.commonNeighbors.pairs('listings', {side: 'LEFT', similarityMetric: 'JACCARD', similarityCutoff: 0.6, nodes: true})
YIELD sourceNode, targetNode, commonNeighbors, similarity
UNWIND [sourceNode, targetNode] AS a
UNWIND [sourceNode, targetNode] AS b
WITH * WHERE a.name < b.name
RETURN a.name AS listing, b.name AS sameAs, commonNeighbors AS sharedFeatures, round(similarity, 2) AS similarity
ORDER BY similarity DESC, listing, sameAs;
// | listing | sameAs | sharedFeatures | similarity |
// | B-20, agent Lund | B-20, agent Zane | 7 | 1.0 |
// | A-17, agent Lund | A-17, agent Vega | 6 | 0.86 |
// | A-17, agent Lund | A-17, agent Roy | 6 | 0.75 |
// | A-17, agent Roy | A-17, agent Vega | 5 | 0.63 |

// The nearest flat of each listing that is no such duplicate, for a human to look at. E-1 shares nothing with any other.
CALL motif.commonNeighbors.pairs('listings', {side: 'LEFT', similarityMetric: 'JACCARD', topK: 1, nodes: true})
YIELD sourceNode, targetNode, similarity
WITH * WHERE similarity < 0.6
RETURN sourceNode.name AS listing, split(targetNode.name, ',')[0] AS nearest, round(similarity, 2) AS similarity ORDER BY similarity DESC, listing;
// | listing | nearest | similarity |
// | C-3, agent Roy | B-20 | 0.44 |
// | D-8, agent Vega | A-17 | 0.22 |

// ---- One record a flat -------------------------------------------------------------------------------------------

// The duplicates as relationships, and each group of them under the name that comes first.
CALL motif.commonNeighbors.pairs('listings', {side: 'LEFT', similarityMetric: 'JACCARD', similarityCutoff: 0.6, nodes: true})
YIELD sourceNode, targetNode, similarity
MERGE (sourceNode)-[s:DEMO_SAME_AS]->(targetNode) SET s.similarity = similarity;
// no rows

MATCH (l:DemoListing)
WITH l, COLLECT { MATCH (l)-[:DEMO_SAME_AS*0..]-(same) RETURN DISTINCT same.name ORDER BY same.name } AS listings
RETURN DISTINCT listings[0] AS flat, size(listings) AS listings ORDER BY flat;
// | flat | listings |
// | A-17, agent Lund | 3 |
// | B-20, agent Lund | 2 |
// | C-3, agent Roy | 1 |
// | D-8, agent Vega | 1 |
// | E-1, agent Zane | 1 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('listings') YIELD graphName;
// | graphName |
// | listings |

MATCH (n:DemoListing|DemoFeature) DETACH DELETE n;
// no rows
