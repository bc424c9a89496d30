// Recommendation: what is missing from a basket that others have complete?
//
// Customers who all bought the same products are a biclique of the purchases, and a maximal one is a taste with everybody who
// shares it. Somebody who has all but one product of such a basket is the one to offer the last product to.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/recommendation.cypher
// It makes its own small data, (:DemoCustomer)-[:DEMO_BOUGHT]->(:DemoProduct), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// People who make coffee, people who camp, and some who do a little of both.
UNWIND [
  ['Alice', ['espresso machine', 'grinder', 'milk frother', 'scale']],
  ['Bruno', ['espresso machine', 'grinder', 'milk frother', 'scale']],
  ['Chloe', ['espresso machine', 'grinder', 'milk frother', 'scale', 'tent']],
  ['Diego', ['espresso machine', 'grinder', 'milk frother']],
  ['Elena', ['tent', 'sleeping bag', 'gas stove', 'headlamp']],
  ['Felix', ['tent', 'sleeping bag', 'gas stove', 'headlamp']],
  ['Greta', ['tent', 'sleeping bag', 'gas stove', 'grinder']],
  ['Hiro', ['tent', 'sleeping bag', 'headlamp']],
  ['Ines', ['headlamp', 'scale']]
] AS row
MERGE (c:DemoCustomer {name: row[0]})
WITH c, row[1] AS products
UNWIND products AS product
MERGE (p:DemoProduct {name: product})
MERGE (c)-[:DEMO_BOUGHT]->(p)
RETURN count(*) AS purchases;
// | purchases |
// | 33 |

CALL motif.graph.project('purchases', {left: 'DemoCustomer', right: 'DemoProduct'}, 'DEMO_BOUGHT')
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 9 | 8 | 33 |

// ---- Baskets -----------------------------------------------------------------------------------------------------

// Three or more products that two or more customers have in common. The camping gear comes in several versions, of fewer products
// and more customers: each is maximal, since no product can be added without losing a customer.
CALL motif.biclique.maximal.stream('purchases', {minLeft: 2, minRight: 3, nodes: true}) YIELD leftNodes, rightNodes
RETURN COLLECT { UNWIND leftNodes AS c RETURN c.name ORDER BY c.name } AS customers,
  COLLECT { UNWIND rightNodes AS p RETURN p.name ORDER BY p.name } AS products
ORDER BY size(customers) DESC, customers, products;
// | customers | products |
// | [Alice, Bruno, Chloe, Diego] | [espresso machine, grinder, milk frother] |
// | [Alice, Bruno, Chloe] | [espresso machine, grinder, milk frother, scale] |
// | [Elena, Felix, Greta] | [gas stove, sleeping bag, tent] |
// | [Elena, Felix, Hiro] | [headlamp, sleeping bag, tent] |
// | [Elena, Felix] | [gas stove, headlamp, sleeping bag, tent] |

// ---- Recommendations ---------------------------------------------------------------------------------------------

// Who has all but one product of a basket, and which one is it? The more customers have the basket, the better the reason.
// Bicliques are streamed while they are found, and only those of a useful size are searched for.
CALL motif.biclique.maximal.stream('purchases', {minLeft: 2, minRight: 3, nodes: true}) YIELD leftNodes, rightNodes
UNWIND rightNodes AS missing
MATCH (c:DemoCustomer) WHERE NOT (c)-[:DEMO_BOUGHT]->(missing)
  AND all(p IN rightNodes WHERE p = missing OR (c)-[:DEMO_BOUGHT]->(p))
RETURN c.name AS customer, missing.name AS recommended, max(size(leftNodes)) AS boughtBy, max(size(rightNodes)) AS basket
ORDER BY boughtBy DESC, basket DESC, customer, recommended;
// | customer | recommended | boughtBy | basket |
// | Diego | scale | 3 | 4 |
// | Greta | headlamp | 3 | 4 |
// | Hiro | gas stove | 3 | 4 |

// What to offer one customer who is on the page right now? Only what Diego shares with others is counted, so it takes milliseconds on
// large graphs too. Each product that the most similar customers have and Diego has not gets their similarities.
MATCH (diego:DemoCustomer {name: 'Diego'})
CALL motif.nodeSimilarity.stream('purchases', {sourceNodes: diego, topK: 3, nodes: true}) YIELD sourceNode, targetNode, similarity
MATCH (targetNode)-[:DEMO_BOUGHT]->(p:DemoProduct) WHERE NOT (sourceNode)-[:DEMO_BOUGHT]->(p)
RETURN p.name AS recommended, count(*) AS boughtBy, round(sum(similarity), 2) AS score ORDER BY score DESC;
// | recommended | boughtBy | score |
// | scale | 3 | 2.1 |
// | tent | 1 | 0.6 |

// Who rates alike is more alike than who bought the same: stars are weights, and each product gets the stars of similar customers.
UNWIND [['Alice', 'grinder', 5], ['Alice', 'scale', 5], ['Bruno', 'grinder', 1], ['Bruno', 'scale', 2], ['Diego', 'grinder', 5],
  ['Diego', 'tent', 1], ['Elena', 'tent', 5], ['Elena', 'headlamp', 4]] AS row
MATCH (c:DemoCustomer {name: row[0]})
MATCH (p:DemoProduct {name: row[1]})
CREATE (c)-[:DEMO_RATED {stars: row[2]}]->(p);
// no rows
CALL motif.graph.project('stars', {left: 'DemoCustomer', right: 'DemoProduct'}, 'DEMO_RATED', {relationshipProperties: 'stars'})
YIELD relationshipCount;
// | relationshipCount |
// | 8 |
MATCH (diego:DemoCustomer {name: 'Diego'})
CALL motif.nodeSimilarity.stream('stars', {sourceNodes: diego, similarityMetric: 'COSINE', relationshipWeightProperty: 'stars', nodes: true})
YIELD sourceNode, targetNode, similarity
MATCH (targetNode)-[r:DEMO_RATED]->(p:DemoProduct) WHERE NOT (sourceNode)-[:DEMO_RATED]->(p)
RETURN p.name AS recommended, round(sum(similarity * r.stars) / sum(similarity), 2) AS stars ORDER BY stars DESC, recommended;
// | recommended | stars |
// | headlamp | 4.0 |
// | scale | 3.84 |
CALL motif.graph.drop('stars') YIELD graphName;
// | graphName |
// | stars |

// ---- Products that sell together ---------------------------------------------------------------------------------

// Pairs of products by the share of their buyers that they have in common. Fit for a shelf "often bought together".
CALL motif.commonNeighbors.pairs('purchases', {side: 'RIGHT', similarityMetric: 'JACCARD', similarityCutoff: 0.6, nodes: true})
YIELD sourceNode, targetNode, commonNeighbors, similarity
UNWIND [sourceNode, targetNode] AS a
UNWIND [sourceNode, targetNode] AS b
WITH * WHERE a.name < b.name
RETURN a.name AS product, b.name AS with, commonNeighbors AS buyers, round(similarity, 2) AS similarity
ORDER BY similarity DESC, product, with;
// | product | with | buyers | similarity |
// | espresso machine | milk frother | 4 | 1.0 |
// | espresso machine | grinder | 4 | 0.8 |
// | grinder | milk frother | 4 | 0.8 |
// | sleeping bag | tent | 4 | 0.8 |
// | gas stove | sleeping bag | 3 | 0.75 |
// | espresso machine | scale | 3 | 0.6 |
// | gas stove | tent | 3 | 0.6 |
// | headlamp | sleeping bag | 3 | 0.6 |
// | milk frother | scale | 3 | 0.6 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('purchases') YIELD graphName;
// | graphName |
// | purchases |

MATCH (n:DemoCustomer|DemoProduct) DETACH DELETE n;
// no rows
