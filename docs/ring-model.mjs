// From a projection to a model: the notebook ring-model.ipynb in JavaScript. Which accounts belong to a ring that signs in with shared
// devices? Needs a Neo4j with Motif, and `npm install neo4j-driver`. The data is made here and removed at the end.
import neo4j from 'neo4j-driver'

const driver = neo4j.driver('neo4j://localhost:7687', neo4j.auth.basic('neo4j', 'password'), {useBigInt: true})

async function query(cypher) {
  const {records} = await driver.executeQuery(cypher)
  return records.map(record => record.toObject())
}

// 240 accounts with a few devices each. Twelve rings of four accounts share four devices; others meet by chance.
await query(`
UNWIND range(0, 239) AS i
CREATE (:DemoAccount {i: i, ring: i < 48})
`)
await query(`
MATCH (a:DemoAccount)
UNWIND CASE WHEN a.ring THEN [k IN range(0, 3) | a.i / 4 * 4 + k] + [1000 + a.i]
  ELSE [k IN range(0, 3 + a.i % 3) | 200 + (a.i * 37 + k * k * 11) % 150] END AS device
MERGE (d:DemoDevice {i: device})
CREATE (a)-[:DEMO_USED]->(d)
`)

// Each mutate adds a column to the graph in memory; one call returns all of them.
await query(`
CALL motif.graph.project('signIns', {left: 'DemoAccount', right: 'DemoDevice'}, 'DEMO_USED') YIELD relationshipCount
`)
await query(`
CALL motif.butterfly.mutate('signIns', {mutateProperty: 'butterflies'}) YIELD count
`)
await query(`
CALL motif.clustering.mutate('signIns', {mutateProperty: 'clustering'}) YIELD nodePropertiesWritten
`)
await query(`
CALL motif.wing.mutate('signIns', {mutateProperty: 'wing', per: 'NODE'}) YIELD maxWing
`)
const features = await query(`
CALL motif.graph.nodeProperties.stream('signIns', ['degree', 'butterflies', 'clustering', 'wing'], {wide: true})
YIELD node, side, values WHERE side = 'LEFT'
RETURN node.i AS account, node.ring AS ring, values.degree AS degree, values.butterflies AS butterflies,
  values.clustering AS clustering, values.wing AS wing
ORDER BY account
`)

// Counts grow with the square of degrees and more, hence the logarithm. The last input is the constant.
const names = ['degree', 'butterflies', 'clustering', 'wing']
const rows = features.map(row => ({ring: row.ring, inputs: [...names.map(name => Math.log1p(Number(row[name] ?? 0))), 1]}))

const chance = (weights, inputs) => 1 / (1 + Math.exp(-inputs.reduce((sum, input, i) => sum + input * weights[i], 0)))

/** A logistic regression by gradient descent, in which both classes weigh the same. */
function learned(known) {
  const weights = [...names, 'constant'].map(() => 0)
  const share = ring => 1 / known.filter(row => row.ring === ring).length
  const weight = {true: share(true), false: share(false)}
  for (let step = 0; step < 2000; step++) {
    const slopes = weights.map(() => 0)
    for (const {ring, inputs} of known) {
      const error = weight[ring] * (ring - chance(weights, inputs))
      inputs.forEach((input, i) => { slopes[i] += error * input })
    }
    slopes.forEach((slope, i) => { weights[i] += 0.1 * slope })
  }
  return weights
}

// Each fifth of the accounts is told apart by a model of the other four.
let right = 0
for (let part = 0; part < 5; part++) {
  const weights = learned(rows.filter((_, i) => i % 5 !== part))
  right += rows.filter(({ring, inputs}, i) => i % 5 === part && ring === (chance(weights, inputs) > 0.5)).length
}
console.log(`${(100 * right / rows.length).toFixed(1)}% of ${rows.length} accounts are told apart right`)

await query(`
CALL motif.graph.drop('signIns') YIELD graphName
`)
await query(`
MATCH (n:DemoAccount|DemoDevice) DETACH DELETE n
`)
await driver.close()
