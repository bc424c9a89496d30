// Common neighbors: who belongs to the same circle?
//
// The common neighbors of two people who know each other are the triangles that the friendship is in. Friendships in many
// triangles lie inside a circle of friends; those in none join two circles.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/common-neighbors.cypher
// It makes its own small data, (:DemoPerson)-[:DEMO_KNOWS]->(:DemoPerson) and (:DemoPerson)-[:DEMO_LIKES]->(:DemoBand), and
// removes it at the end. The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Ann, Bob, Cid and Dan all know each other. Eve, Fay and Gus do too. Dan and Eve join the two circles.
UNWIND [
  ['Ann', 'Bob'], ['Ann', 'Cid'], ['Ann', 'Dan'], ['Bob', 'Cid'], ['Bob', 'Dan'], ['Cid', 'Dan'],
  ['Dan', 'Eve'],
  ['Eve', 'Fay'], ['Eve', 'Gus'], ['Fay', 'Gus']
] AS pair
MERGE (a:DemoPerson {name: pair[0]})
MERGE (b:DemoPerson {name: pair[1]})
MERGE (a)-[:DEMO_KNOWS]->(b)
RETURN count(*) AS friendships;
// | friendships |
// | 10 |

// Fay knows Gus, and Gus knows Fay: two relationships, but one friendship.
MATCH (fay:DemoPerson {name: 'Fay'}) MATCH (gus:DemoPerson {name: 'Gus'}) CREATE (gus)-[:DEMO_KNOWS]->(fay);
// no rows

// ---- Projection --------------------------------------------------------------------------------------------------

// What will it cost? Nothing is read yet.
CALL motif.commonNeighbors.stats.estimate({nodes: 'DemoPerson', relationships: 'DEMO_KNOWS'})
YIELD nodeCount, relationshipCount, requiredMemory, backend;
// | nodeCount | relationshipCount | requiredMemory | backend |
// | 7 | 11 | * | CPU |

// relationshipIds keeps the ids, so that a property can be written to relationships later.
CALL motif.graph.project('friends', 'DemoPerson', 'DEMO_KNOWS', {relationshipIds: true})
YIELD kind, nodeCount, relationshipCount, duplicatesDropped;
// | kind | nodeCount | relationshipCount | duplicatesDropped |
// | UNIPARTITE | 7 | 10 | 1 |

// ---- Counting ----------------------------------------------------------------------------------------------------

// 4 triangles among Ann, Bob, Cid and Dan, and 1 among Eve, Fay and Gus.
CALL motif.commonNeighbors.stats('friends')
YIELD triangles, globalClusteringCoefficient, averageClusteringCoefficient, maxCommonNeighbors, backend
RETURN triangles, round(globalClusteringCoefficient, 3) AS global, round(averageClusteringCoefficient, 3) AS average,
  maxCommonNeighbors, backend;
// | triangles | global | average | maxCommonNeighbors | backend |
// | 5 | 0.75 | 0.833 | 2 | CPU |

// Whose friends are friends of each other?
CALL motif.commonNeighbors.triangles.estimate('friends') YIELD nodeCount;
// | nodeCount |
// | * |
CALL motif.commonNeighbors.triangles('friends', {nodes: true}) YIELD node, triangles, coefficient
RETURN node.name AS name, triangles, round(coefficient, 2) AS coefficient ORDER BY triangles DESC, name LIMIT 2;
// | name | triangles | coefficient |
// | * | * | * |
// | * | * | * |

// How many friendships have how many common friends?
CALL motif.commonNeighbors.stats('friends') YIELD histogram
UNWIND histogram AS range
RETURN range.min AS min, range.max AS max, range.relationshipCount AS friendships ORDER BY min;
// | min | max | friendships |
// | 0 | 0 | 1 |
// | 1 | 1 | 3 |
// | 2 | 3 | 6 |

// The algorithms of the literature, merging with skips and bitmaps, give the same counts.
CALL motif.research.intersection.stats('friends', {algorithm: 'MPS', skewThreshold: 2}) YIELD triangles, computeMillis;
// | triangles | computeMillis |
// | 5 | * |

CALL motif.research.intersection.stats('friends', {algorithm: 'BMP', rangeFiltering: false}) YIELD triangles, computeMillis;
// | triangles | computeMillis |
// | 5 | * |

// How similar are the friends of two people who know each other? The structural similarity of SCAN counts the two themselves
// as well, so that people of one clique are equal. relationships has both of Fay and Gus.
CALL motif.commonNeighbors.stream('friends', {similarityMetric: 'STRUCTURAL', nodes: true})
YIELD sourceNode, targetNode, relationships, commonNeighbors, similarity
UNWIND [sourceNode, targetNode] AS a
UNWIND [sourceNode, targetNode] AS b
WITH * WHERE a.name < b.name
RETURN a.name + ' ' + b.name AS pair, commonNeighbors, size(relationships) AS relationships,
  round(similarity, 3) AS similarity ORDER BY similarity DESC, pair;
// | pair | commonNeighbors | relationships | similarity |
// | Ann Bob | 2 | 1 | 1.0 |
// | Ann Cid | 2 | 1 | 1.0 |
// | Bob Cid | 2 | 1 | 1.0 |
// | Fay Gus | 1 | 2 | 1.0 |
// | Ann Dan | 2 | 1 | 0.894 |
// | Bob Dan | 2 | 1 | 0.894 |
// | Cid Dan | 2 | 1 | 0.894 |
// | Eve Fay | 1 | 1 | 0.866 |
// | Eve Gus | 1 | 1 | 0.866 |
// | Dan Eve | 0 | 1 | 0.447 |

// The friend with whom each person has the most friends in common; topK counts the rows of each person.
CALL motif.commonNeighbors.stream('friends', {topK: 1, similarityCutoff: 1, nodes: true}) YIELD sourceNode, commonNeighbors
RETURN sourceNode.name AS person, commonNeighbors ORDER BY person;
// | person | commonNeighbors |
// | Ann | 2 |
// | Bob | 2 |
// | Cid | 2 |
// | Dan | 2 |
// | Eve | 1 |
// | Fay | 1 |
// | Gus | 1 |

// ---- Pairs that do not know each other ---------------------------------------------------------------------------

// Whom might Ann like to meet? Eve, whom one of her friends knows.
MATCH (ann:DemoPerson {name: 'Ann'}) MATCH (other:DemoPerson) WHERE other.name IN ['Eve', 'Gus']
WITH collect([ann, other]) AS pairs
CALL motif.commonNeighbors.pairs('friends', {pairs: pairs, nodes: true}) YIELD targetNode, commonNeighbors
RETURN targetNode.name AS name, commonNeighbors ORDER BY name;
// | name | commonNeighbors |
// | Eve | 1 |
// | Gus | 0 |

// In a bipartite graph: who has the most similar taste? Pairs are found, and only the best of each person are kept.
UNWIND [['Ann', ['Blur', 'Cake']], ['Eve', ['Blur', 'Cake', 'Devo']], ['Gus', ['Devo']]] AS row
MATCH (p:DemoPerson {name: row[0]})
UNWIND row[1] AS band
MERGE (b:DemoBand {name: band})
MERGE (p)-[:DEMO_LIKES]->(b)
RETURN count(*) AS likes;
// | likes |
// | 6 |

CALL motif.commonNeighbors.pairs(
  {nodes: {left: 'DemoPerson', right: 'DemoBand'}, relationships: 'DEMO_LIKES'}, {similarityMetric: 'JACCARD', topK: 1, nodes: true})
YIELD sourceNode, targetNode, side, commonNeighbors, similarity
RETURN sourceNode.name AS person, targetNode.name AS mostLike, side, commonNeighbors, round(similarity, 3) AS similarity ORDER BY person;
// | person | mostLike | side | commonNeighbors | similarity |
// | Ann | Eve | LEFT | 2 | 0.667 |
// | Eve | Ann | LEFT | 2 | 0.667 |
// | Gus | Eve | LEFT | 1 | 0.333 |

// The same with the keys of Graph Data Science, and written as relationships. A second run would use them again.
CALL motif.graph.project('tastes', {left: 'DemoPerson', right: 'DemoBand'}, 'DEMO_LIKES') YIELD relationshipCount;
// | relationshipCount |
// | 6 |
CALL motif.nodeSimilarity.stats.estimate('tastes') YIELD nodeCount;
// | nodeCount |
// | 10 |
CALL motif.nodeSimilarity.stats('tastes') YIELD nodesCompared, similarityPairs, similarityDistribution AS d
RETURN nodesCompared, similarityPairs, round(d.max, 3) AS largest;
// | nodesCompared | similarityPairs | largest |
// | 3 | 4 | 0.667 |
CALL motif.nodeSimilarity.stream.estimate('tastes') YIELD nodeCount;
// | nodeCount |
// | 10 |
CALL motif.nodeSimilarity.stream('tastes', {side: 'RIGHT', similarityMetric: 'OVERLAP', topN: 1, nodes: true})
YIELD sourceNode, targetNode, similarity
RETURN COLLECT { UNWIND [sourceNode, targetNode] AS n RETURN n.name ORDER BY n.name } AS bands, similarity;
// | bands | similarity |
// | [Blur, Cake] | 1.0 |
CALL motif.nodeSimilarity.write.estimate('tastes', {writeRelationshipType: 'DEMO_LIKE_MINDED', writeProperty: 'score'}) YIELD nodeCount;
// | nodeCount |
// | 10 |
CALL motif.nodeSimilarity.write('tastes', {writeRelationshipType: 'DEMO_LIKE_MINDED', writeProperty: 'score', topK: 1})
YIELD relationshipsWritten, relationshipsCreated;
// | relationshipsWritten | relationshipsCreated |
// | 3 | 3 |

// Or as a graph in memory: people with bands in common, with their number as a column.
CALL motif.graph.fold('minds', 'tastes', {similarityMetric: 'COUNT'}) YIELD kind, nodeCount, relationshipCount;
// | kind | nodeCount | relationshipCount |
// | UNIPARTITE | 7 | 2 |
CALL motif.graph.relationshipProperties.stream('minds', 'score', {nodes: true}) YIELD sourceNode, targetNode, propertyValue
RETURN COLLECT { UNWIND [sourceNode, targetNode] AS n RETURN n.name ORDER BY n.name } AS people, propertyValue AS bands
ORDER BY bands DESC;
// | people | bands |
// | [Ann, Eve] | 2.0 |
// | [Eve, Gus] | 1.0 |

// The pairs of motif.nodeSimilarity likewise: the most similar person of each.
CALL motif.nodeSimilarity.mutate.estimate('tastes', {mutateGraphName: 'likeMinded', mutateProperty: 'similarity', topK: 1})
YIELD nodeCount;
// | nodeCount |
// | 10 |
CALL motif.nodeSimilarity.mutate('tastes', {mutateGraphName: 'likeMinded', mutateProperty: 'similarity', topK: 1})
YIELD graphName, nodeCount, relationshipsWritten;
// | graphName | nodeCount | relationshipsWritten |
// | likeMinded | 7 | 2 |

// ---- Writing back ------------------------------------------------------------------------------------------------

// The counts can be written to the friendships, where both relationships of Fay and Gus get the same ...
CALL motif.commonNeighbors.write('friends', {writeProperty: 'common'}) YIELD propertiesWritten, skipped, triangles;
// | propertiesWritten | skipped | triangles |
// | 11 | 0 | 5 |

// ... and triangles and local clustering coefficients to the people.
CALL motif.commonNeighbors.write(
  'friends', {writeProperty: 'triangles', per: 'NODE', coefficientProperty: 'clustering'})
YIELD propertiesWritten, skipped;
// | propertiesWritten | skipped |
// | 14 | 0 |

// Plain Cypher can now read them. A friendship without common friends is a bridge ...
MATCH (a:DemoPerson)-[k:DEMO_KNOWS]->(b:DemoPerson) WHERE k.common = 0
RETURN a.name AS a, b.name AS b;
// | a | b |
// | Dan | Eve |

// ... and people whose friends do not know each other stand between circles.
MATCH (p:DemoPerson) WHERE p.clustering < 1
RETURN p.name AS name, p.triangles AS triangles, round(p.clustering, 3) AS clustering ORDER BY name;
// | name | triangles | clustering |
// | Dan | 3 | 0.5 |
// | Eve | 1 | 0.333 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop(['friends', 'likeMinded', 'minds', 'tastes']) YIELD graphName;
// | graphName |
// | friends |
// | likeMinded |
// | minds |
// | tastes |

MATCH (n:DemoPerson|DemoBand) DETACH DELETE n;
// no rows
