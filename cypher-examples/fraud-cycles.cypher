// Cycles of payments: whose money came back, in which order, and how much of it?
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/fraud-cycles.cypher
// It makes its own small data, (:DemoAccount)-[:DEMO_TRANSFERRED]->(:DemoAccount), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Money goes from A to B, C and back within two days, a fee less each time. D, E and F pay each other over a year, in no
// order of time. G and H pay each other: G lends, H pays back twice.
UNWIND [
  ['A', 'B', '2026-11-01T10:00Z', 10000], ['B', 'C', '2026-11-01T15:00Z', 9700], ['C', 'A', '2026-11-02T09:00Z', 9500],
  ['D', 'E', '2026-09-01T12:00Z', 800], ['E', 'F', '2026-03-01T12:00Z', 500], ['F', 'D', '2026-06-01T12:00Z', 900],
  ['G', 'H', '2026-11-03T08:00Z', 300], ['H', 'G', '2026-11-03T12:00Z', 150], ['H', 'G', '2026-11-03T18:00Z', 295],
  ['A', 'D', '2026-11-05T08:00Z', 70], ['C', 'G', '2026-11-05T09:00Z', 20]
] AS row
MERGE (a:DemoAccount {name: row[0]})
MERGE (b:DemoAccount {name: row[1]})
CREATE (a)-[:DEMO_TRANSFERRED {at: datetime(row[2]), amount: row[3]}]->(b)
RETURN count(*) AS transfers;
// | transfers |
// | 11 |

// Directions are kept, and the time and amount of each of parallel transfers.
CALL motif.graph.project('transfers', 'DemoAccount', 'DEMO_TRANSFERRED', {orientation: 'DIRECTED', parallel: 'KEEP',
  relationshipIds: true, relationshipProperties: ['at', 'amount']})
YIELD nodeCount, relationshipCount;
// | nodeCount | relationshipCount |
// | 8 | 9 |

// ---- At any time -------------------------------------------------------------------------------------------------

CALL motif.cycle.stats.estimate('transfers', {maxLength: 4}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.cycle.stats('transfers', {maxLength: 4}) YIELD length, count;
// | length | count |
// | 2 | 1 |
// | 3 | 2 |
// | 4 | 0 |

CALL motif.cycle.list('transfers', {minLength: 3}) YIELD nodes
RETURN reduce(names = '', n IN nodes | names + n.name) AS cycle ORDER BY cycle;
// | cycle |
// | ABC |
// | DEF |

// ---- In the order of time ----------------------------------------------------------------------------------------

// Within three days. The two payments back to G are two cycles.
CALL motif.cycle.list.estimate('transfers', {timeProperty: 'at', window: duration('P3D')}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.cycle.list('transfers',
  {timeProperty: 'at', window: duration('P3D'), topK: 10, relationshipWeightProperty: 'amount'})
YIELD nodes, times, weights, weight
RETURN reduce(names = '', n IN nodes | names + n.name) AS cycle, [t IN times | toString(date(t))] AS days, weights, weight;
// | cycle | days | weights | weight |
// | ABC | [2026-11-01, 2026-11-01, 2026-11-02] | [10000, 9700, 9500] | 29200 |
// | GH | [2026-11-03, 2026-11-03] | [300, 295] | 595 |
// | GH | [2026-11-03, 2026-11-03] | [300, 150] | 450 |

// Money that goes on at once: each amount is at most the one before, and at most 5 % less.
CALL motif.cycle.list('transfers', {timeProperty: 'at', window: duration('P3D'), tolerance: 0.05,
  relationshipWeightProperty: 'amount', weightAggregation: 'MIN', nodes: true})
YIELD nodes, weight, relationships
RETURN reduce(names = '', n IN nodes | names + n.name) AS cycle, weight, size(relationships) AS transfers
ORDER BY cycle;
// | cycle | weight | transfers |
// | ABC | 9500 | 3 |
// | GH | 295 | 2 |

// ---- Of each account and transfer --------------------------------------------------------------------------------

CALL motif.cycle.stream.estimate('transfers', {maxLength: 3}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.cycle.stream('transfers', {maxLength: 3, timeProperty: 'at', window: duration('P3D')}) YIELD node, count
WITH * WHERE count > 0
RETURN node.name AS account, count ORDER BY account;
// | account | count |
// | A | 1 |
// | B | 1 |
// | C | 1 |
// | G | 2 |
// | H | 2 |

CALL motif.cycle.mutate.estimate('transfers', {mutateProperty: 'cycles', maxLength: 3}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.cycle.mutate('transfers', {mutateProperty: 'cycles', maxLength: 3}) YIELD nodePropertiesWritten, count;
// | nodePropertiesWritten | count |
// | 8 | 3 |

CALL motif.cycle.write.estimate('transfers', {writeProperty: 'cycles', per: 'RELATIONSHIP'}) YIELD nodeCount;
// | nodeCount |
// | 8 |
CALL motif.cycle.write('transfers', {writeProperty: 'cycles', per: 'RELATIONSHIP', minLength: 3, maxLength: 3})
YIELD propertiesWritten;
// | propertiesWritten |
// | 11 |
MATCH (a)-[t:DEMO_TRANSFERRED {cycles: 0}]->(b)
RETURN a.name + b.name AS transfer ORDER BY transfer;
// | transfer |
// | AD |
// | CG |
// | GH |
// | HG |
// | HG |

// ---- Remove the data ---------------------------------------------------------------------------------------------

CALL motif.graph.drop('transfers') YIELD graphName;
// | graphName |
// | transfers |
MATCH (n:DemoAccount) DETACH DELETE n;
// no rows
