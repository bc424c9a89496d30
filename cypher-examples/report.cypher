// Reports: charts of a graph, as a page for the browser.
//
// A report runs the algorithms that apply to the graph, draws the results, and returns them as one HTML page. Nothing is
// written to the server's disk, and the page needs no network: keep it, mail it, print it.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/report.cypher
// It makes its own small data, (:DemoUser)-[:DEMO_BOUGHT]->(:DemoProduct), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Three users with the same taste, two others, and a product that everybody buys.
UNWIND [
  ['Ann', ['kettle', 'teapot', 'toaster', 'bag']],
  ['Bob', ['kettle', 'teapot', 'toaster', 'bag']],
  ['Cid', ['kettle', 'teapot', 'toaster', 'bag']],
  ['Dan', ['spade', 'hose', 'bag']],
  ['Eve', ['spade', 'hose', 'bag']]
] AS row
MERGE (u:DemoUser {name: row[0]})
WITH u, row[1] AS products
UNWIND products AS product
MERGE (p:DemoProduct {name: product})
MERGE (u)-[:DEMO_BOUGHT]->(p)
RETURN count(*) AS purchases;
// | purchases |
// | 18 |

CALL motif.graph.project('purchases', {left: 'DemoUser', right: 'DemoProduct'}, 'DEMO_BOUGHT')
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 5 | 6 | 18 |

// ---- The page ----------------------------------------------------------------------------------------------------

// What memory would it take? That of the part that needs the most.
CALL motif.report.estimate('purchases') YIELD requiredMemory, nodeCount, relationshipCount;
// | requiredMemory | nodeCount | relationshipCount |
// | * | 11 | 18 |

// The column html is the page: save it as a file and open it in a browser. docs/report.md says how.
CALL motif.report('purchases') YIELD graphName, html, nodeCount, computeMillis
RETURN graphName, html STARTS WITH '<!DOCTYPE html>' AS isAPage, nodeCount, computeMillis;
// | graphName | isAPage | nodeCount | computeMillis |
// | purchases | true | 11 | * |

// What is on it? A part that took longer than timeoutMillis would be LEFT_OUT, for a reason.
CALL motif.report('purchases', {timeoutMillis: 10000}) YIELD parts
UNWIND parts AS part
RETURN part.part AS part, part.title AS title, part.status AS status, part.reason AS reason;
// | part | title | status | reason |
// | butterfly | Butterflies | COMPLETE | null |
// | biclique.maximal | Maximal bicliques | COMPLETE | null |
// | wing | Wing numbers | COMPLETE | null |
// | tip | Tip numbers | COMPLETE | null |
// | nodeSimilarity | Node similarity | COMPLETE | null |

// Only some parts, in an order of your own, and only bicliques of two users and two products or more.
CALL motif.report('purchases', {include: ['biclique.maximal', 'butterfly'], minLeft: 2, minRight: 2}) YIELD parts
RETURN [part IN parts | part.part] AS parts;
// | parts |
// | [biclique.maximal, butterfly] |

// ---- Graphs of one kind of nodes ---------------------------------------------------------------------------------

// Reports about these have other parts. Here the graph is read only for this report.
CALL motif.report({nodes: ['DemoUser', 'DemoProduct'], relationships: 'DEMO_BOUGHT'}) YIELD graphName, parts
UNWIND parts AS part
RETURN graphName, part.part AS part, part.status AS status;
// | graphName | part | status |
// | null | kclique | COMPLETE |
// | null | clique.maximal | COMPLETE |
// | null | commonNeighbors | COMPLETE |
// | null | ktruss | COMPLETE |
// | null | kcore | COMPLETE |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('purchases') YIELD graphName;
// | graphName |
// | purchases |
MATCH (n) WHERE n:DemoUser OR n:DemoProduct DETACH DELETE n;
// no rows
