// Adds to the site's copy of docs what is written elsewhere: the first steps, from the README, and the examples, a page each.
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {basename, join} from 'node:path'

const docs = process.argv[2]
const readme = readFileSync('README.md', 'utf8')

/** What is below a heading of the README, with links as they are beside the pages of docs. */
function section(name) {
  const found = new RegExp(`^## ${name}\n([^]*?)(?=^## |(?![^]))`, 'm').exec(readme)
  if (!found) throw new Error(`README.md has no section ${name}`)
  return found[1].trim().replace(/\]\((?!\w+:|#)(docs\/)?/g, (_, inDocs) => inDocs ? '](' : '](../')
}

/** An example as a page: its parts are sections, and each section's statements with their rows a block. */
function example(file) {
  const [head, ...rest] = readFileSync(file, 'utf8').split(/\n\n(?=\/\/ ----)/)
  const [title, ...about] = head.split('\n').map(line => line.replace(/^\/\/ ?/, ''))
  const page = [`# ${title}`, about.join('\n').trim()]
  for (const part of rest) {
    const [heading, ...lines] = part.split('\n')
    page.push(`## ${heading.replace(/^\/\/ -+ | -+$/g, '')}`, '```cypher\n' + lines.join('\n').trim() + '\n```')
  }
  return page.join('\n\n') + '\n'
}

const made = '---\neditLink: false\n---\n\n'
writeFileSync(join(docs, 'start.md'), `${made}# Start\n\n${section('Five minutes')}\n\n[Install](install.md) says how Motif gets into your own Neo4j.\n`)
writeFileSync(join(docs, 'install.md'), `${made}# Install\n\n${section('Install')}\n`)
mkdirSync(join(docs, 'cypher'))
for (const file of readdirSync('cypher-examples').filter(name => name.endsWith('.cypher'))) {
  writeFileSync(join(docs, 'cypher', basename(file, '.cypher') + '.md'), made + example(join('cypher-examples', file)))
}
