import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import type { Kernel } from '../../core/context.ts'
import type { Plugin } from '../../core/plugin/define.ts'
import { projectRoot } from '../../core/root.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { EXAMPLES } from '../support/app.ts'

/**
 * `kernel.get` is for services that always exist: those of the plugin itself, of the kernel, and of required plugins. Services of
 * plugins that can be disabled need `kernel.find`. The provider of a service is its owner, not the prefix of its name: a plugin can
 * declare a service that another provides. The test reads all sources, because a test with disabled plugins only covers the code it
 * runs.
 */
const listed = listedPlugins([])
const homes = new Map([...listed.map((id) => [id, `plugins/${id}`] as const), ['repair', `${EXAMPLES}/repair`] as const])
const plugins = (await loadPlugins([...homes.keys()], ['plugins', EXAMPLES])).map(({ plugin }) => plugin)

/** Maps each service to the plugin that provides it. */
function providers(plugins: readonly Plugin[]): Map<symbol, string> {
  const found = new Map<symbol, string>()
  for (const { id, services } of plugins) services?.({ register: (name: symbol) => found.set(name, id) } as never, {} as Kernel)
  return found
}

/** A plugin and all plugins it requires. */
function around(id: string, plugins: readonly Plugin[], found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const needed of plugins.find((plugin) => plugin.id === id)?.requires ?? []) around(needed, plugins, found)
  return found
}

/** Code that runs only while the owner of the service is enabled, by file and service, with the reason. */
const guarded: Record<string, string> = {
  'plugins/catalogue/routes/rebuild-index.ts: runs/runs': 'the plugin names these routes while long work can be begun',
  'plugins/crm/services/orders.ts: sales/orders': 'its route is there while orders are',
  'plugins/labels/routes/print-run.ts: runs/runs': 'the plugin names these routes while long work can be begun',
  'plugins/labels/services/print-run.ts: runs/runs': 'part of a kind of long work, which nobody runs without',
}

interface Source {
  plugin: string
  at: string
  text: string
}

const read = ({ at, text }: Source) => ts.createSourceFile(at, text, ts.ScriptTarget.ES2023, true)

function walk(tree: ts.Node, look: (node: ts.Node) => void): void {
  look(tree)
  ts.forEachChild(tree, (node) => walk(node, look))
}

/** Maps token constants to services: `export const ORDERS = token<Orders>('sales/orders')`. */
function collectTokens(sources: readonly Source[]): Map<string, symbol> {
  const found = new Map<string, symbol>()
  for (const source of sources.filter(({ text }) => text.includes('token<')))
    walk(read(source), (node) => {
      if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer || !ts.isCallExpression(node.initializer))
        return
      const { expression, arguments: args } = node.initializer
      if (expression.getText() !== 'token' || !args[0] || !ts.isStringLiteral(args[0])) return
      const name = Symbol.for(args[0].text)
      // Imports are not resolved, so a constant must have the same meaning in every source.
      if ((found.get(node.name.text) ?? name) !== name) throw new Error(`Two services are called ${node.name.text}`)
      found.set(node.name.text, name)
    })
  return found
}

/** Lookups of services that may be missing, by file and service. */
function countedOn(sources: readonly Source[], plugins: readonly Plugin[]): { lookupCount: number; missing: Map<string, string> } {
  const tokens = collectTokens(sources)
  const owners = providers(plugins)
  const missing = new Map<string, string>()
  let lookupCount = 0
  for (const source of sources.filter(({ text }) => text.includes('.get('))) {
    const there = around(source.plugin, plugins)
    const tree = read(source)
    // An import may rename a constant.
    const originalNames = new Map<string, string>()
    walk(tree, (node) => {
      if (ts.isImportSpecifier(node) && node.propertyName) originalNames.set(node.name.text, node.propertyName.text)
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression) || node.arguments.length !== 1) return
      const [first] = node.arguments
      if (node.expression.name.text !== 'get' || !first || !ts.isIdentifier(first)) return
      const name = tokens.get(originalNames.get(first.text) ?? first.text)
      if (!name) return
      lookupCount++
      const owner = owners.get(name)
      if (owner !== undefined && there.has(owner)) return
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
      const service = String(name.description)
      missing.set(`${source.at}: ${service}`, `line ${line} counts on ${owner ?? 'nobody'}, which ${source.plugin} does not require`)
    })
  }
  return { lookupCount, missing }
}

const root = projectRoot()
const sources = [...homes].flatMap(([plugin, home]) =>
  readdirSync(join(root, home), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)(tests|node_modules)\//.test(file.replaceAll('\\', '/')))
    .map((file): Source => {
      const path = join(root, home, file)
      return { plugin, at: relative(root, path), text: readFileSync(path, 'utf8') }
    }),
)

test('no plugin relies on a service of a plugin that may be disabled', () => {
  const { lookupCount, missing } = countedOn(sources, plugins)
  expect(lookupCount).toBeGreaterThan(50)
  expect([...missing].filter(([place]) => !(place in guarded))).toEqual([])
  expect(Object.keys(guarded).filter((place) => !missing.has(place))).toEqual([])
})

test('every service has one provider and one constant', () => {
  const owners = providers(plugins)
  expect([...collectTokens(sources).values()].filter((name) => !owners.has(name)).map(String)).toEqual([])
})

test("a use of a disabled plugin's service is reported with its line, whatever the constant is named", () => {
  const provider = {
    id: 'room',
    requires: ['house'],
    services: (container: any) => container.register(Symbol.for('house/key'), {}),
  } as Plugin
  const consumer = { id: 'house' } as Plugin
  const key = { plugin: 'house', at: 'house/key.ts', text: "export const KEY = token<Key>('house/key')" }
  const findMissing = (text: string, plugin = 'house') => [...countedOn([key, { plugin, at: 'x.ts', text }], [consumer, provider]).missing]
  const expected = ['x.ts: house/key', 'line 2 counts on room, which house does not require']
  expect(findMissing('\nctx.kernel.get(KEY).turn()')).toEqual([expected])
  expect(findMissing("import { KEY as OWN } from './key.ts'\nconst key = kernel.get(OWN)")).toEqual([expected])
  expect(findMissing('\nkernel.find(KEY)?.turn()')).toEqual([])
  expect(findMissing('\nkernel.get(KEY).turn()', 'room')).toEqual([])
})
