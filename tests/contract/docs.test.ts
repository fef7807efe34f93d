import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allCommands } from '../../cli/commands.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { projectRoot } from '../../core/root.ts'

/** Checks the documentation against the code and files it refers to. */
const root = projectRoot()
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((f) => f.endsWith('.md'))
    .map((f) => `docs/${f}`),
]

/** A page without its code blocks, in which characters have another meaning. */
const prose = (page: string) => page.replaceAll(/^```.*?^```/gms, '')

/** Anchors that GitHub and editors generate for headings. */
const anchors = (page: string) =>
  new Set(
    [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

const commands = await allCommands()

describe.each(pages)('%s', (page) => {
  test('has no broken links', () => {
    const broken = [...prose(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^(https?|mailto):/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#')
        const file = path === '' ? page : join(dirname(page), path)
        if (!existsSync(join(root, file))) return true
        return anchor !== undefined && !anchors(read(file)).has(anchor)
      })
    expect(broken).toEqual([])
  })

  test('names only commands that exist', () => {
    const commandNames = new Set([...commands.map((c) => c.name), 'help', '--help', '--version'])
    // `stoa x` as inline code, `npm run stoa -- x`, and shell lines that start with it.
    const called = [...read(page).matchAll(/(?:`|^\s*(?:\S+=\S+ )*|[|&] )(?:npx )?(?:npm run stoa --|stoa) ([a-z-]+)/gm)].map(
      ([, name = '']) => name,
    )
    expect(called.filter((name) => !commandNames.has(name))).toEqual([])
  })
})

test('every package is explained in docs/dependencies.md, and no others', () => {
  const { dependencies, peerDependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const explained = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)
  expect(explained.toSorted()).toEqual([...Object.keys({ ...dependencies, ...peerDependencies, ...devDependencies })].toSorted())
})

test('the licenses in docs/dependencies.md are those of the packages', () => {
  const wrong = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].flatMap(
    ([, name = '', documentedLicense = '']) => {
      const { license } = JSON.parse(read(`node_modules/${name}/package.json`)) as { license?: string }
      return license === documentedLicense.trim() ? [] : [`${name} is ${license}, not ${documentedLicense.trim()}`]
    },
  )
  expect(wrong).toEqual([])
})

test('every environment variable is explained in the operator guide', () => {
  const source = read('cli/start/config.ts')
  const reader = source.slice(source.indexOf('export function readConfig'), source.indexOf('export function signingKeys'))
  const names = new Set([...reader.matchAll(/\b(?:STOA_[A-Z_]+|DATABASE_URL|PLUGINS_OFF|PORT)\b/g)].map(([name]) => name))
  expect(names.size).toBeGreaterThan(15)
  const guide = read('docs/guide/operator.md')
  expect([...names].filter((name) => !guide.includes(`| \`${name}\` |`))).toEqual([])
})

test('every plugin, decision and reference page is linked from the index', () => {
  const map = read('docs/index.md')
  const files = ['docs/adr', 'docs/reference', 'docs/guide'].flatMap((dir) => readdirSync(join(root, dir)).map((f) => `${dir}/${f}`))
  expect(files.map((f) => f.replace('docs/', '')).filter((f) => !map.includes(`(${f})`))).toEqual([])
  const { stoa } = JSON.parse(read('package.json')) as { stoa: { plugins: string[] } }
  expect(stoa.plugins.filter((id) => !map.includes(`../plugins/${id}/README.md`))).toEqual([])
})

test('the table of plugins lists every plugin with its required plugins', async () => {
  const documented = [...read('docs/architecture.md').matchAll(/^\| (`.+`) \| ([a-z, –]+) \| .+ \|$/gm)].flatMap(
    ([, ids = '', needs = '']) =>
      [...ids.matchAll(/`(\w+)`/g)].map(([, id = '']) => [id, needs === '–' ? [] : needs.split(', ').toSorted()] as const),
  )
  const plugins = await loadPlugins(listedPlugins([]))
  const owed = plugins.map(({ plugin: { id, requires = [] } }) => [id, [...requires].toSorted()] as const)
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(owed))
})

test('every file that the architecture page names exists', () => {
  const named = [...new Set([...read('docs/architecture.md').matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, file = '']) => file))]
  const below = ['', 'plugins', 'plugins/sales/services', 'core/resource']
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((file) => !below.some((folder) => existsSync(join(root, folder, file))))).toEqual([])
})
