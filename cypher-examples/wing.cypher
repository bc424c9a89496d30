// Wing and tip numbers: which reviews were bought?
//
// Accounts of a ring review the same products, each of them all. Every such review is in many butterflies, and so are the
// other reviews of these butterflies: together they are a wing with a large number. Honest reviews are in a few
// butterflies that have little else in common.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/wing.cypher
// It makes its own small data, (:DemoAccount)-[:DEMO_REVIEWED]->(:DemoProduct), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Four accounts review the same four gadgets. Ann and Bob share two reviews. Cid was taken in by one of the gadgets.
UNWIND [
  ['ring 1', ['gadget A', 'gadget B', 'gadget C', 'gadget D']],
  ['ring 2', ['gadget A', 'gadget B', 'gadget C', 'gadget D']],
  ['ring 3', ['gadget A', 'gadget B', 'gadget C', 'gadget D']],
  ['ring 4', ['gadget A', 'gadget B', 'gadget C', 'gadget D']],
  ['Ann', ['novel', 'radio']],
  ['Bob', ['novel', 'radio', 'lamp']],
  ['Cid', ['lamp', 'gadget A']]
] AS row
MERGE (a:DemoAccount {name: row[0]})
WITH a, row[1] AS products
UNWIND products AS product
MERGE (p:DemoProduct {name: product})
MERGE (a)-[:DEMO_REVIEWED]->(p)
RETURN count(*) AS reviews;
// | reviews |
// | 23 |

CALL motif.graph.project('reviews', {left: 'DemoAccount', right: 'DemoProduct'}, 'DEMO_REVIEWED', {relationshipIds: true})
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 7 | 7 | 23 |

// ---- Reviews: wings ----------------------------------------------------------------------------------------------

// Each of the 16 reviews of the ring is in 3 * 3 butterflies of the ring.
CALL motif.wing.stats('reviews') YIELD maxWing, levels, relationshipsAtMax;
// | maxWing | levels | relationshipsAtMax |
// | 9 | 3 | 16 |

// Cid's review of gadget A is in no butterfly, although the gadget is in many.
CALL motif.wing.stream('reviews', {nodes: true}) YIELD leftNode, rightNode, wing
WITH * WHERE wing < 9
RETURN leftNode.name AS account, rightNode.name AS product, wing ORDER BY wing DESC, account, product;
// | account | product | wing |
// | Ann | novel | 1 |
// | Ann | radio | 1 |
// | Bob | novel | 1 |
// | Bob | radio | 1 |
// | Bob | lamp | 0 |
// | Cid | gadget A | 0 |
// | Cid | lamp | 0 |

CALL motif.wing.write('reviews', {writeProperty: 'wing'}) YIELD propertiesWritten, maxWing;
// | propertiesWritten | maxWing |
// | 23 | 9 |

// The ring, by a query of its own.
MATCH (a:DemoAccount)-[r:DEMO_REVIEWED]->(p:DemoProduct) WHERE r.wing >= 5
WITH a, count(p) AS gadgets ORDER BY a.name
RETURN collect(a.name) AS accounts, min(gadgets) AS gadgets;
// | accounts | gadgets |
// | [ring 1, ring 2, ring 3, ring 4] | 4 |

// ---- Accounts: tips ----------------------------------------------------------------------------------------------

// An account of the ring shares 6 pairs of products with each of the 3 others.
CALL motif.tip.stats('reviews') YIELD maxTip, levels, nodesAtMax;
// | maxTip | levels | nodesAtMax |
// | 18 | 3 | 4 |

CALL motif.tip.stream('reviews', {nodes: true}) YIELD node, tip
WITH * WHERE tip < 18
RETURN node.name AS account, tip ORDER BY account;
// | account | tip |
// | Ann | 1 |
// | Bob | 1 |
// | Cid | 0 |

// The tip numbers of the products.
CALL motif.tip.write('reviews', {side: 'RIGHT', writeProperty: 'tip'}) YIELD nodePropertiesWritten, maxTip;
// | nodePropertiesWritten | maxTip |
// | 7 | 18 |

// ---- How much holds it together? ---------------------------------------------------------------------------------

// There is one component, but only Cid's review joins the ring to the others: deleting it would part them.
CALL motif.cohesion.stats('reviews')
YIELD componentId, leftCount, rightCount, relationshipCount, minCut, butterflies;
// | componentId | leftCount | rightCount | relationshipCount | minCut | butterflies |
// | 0 | 7 | 7 | 23 | 1 | 37 |

// ---- Cores: who has many neighbors? ------------------------------------------------------------------------------

// Accounts with 2 reviews or more of products that have 4 of such accounts or more.
CALL motif.alphaBetaCore.stats.estimate('reviews', {alpha: 2, beta: 4}) YIELD nodeCount;
// | nodeCount |
// | 14 |
CALL motif.alphaBetaCore.stats('reviews', {alpha: 2, beta: 4}) YIELD leftCount, rightCount, relationshipCount, maxBeta;
// | leftCount | rightCount | relationshipCount | maxBeta |
// | 4 | 4 | 16 | 4 |
CALL motif.alphaBetaCore.stream.estimate('reviews', {alpha: [2, 3]}) YIELD nodeCount;
// | nodeCount |
// | 14 |
CALL motif.alphaBetaCore.stream('reviews', {alpha: [2, 3], nodes: true}) YIELD alpha, side, beta, node
WITH * WHERE side = 'LEFT'
WITH alpha, beta, node.name AS name ORDER BY name
RETURN alpha, beta, collect(name) AS names ORDER BY alpha, beta;
// | alpha | beta | names |
// | 2 | 2 | [Ann, Bob, Cid] |
// | 2 | 4 | [ring 1, ring 2, ring 3, ring 4] |
// | 3 | 1 | [Bob] |
// | 3 | 4 | [ring 1, ring 2, ring 3, ring 4] |
CALL motif.alphaBetaCore.write.estimate('reviews', {alpha: 2, writeProperty: 'beta'}) YIELD nodeCount;
// | nodeCount |
// | 14 |
CALL motif.alphaBetaCore.write('reviews', {alpha: 2, writeProperty: 'beta'}) YIELD nodePropertiesWritten, maxBeta;
// | nodePropertiesWritten | maxBeta |
// | 14 | 4 |
CALL motif.alphaBetaCore.mutate.estimate('reviews', {alpha: 2, mutateProperty: 'beta'}) YIELD nodeCount;
// | nodeCount |
// | 14 |
CALL motif.alphaBetaCore.mutate('reviews', {alpha: 2, mutateProperty: 'beta'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 14 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('reviews') YIELD graphName;
// | graphName |
// | reviews |

MATCH (n:DemoAccount|DemoProduct) DETACH DELETE n;
// no rows
