// Association rules: what goes with what in the baskets of a shop, and what of it is no accident?
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/association-rules.cypher
// It makes its own small data, (:DemoBasket)-[:DEMO_HAS]->(:DemoGood), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Milk is in most baskets. Pasta comes with sauce, mostly with cheese too. Charcoal comes with sausages.
UNWIND [
  ['milk', 'pasta', 'sauce', 'cheese'],
  ['milk', 'pasta', 'sauce', 'cheese'],
  ['pasta', 'sauce', 'cheese'],
  ['milk', 'pasta', 'sauce'],
  ['milk', 'charcoal', 'sausages'],
  ['charcoal', 'sausages', 'cheese'],
  ['milk', 'sausages'],
  ['milk'],
  ['milk', 'cheese'],
  ['milk']
] AS goods
CREATE (b:DemoBasket)
WITH b, goods
UNWIND goods AS good
MERGE (g:DemoGood {name: good})
MERGE (b)-[:DEMO_HAS]->(g)
RETURN count(*) AS goods;
// | goods |
// | 26 |

CALL motif.graph.project('baskets', {left: 'DemoBasket', right: 'DemoGood'}, 'DEMO_HAS') YIELD leftCount, rightCount;
// | leftCount | rightCount |
// | 10 | 6 |

// ---- Rules -------------------------------------------------------------------------------------------------------

// How many rules are there that two baskets or more follow, and how many of them without exception?
CALL motif.biclique.rules.stats.estimate('baskets', {minSupport: 0.2}) YIELD nodeCount;
// | nodeCount |
// | 16 |
CALL motif.biclique.rules.stats('baskets', {minSupport: 0.2, minConfidence: 0.7})
YIELD ruleCount, exactRuleCount, closedSetCount, minCount;
// | ruleCount | exactRuleCount | closedSetCount | minCount |
// | 13 | 9 | 10 | 2 |

// What does one good alone say? A lift of 2.5: two and a half times as often as by accident. "Pasta, sauce to cheese" is no rule
// of its own, since pasta alone has sauce and cheese with it as often.
CALL motif.biclique.rules.stream.estimate('baskets', {minSupport: 0.2}) YIELD nodeCount;
// | nodeCount |
// | 16 |
CALL motif.biclique.rules.stream('baskets', {minSupport: 0.2, minConfidence: 0.7, nodes: true})
YIELD antecedentNodes, consequentNodes, count, confidence, lift, conviction
WHERE size(antecedentNodes) = 1
RETURN COLLECT { UNWIND antecedentNodes AS n RETURN n.name ORDER BY n.name } AS antecedent,
  COLLECT { UNWIND consequentNodes AS n RETURN n.name ORDER BY n.name } AS consequent,
  count, confidence, round(lift, 2) AS lift, round(conviction, 2) AS conviction
ORDER BY lift DESC, antecedent, consequent;
// | antecedent | consequent | count | confidence | lift | conviction |
// | [charcoal] | [sausages] | 2 | 1.0 | 3.33 | null |
// | [pasta] | [cheese, sauce] | 3 | 0.75 | 2.5 | 2.8 |
// | [pasta] | [milk, sauce] | 3 | 0.75 | 2.5 | 2.8 |
// | [pasta] | [sauce] | 4 | 1.0 | 2.5 | null |
// | [sauce] | [cheese, pasta] | 3 | 0.75 | 2.5 | 2.8 |
// | [sauce] | [milk, pasta] | 3 | 0.75 | 2.5 | 2.8 |
// | [sauce] | [pasta] | 4 | 1.0 | 2.5 | null |

// ---- From a rule to the baskets ----------------------------------------------------------------------------------

// Who has pasta and sauce, but not the cheese that goes with it?
MATCH (cheese:DemoGood {name: 'cheese'})
CALL motif.biclique.rules.stream('baskets', {minSupport: 0.2, minConfidence: 0.7, nodes: true})
YIELD antecedentNodes, consequentNodes, confidence
WHERE cheese IN consequentNodes AND confidence < 1
MATCH (b:DemoBasket)
WHERE all(good IN antecedentNodes WHERE EXISTS { (b)-[:DEMO_HAS]->(good) })
  AND NOT EXISTS { (b)-[:DEMO_HAS]->(cheese) }
RETURN count(DISTINCT b) AS baskets;
// | baskets |
// | 1 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('baskets') YIELD graphName;
// | graphName |
// | baskets |
MATCH (b:DemoBasket) DETACH DELETE b;
// no rows
MATCH (g:DemoGood) DETACH DELETE g;
// no rows
