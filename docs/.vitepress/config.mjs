import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {basename, dirname, join, posix} from 'node:path'
import {fileURLToPath} from 'node:url'

const repository = 'https://github.com/motif-graph/motif'
const docs = dirname(dirname(fileURLToPath(import.meta.url)))

// The pages of the guide in the order in which they are read; those that are not named here follow by name.
const guide = [
  'start', 'install', 'concepts', 'examples', 'data-files', 'projection', 'columns', 'features', 'graph-file', 'changes', 'gds', 'networkx', 'report', 'clients', 'assistants', 'spark', 'compatibility',
  'upgrading', 'server', 'memory', 'backup', 'jobs', 'monitoring', 'gpu', 'troubleshooting',
]
// The pages for those who change Motif, apart from the guide.
const contributing = ['architecture', 'adding-an-algorithm', 'releasing']
const folders = {
  '': 'Guide', reference: 'Reference', operations: 'Operations', cypher: 'Examples, page by page', algorithms: 'Algorithms', research: 'Research', experiments: 'Experiments', benchmarks: 'Benchmarks',
}

const address = file => file.replace(/(README|index)\.md$/, '').replace(/\.md$/, '')

/** The first heading of a page. */
function title(file) {
  return (/^# (.*)$/m.exec(readFileSync(join(docs, file), 'utf8')) ?? [, basename(file, '.md')])[1].replaceAll('`', '').replace(/: reference$/, '')
}

function pages(folder) {
  const rank = file => {
    const name = basename(file, '.md')
    return name === 'README' || name === 'index' ? -1 : guide.includes(name) ? guide.indexOf(name) : guide.length
  }
  return readdirSync(join(docs, folder))
    .filter(file => file.endsWith('.md') && !(folder === '' && contributing.includes(basename(file, '.md'))))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map(file => posix.join(folder, file))
    .map(item)
}

const item = file => ({text: title(file), link: '/' + address(file)})

/** As GitHub makes the anchors of headings, since the links of pages work there too. */
const slugify = heading => heading.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')

/** Leaves out comments and makes containers of blocks that open, which would be shown where HTML is text. */
function comments(md) {
  md.core.ruler.before('normalize', 'comments', state => {
    state.src = state.src.replace(/<!--.*?-->/gs, '')
      .replace(/^<details><summary>(.*)<\/summary>$/gm, '::: details $1').replace(/^<\/details>$/gm, ':::')
  })
}

/** The page that .ci/site-pages.mjs has made of a file of the repository, if there is one. */
function onSite(target) {
  const page = target === 'README.md' ? 'start.md' : target.replace(/^cypher-examples\/(.*)\.cypher$/, 'cypher/$1.md')
  return page !== target && existsSync(join(docs, page)) ? page : null
}

/** Leads links to what is no page of the site, such as examples and sources, to the repository. */
function links(md) {
  md.core.ruler.push('links', state => {
    for (const token of state.tokens.flatMap(each => each.children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null
      if (href === null || /^(\w+:|#|\/)/.test(href)) continue
      const [path, anchor] = href.split('#')
      const target = posix.normalize(posix.join('docs', posix.dirname(state.env.relativePath), path))
      const page = onSite(target)
      if (page) {
        token.attrSet('href', posix.relative(posix.dirname(state.env.relativePath), page) + (anchor && page !== 'start.md' ? '#' + anchor : ''))
      } else if (!target.startsWith('docs/') || !target.endsWith('.md')) {
        token.attrSet('href', `${repository}/blob/main/${target}${anchor ? '#' + anchor : ''}`)
      } else {
        token.attrSet('href', path.replace(/README\.md$/, 'index.md') + (anchor ? '#' + anchor : ''))
      }
    }
  })
}

export default {
  title: 'Motif',
  description: 'Motif counting and biclique mining inside Neo4j, on GPUs and CPUs',
  base: '/motif/',
  head: [['link', {rel: 'icon', href: '/motif/icon.svg'}]],
  outDir: '../dist',
  rewrites: {':folder/README.md': ':folder/index.md'},
  // Types such as LIST<INTEGER> are text, not elements.
  markdown: {html: false, anchor: {slugify}, config: md => md.use(comments).use(links)},
  themeConfig: {
    search: {provider: 'local'},
    outline: [2, 3],
    nav: [
      {text: 'Start', link: '/start'},
      {text: 'Install', link: '/install'},
      {text: 'Concepts', link: '/concepts'},
      {text: 'Examples', link: '/examples'},
      {text: 'Reference', link: '/reference/'},
      {text: 'Operations', link: '/operations/server'},
      {text: 'Releases', link: `${repository}/releases`},
    ],
    sidebar: Object.entries(folders)
      .filter(([folder]) => existsSync(join(docs, folder)))
      .map(([folder, text]) => ({text, collapsed: folder !== '', items: pages(folder)}))
      .concat({text: 'Contributing', collapsed: true, items: contributing.map(name => item(name + '.md'))}),
    socialLinks: [{icon: 'github', link: repository}],
    editLink: {pattern: `${repository}/edit/main/docs/:path`},
  },
}
