// Columns: which groups of accounts bought the same things again and again?
//
// Four steps in memory: project a graph, add the wing number of each purchase as a column, keep what is strong as a graph of
// its own, and list the groups in it. Nothing is written to the database before the end.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/columns.cypher
// It makes its own small data, (:DemoAccount)-[:DEMO_BOUGHT]->(:DemoProduct), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Two groups buy the same products. Ann, Bob and Cid buy what they like, some of it also from the groups' products.
UNWIND [
  ['red 1', ['cable', 'case', 'plug']], ['red 2', ['cable', 'case', 'plug']], ['red 3', ['cable', 'case', 'plug']],
  ['blue 1', ['pen', 'ink', 'paper']], ['blue 2', ['pen', 'ink', 'paper']], ['blue 3', ['pen', 'ink', 'paper', 'plug']],
  ['Ann', ['pen', 'cable']], ['Bob', ['novel', 'pen']], ['Cid', ['novel', 'lamp', 'plug']]
] AS row
MERGE (a:DemoAccount {name: row[0]})
WITH a, row[1] AS products
UNWIND products AS product
MERGE (p:DemoProduct {name: product})
MERGE (a)-[:DEMO_BOUGHT]->(p)
RETURN count(*) AS purchases;
// | purchases |
// | 26 |

CALL motif.graph.project('purchases', {left: 'DemoAccount', right: 'DemoProduct'}, 'DEMO_BOUGHT', {relationshipIds: true})
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 9 | 8 | 26 |

// ---- Columns -----------------------------------------------------------------------------------------------------

CALL motif.wing.mutate('purchases', {mutateProperty: 'wing'}) YIELD propertiesWritten, maxWing;
// | propertiesWritten | maxWing |
// | 26 | 4 |

CALL motif.tip.mutate('purchases', {mutateProperty: 'tip'}) YIELD nodePropertiesWritten;
// | nodePropertiesWritten |
// | 9 |

CALL motif.graph.list('purchases') YIELD columns UNWIND columns AS column
RETURN column.property AS property, column.of AS of, column.type AS type;
// | property | of | type |
// | wing | RELATIONSHIPS | INTEGER |
// | tip | LEFT | INTEGER |

// How many purchases have which wing number?
CALL motif.graph.relationshipProperties.stream('purchases', 'wing') YIELD propertyValue
RETURN propertyValue AS wing, count(*) AS purchases ORDER BY wing;
// | wing | purchases |
// | 0 | 8 |
// | 4 | 18 |

// ---- The strong part ---------------------------------------------------------------------------------------------

CALL motif.graph.filter('strong', 'purchases', 'r.wing >= 3 AND l.tip > 0')
YIELD leftCount, relationshipCount, filteredOut;
// | leftCount | relationshipCount | filteredOut |
// | 6 | 18 | 8 |

CALL motif.biclique.maximal.stream('strong', {nodes: true}) YIELD leftNodes, rightNodes
RETURN COLLECT { UNWIND leftNodes AS n RETURN n.name ORDER BY n.name } AS accounts,
  COLLECT { UNWIND rightNodes AS n RETURN n.name ORDER BY n.name } AS products ORDER BY accounts[0] DESC;
// | accounts | products |
// | [red 1, red 2, red 3] | [cable, case, plug] |
// | [blue 1, blue 2, blue 3] | [ink, paper, pen] |

// ---- The part of some nodes --------------------------------------------------------------------------------------

// All that the red accounts have to do with the products of both groups.
MATCH (n) WHERE n:DemoAccount AND n.name STARTS WITH 'red' OR n:DemoProduct AND n.name IN ['cable', 'plug', 'pen']
WITH collect(n) AS nodes
CALL motif.graph.induce('red', 'purchases', nodes) YIELD leftCount, rightCount, relationshipCount
RETURN leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 3 | 3 | 6 |

// ---- To the database ---------------------------------------------------------------------------------------------

// The ids are those of the database, so columns of the part can be written too, both at once.
CALL motif.graph.write('strong', {nodeProperties: 'tip', relationshipProperties: 'wing'})
YIELD nodePropertiesWritten, relationshipPropertiesWritten;
// | nodePropertiesWritten | relationshipPropertiesWritten |
// | 6 | 18 |

MATCH (a:DemoAccount)-[b:DEMO_BOUGHT]->(p:DemoProduct {name: 'plug'})
RETURN a.name AS account, a.tip AS tip, b.wing AS wing ORDER BY account;
// | account | tip | wing |
// | Cid | null | null |
// | blue 3 | 6 | null |
// | red 1 | 6 | 4 |
// | red 2 | 6 | 4 |
// | red 3 | 6 | 4 |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop(['purchases', 'strong', 'red']) YIELD graphName;
// | graphName |
// | purchases |
// | strong |
// | red |

MATCH (n:DemoAccount|DemoProduct) DETACH DELETE n;
// no rows
