// A pipeline with Graph Data Science: communities by the strength of ties.
//
// Motif counts what GDS does not, bicliques and butterflies, and writes it to relationships; GDS reads it there as a weight. So
// people who buy the same things form communities, and a gift card that anybody may buy hardly counts.
//
// needs: gds
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/gds-pipeline.cypher
// It makes its own small data, (:DemoCustomer)-[:DEMO_BOUGHT]->(:DemoProduct), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Gardeners and painters. Nearly everybody bought a gift card or batteries as well, each of them only one of the two.
UNWIND [
  ['Ada', ['spade', 'rake', 'seeds', 'gift card']],
  ['Ben', ['spade', 'rake', 'seeds', 'batteries']],
  ['Cleo', ['spade', 'rake', 'hose', 'gift card']],
  ['Dora', ['canvas', 'brushes', 'easel', 'gift card']],
  ['Emil', ['canvas', 'brushes', 'easel', 'batteries']],
  ['Fritz', ['canvas', 'brushes', 'varnish', 'gift card']]
] AS row
MERGE (c:DemoCustomer {name: row[0]})
WITH c, row[1] AS products
UNWIND products AS product
MERGE (p:DemoProduct {name: product})
MERGE (c)-[:DEMO_BOUGHT]->(p)
RETURN count(*) AS purchases;
// | purchases |
// | 24 |

// ---- 1. Motif: how much does each purchase belong to a taste? ----------------------------------------------------

// The butterflies of each purchase, from a graph that is read only for this call.
CALL motif.butterfly.write(
  {nodes: {left: 'DemoCustomer', right: 'DemoProduct'}, relationships: 'DEMO_BOUGHT'},
  {per: 'RELATIONSHIP', writeProperty: 'butterflies'})
YIELD propertiesWritten, count;
// | propertiesWritten | count |
// | 24 | 14 |

// Gift cards sell best, but join people who have little else in common. Batteries are in no butterfly at all.
MATCH (:DemoCustomer)-[b:DEMO_BOUGHT]->(p:DemoProduct)
RETURN p.name AS product, count(*) AS purchases, sum(b.butterflies) AS butterflies
ORDER BY butterflies DESC, product;
// | product | purchases | butterflies |
// | brushes | 3 | 10 |
// | canvas | 3 | 10 |
// | rake | 3 | 10 |
// | spade | 3 | 10 |
// | gift card | 4 | 8 |
// | easel | 2 | 4 |
// | seeds | 2 | 4 |
// | batteries | 2 | 0 |
// | hose | 1 | 0 |
// | varnish | 1 | 0 |

// ---- 2. GDS: reads the property, and finds communities -----------------------------------------------------------

CALL gds.graph.project('demo-purchases', ['DemoCustomer', 'DemoProduct'],
  {DEMO_BOUGHT: {orientation: 'UNDIRECTED', properties: 'butterflies'}})
YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 16 | 48 |

// The weights decide: purchases in no butterfly count for nothing.
CALL gds.louvain.write('demo-purchases', {relationshipWeightProperty: 'butterflies', writeProperty: 'community', concurrency: 1})
YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 16 |

// ---- 3. The result -----------------------------------------------------------------------------------------------

MATCH (c:DemoCustomer)
WITH c.community AS community, c.name AS name ORDER BY name
WITH community, collect(name) AS customers
RETURN customers ORDER BY customers;
// | customers |
// | [Ada, Ben, Cleo] |
// | [Dora, Emil, Fritz] |

// ---- 4. Folded: customers alone ----------------------------------------------------------------------------------

// Customers who share a fifth of their products or more become similar, a relationship with a weight.
CALL motif.commonNeighbors.pairs(
  {nodes: {left: 'DemoCustomer', right: 'DemoProduct'}, relationships: 'DEMO_BOUGHT'},
  {side: 'LEFT', similarityMetric: 'JACCARD', similarityCutoff: 0.2, nodes: true})
YIELD sourceNode, targetNode, similarity
MERGE (sourceNode)-[s:DEMO_SIMILAR]->(targetNode)
SET s.similarity = similarity
RETURN count(*) AS pairs;
// | pairs |
// | 6 |

CALL gds.graph.project('demo-similar', 'DemoCustomer', {DEMO_SIMILAR: {orientation: 'UNDIRECTED', properties: 'similarity'}})
YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 6 | 12 |

// Every night: a scheduler runs cypher-shell with these statements, or APOC does, as in nightly-write.cypher.
CALL gds.louvain.write('demo-similar', {relationshipWeightProperty: 'similarity', writeProperty: 'circle', concurrency: 1})
YIELD communityCount, nodePropertiesWritten;
// | communityCount | nodePropertiesWritten |
// | 2 | 6 |

MATCH (c:DemoCustomer)
WITH c.circle AS circle, c.name AS name ORDER BY name
WITH circle, collect(name) AS customers
RETURN customers ORDER BY customers;
// | customers |
// | [Ada, Ben, Cleo] |
// | [Dora, Emil, Fritz] |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL gds.graph.drop(['demo-purchases', 'demo-similar']) YIELD graphName;
// | graphName |
// | demo-purchases |
// | demo-similar |

MATCH (n:DemoCustomer|DemoProduct) DETACH DELETE n;
// no rows
