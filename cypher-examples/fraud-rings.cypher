// Fraud rings: accounts that share their devices, all with all.
//
// A family shares a tablet, a flat a router. A ring signs in with every account from every device, so its accounts and devices
// are a dense biclique, which hardly arises by chance: three accounts on three devices are nine coincidences.
//
// Runs in Neo4j Browser and in cypher-shell: cypher-shell --file cypher-examples/fraud-rings.cypher
// It makes its own small data, (:DemoAccount)-[:DEMO_USED]->(:DemoDevice), and removes it at the end.
// The lines that begin with // | are the rows of the statement above them; * stands for a value that varies.

// ---- Data --------------------------------------------------------------------------------------------------------

// Two rings, a family with a tablet of its own, and two colleagues with the same two machines. Account zed88 also used a
// phone of its own.
UNWIND [
  ['zed88', ['phone-41', 'phone-42', 'phone-43', 'laptop-7', 'phone-90']],
  ['kay_01', ['phone-41', 'phone-42', 'phone-43', 'laptop-7']],
  ['luckywin', ['phone-41', 'phone-42', 'phone-43', 'laptop-7']],
  ['m.frost', ['phone-41', 'phone-42', 'phone-43']],
  ['promo77', ['tablet-3', 'phone-51', 'phone-52']],
  ['promo78', ['tablet-3', 'phone-51', 'phone-52']],
  ['promo79', ['tablet-3', 'phone-51', 'phone-52']],
  ['anna.berg', ['tablet-9', 'phone-61']],
  ['ole.berg', ['tablet-9', 'phone-62']],
  ['pia.berg', ['tablet-9']],
  ['r.singh', ['desktop-1', 'laptop-2']],
  ['t.novak', ['desktop-1', 'laptop-2', 'phone-63']]
] AS row
MERGE (a:DemoAccount {name: row[0]})
WITH a, row[1] AS devices
UNWIND devices AS device
MERGE (d:DemoDevice {name: device})
MERGE (a)-[:DEMO_USED]->(d)
RETURN count(*) AS signIns;
// | signIns |
// | 35 |

CALL motif.graph.project('signIns', {left: 'DemoAccount', right: 'DemoDevice'}, 'DEMO_USED', {relationshipIds: true})
YIELD leftCount, rightCount, relationshipCount;
// | leftCount | rightCount | relationshipCount |
// | 12 | 14 | 35 |

// ---- How much of it is there? ------------------------------------------------------------------------------------

// By size: p accounts with q devices. Colleagues make (2,2)-bicliques too; where p and q are 3 or more only rings are left.
CALL motif.biclique.count.stats('signIns', {maxP: 4, maxQ: 4}) YIELD p, q, count
WITH * WHERE p >= 2 AND q >= 2
RETURN p, q, count;
// | p | q | count |
// | 2 | 2 | 37 |
// | 2 | 3 | 18 |
// | 2 | 4 | 3 |
// | 3 | 2 | 18 |
// | 3 | 3 | 8 |
// | 3 | 4 | 1 |
// | 4 | 2 | 3 |
// | 4 | 3 | 1 |
// | 4 | 4 | 0 |

// ---- The rings ---------------------------------------------------------------------------------------------------

// The largest groups of three or more accounts with three or more devices. m.frost did not use the laptop, so the first ring
// has two forms: all four accounts, and all four devices.
CALL motif.biclique.maximal.stream('signIns', {minLeft: 3, minRight: 3, nodes: true}) YIELD leftNodes, rightNodes, edges
RETURN COLLECT { UNWIND leftNodes AS a RETURN a.name ORDER BY a.name } AS accounts,
  COLLECT { UNWIND rightNodes AS d RETURN d.name ORDER BY d.name } AS devices, edges
ORDER BY edges DESC, accounts;
// | accounts | devices | edges |
// | [kay_01, luckywin, m.frost, zed88] | [phone-41, phone-42, phone-43] | 12 |
// | [kay_01, luckywin, zed88] | [laptop-7, phone-41, phone-42, phone-43] | 12 |
// | [promo77, promo78, promo79] | [phone-51, phone-52, tablet-3] | 9 |

// One row a ring: a group of which more than half of the members are in a larger one is left out.
CALL motif.biclique.maximal.stream('signIns', {minLeft: 3, minRight: 3, topK: 100, maxOverlap: 0.5, nodes: true})
YIELD leftNodes, edges
RETURN COLLECT { UNWIND leftNodes AS a RETURN a.name ORDER BY a.name } AS accounts, edges;
// | accounts | edges |
// | [kay_01, luckywin, zed88] | 12 |
// | [promo77, promo78, promo79] | 9 |

// The part that is the densest in 3 accounts on 3 devices, as a first case to look into.
CALL motif.biclique.densest.stream('signIns', {p: 3, q: 3, nodes: true}) YIELD node, side
WITH side, node.name AS name ORDER BY name
RETURN side, collect(name) AS names ORDER BY side;
// | side | names |
// | LEFT | [kay_01, luckywin, m.frost, zed88] |
// | RIGHT | [laptop-7, phone-41, phone-42, phone-43] |

// A device that nearly everyone used, such as a router, says little. `degree` is a column of every graph, so that it can be left out:
// here the devices of four accounts or more are, and the first ring loses its phones.
CALL motif.graph.filter('withoutHubs', 'signIns', 'right.degree < 4') YIELD rightCount, relationshipCount;
// | rightCount | relationshipCount |
// | 11 | 23 |

CALL motif.graph.drop('withoutHubs') YIELD graphName;
// | graphName |
// | withoutHubs |

// ---- Marking them ------------------------------------------------------------------------------------------------

// A wing number says for each sign-in how dense the part is that it belongs to, whatever the exact sizes: those of m.frost
// belong to the first ring, the phone of zed88 does not.
CALL motif.wing.write('signIns', {writeProperty: 'wing'}) YIELD propertiesWritten, maxWing;
// | propertiesWritten | maxWing |
// | 35 | 6 |

MATCH (a:DemoAccount)-[u:DEMO_USED]->(:DemoDevice) WHERE u.wing >= 4
WITH a, max(u.wing) AS wing ORDER BY a.name
RETURN wing, collect(a.name) AS accounts ORDER BY wing DESC;
// | wing | accounts |
// | 6 | [kay_01, luckywin, m.frost, zed88] |
// | 4 | [promo77, promo78, promo79] |

// What is left for the analyst: these accounts with the sign-ins outside of their ring, which may lead to a person.
MATCH (a:DemoAccount)-[u:DEMO_USED]->(d:DemoDevice) WHERE u.wing < 4
  AND EXISTS { (a)-[v:DEMO_USED]->() WHERE v.wing >= 4 }
RETURN a.name AS account, d.name AS device;
// | account | device |
// | zed88 | phone-90 |

// ---- Night by night ----------------------------------------------------------------------------------------------

// A case for each ring. A group of the same accounts and devices has the same `groupId` in every run.
CALL motif.biclique.maximal.stream('signIns', {minLeft: 3, minRight: 3, nodes: true}) YIELD groupId, leftNodes, rightNodes
MERGE (ring:DemoCase {groupId: groupId})
SET ring.accounts = COLLECT { UNWIND leftNodes AS a RETURN a.name ORDER BY a.name }, ring.devices = size(rightNodes)
RETURN count(*) AS cases;
// | cases |
// | 3 |

// The next day m.frost uses the laptop too.
MATCH (a:DemoAccount {name: 'm.frost'}) MATCH (d:DemoDevice {name: 'laptop-7'}) CREATE (a)-[:DEMO_USED]->(d);
// no rows
CALL motif.graph.refresh('signIns') YIELD relationshipsAdded;
// | relationshipsAdded |
// | 1 |

// What is new, and what is gone, since last night? A larger ring takes the place of the two forms of the first one.
CALL motif.biclique.maximal.stream('signIns', {minLeft: 3, minRight: 3, nodes: true}) YIELD groupId, leftNodes, rightNodes
WITH collect({groupId: groupId, devices: size(rightNodes),
  accounts: COLLECT { UNWIND leftNodes AS a RETURN a.name ORDER BY a.name }}) AS tonight
CALL (tonight) {
  UNWIND tonight AS ring
  WITH ring WHERE NOT EXISTS { (:DemoCase {groupId: ring.groupId}) }
  RETURN 'NEW' AS change, ring.accounts AS accounts, ring.devices AS devices
  UNION ALL
  MATCH (ring:DemoCase) WHERE NOT ring.groupId IN [each IN tonight | each.groupId]
  RETURN 'GONE' AS change, ring.accounts AS accounts, ring.devices AS devices
}
RETURN change, accounts, devices ORDER BY change DESC, devices;
// | change | accounts | devices |
// | NEW | [kay_01, luckywin, m.frost, zed88] | 4 |
// | GONE | [kay_01, luckywin, m.frost, zed88] | 3 |
// | GONE | [kay_01, luckywin, zed88] | 4 |

// Show this ring: in Browser, a node that is joined to its members.
MATCH (frost:DemoAccount {name: 'm.frost'})
CALL motif.biclique.maximal.graph('signIns', {minLeft: 3, minRight: 3, contains: frost, label: 'Ring'})
YIELD biclique, nodes, relationships
RETURN size(nodes) AS members, size(relationships) AS drawn;
// | members | drawn |
// | 8 | 8 |

// Its case file: a page of these accounts and devices alone, to save as HTML.
MATCH (frost:DemoAccount {name: 'm.frost'})
CALL motif.biclique.maximal.stream('signIns', {minLeft: 3, minRight: 3, contains: frost}) YIELD leftNodeIds, rightNodeIds
CALL motif.graph.induce('case', 'signIns', leftNodeIds + rightNodeIds) YIELD nodeCount
CALL motif.report('case') YIELD html
RETURN nodeCount, html STARTS WITH '<!DOCTYPE html>' AS isAPage;
// | nodeCount | isAPage |
// | 8 | true |

CALL motif.graph.drop('case') YIELD graphName;
// | graphName |
// | case |

// ---- Cleaning up -------------------------------------------------------------------------------------------------

CALL motif.graph.drop('signIns') YIELD graphName;
// | graphName |
// | signIns |

MATCH (n:DemoAccount|DemoDevice|DemoCase) DETACH DELETE n;
// no rows
