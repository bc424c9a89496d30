// Butterflies: who buys the same things together?
//
// A butterfly is two users and two products with all four purchases between them. It is the smallest sign that two
// users have the same taste, and that two products sell together.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/butterfly.cypher
// It makes its own small data, (:DemoUser)-[:DEMO_BOUGHT]->(:DemoProduct), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Ann, Bob and Cid buy the same three things for the kitchen. Dan and Eve share two things for the garden.
// Fay buys one thing of each, Gus bought nothing so far.
UNWIND [
  ['Ann', ['kettle', 'teapot', 'toaster']],
  ['Bob', ['kettle', 'teapot', 'toaster']],
  ['Cid', ['kettle', 'teapot', 'toaster', 'spade']],
  ['Dan', ['spade', 'hose']],
  ['Eve', ['spade', 'hose']],
  ['Fay', ['toaster', 'hose']],
  ['Gus', []]
] AS row
MERGE (u:DemoUser {name: row[0]})
WITH u, row[1] AS products
UNWIND products AS product
MERGE (p:DemoProduct {name: product})
MERGE (u)-[:DEMO_BOUGHT]->(p)
RETURN count(*) AS purchases;
// | purchases |
// | 16 |

// ---- Projection --------------------------------------------------------------------------------------------------

// What will the graph cost? Nothing is read yet: the sizes come from the counts that Neo4j keeps. On a GPU, deviceBytesMax
// says what the call would reserve there; a graph as small as this one is counted on the CPU.
CALL motif.butterfly.stats.estimate({nodes: {left: 'DemoUser', right: 'DemoProduct'}, relationships: 'DEMO_BOUGHT'})
YIELD nodeCount, relationshipCount, requiredMemory, backend, deviceBytesMax;
// | nodeCount | relationshipCount | requiredMemory | backend | deviceBytesMax |
// | 12 | 16 | * | CPU | null |

// Read the two sides and the purchases into a graph off the heap, under a name.
// relationshipIds keeps the ids of the purchases, so that a property can be written to them later.
CALL motif.graph.project('purchases', {left: 'DemoUser', right: 'DemoProduct'}, 'DEMO_BOUGHT', {relationshipIds: true})
YIELD kind, leftCount, rightCount, relationshipCount, duplicatesDropped;
// | kind | leftCount | rightCount | relationshipCount | duplicatesDropped |
// | BIPARTITE | 7 | 5 | 16 | 0 |

// ---- Counting ----------------------------------------------------------------------------------------------------

// All butterflies: 9 in the kitchen (3 pairs of users times 3 pairs of products) and 1 in the garden.
// The clustering coefficient is the share of paths of three purchases that a fourth one closes: 4 * 10 of 68.
CALL motif.butterfly.stats('purchases')
YIELD count, countText, leftMaxCount, rightMaxCount, clusteringCoefficient, backend
RETURN count, countText, leftMaxCount, rightMaxCount, round(clusteringCoefficient, 3) AS clustering, backend;
// | count | countText | leftMaxCount | rightMaxCount | clustering | backend |
// | 10 | 10 | 6 | 6 | 0.588 | CPU |

// The same total by the techniques of G-BFC, each of which can be switched off to see what it is worth.
CALL motif.research.gbfc.stats('purchases', {loadBalancing: false})
YIELD count, computeMillis;
// | count | computeMillis |
// | 10 | * |

// An estimate, for graphs that take long to count: this one is small, so that it is exact.
CALL motif.butterfly.sample.estimate('purchases') YIELD backend;
// | backend |
// | CPU |
CALL motif.butterfly.sample('purchases', {relativeError: 0.02, seed: 7}) YIELD estimate, lower, upper, samples;
// | estimate | lower | upper | samples |
// | 10.0 | 10.0 | 10.0 | 0 |

// The same for each node. Every butterfly has two nodes of each side.
CALL motif.butterfly.sample.stream.estimate('purchases') YIELD backend;
// | backend |
// | CPU |
CALL motif.butterfly.sample.stream('purchases', {relativeError: 0.02}) YIELD side, estimate
RETURN side, sum(estimate) AS sum ORDER BY side;
// | side | sum |
// | LEFT | 20.0 |
// | RIGHT | 20.0 |

// Which users are in the most butterflies? Without nodes: true there are only ids.
CALL motif.butterfly.stream('purchases', {nodes: true}) YIELD node, side, count
WITH * WHERE side = 'LEFT'
RETURN node.name AS user, count ORDER BY count DESC, user;
// | user | count |
// | Ann | 6 |
// | Bob | 6 |
// | Cid | 6 |
// | Dan | 1 |
// | Eve | 1 |
// | Fay | 0 |
// | Gus | 0 |

// How many butterflies are purchases in? Those in none are bridges between tastes.
CALL motif.butterfly.stream('purchases', {per: 'RELATIONSHIP'}) YIELD leftNodeId, rightNodeId, count
RETURN count, count(*) AS purchases ORDER BY count;
// | count | purchases |
// | 0 | 3 |
// | 1 | 4 |
// | 4 | 9 |

// ---- Writing back ------------------------------------------------------------------------------------------------

// The counts can be written to the nodes of both sides ...
CALL motif.butterfly.write('purchases', {writeProperty: 'butterflies'})
YIELD propertiesWritten, skipped, count, writeMillis;
// | propertiesWritten | skipped | count | writeMillis |
// | 12 | 0 | 10 | * |

// ... and to the purchases.
CALL motif.butterfly.write('purchases', {writeProperty: 'butterflies', per: 'RELATIONSHIP'})
YIELD propertiesWritten, skipped, count, writeMillis;
// | propertiesWritten | skipped | count | writeMillis |
// | 16 | 0 | 10 | * |

// Plain Cypher can now read the counts: which products belong together?
MATCH (p:DemoProduct)
RETURN p.name AS product, p.butterflies AS butterflies ORDER BY butterflies DESC, product;
// | product | butterflies |
// | kettle | 6 |
// | teapot | 6 |
// | toaster | 6 |
// | hose | 1 |
// | spade | 1 |

// Purchases that fit no pattern.
MATCH (u:DemoUser)-[b:DEMO_BOUGHT]->(p:DemoProduct) WHERE b.butterflies = 0
RETURN u.name AS user, p.name AS product ORDER BY user, product;
// | user | product |
// | Cid | spade |
// | Fay | hose |
// | Fay | toaster |

// ---- Clustering coefficients -------------------------------------------------------------------------------------

// How much do users share with those with whom they share anything? 1 would be everything.
CALL motif.clustering.stream('purchases', {side: 'LEFT', nodes: true}) YIELD node, coefficient
RETURN node.name AS user, round(coefficient, 2) AS clustering ORDER BY clustering DESC, user;
// | user | clustering |
// | Ann | 0.67 |
// | Bob | 0.67 |
// | Dan | 0.51 |
// | Eve | 0.51 |
// | Cid | 0.42 |
// | Fay | 0.27 |
// | Gus | 0.0 |

CALL motif.clustering.stats('purchases', {mode: 'SQUARE'}) YIELD leftAverage, rightAverage
RETURN round(leftAverage, 2) AS users, round(rightAverage, 2) AS products;
// | users | products |
// | 0.35 | 0.43 |

CALL motif.clustering.write('purchases', {writeProperty: 'clustering'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 12 |

// ---- Once, without a named graph ---------------------------------------------------------------------------------

// A map instead of the name projects a graph only for this call.
CALL motif.butterfly.stats({nodes: {left: 'DemoUser', right: 'DemoProduct'}, relationships: 'DEMO_BOUGHT'})
YIELD count;
// | count |
// | 10 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

// The graph's memory is given back.
CALL motif.graph.drop('purchases') YIELD graphName;
// | graphName |
// | purchases |

MATCH (n:DemoUser|DemoProduct) DETACH DELETE n;
// no rows
