import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { projectRoot, shopRoot } from '../core/root.ts'
import { CliError } from './errors.ts'
import { readPlugins } from './paper.ts'
import { listPlugin, namedPlugins } from './plugins.ts'

/** A plugin to be generated. */
export interface PluginPlan {
  id: string
  resource: string
  label: string
  /** Target folder. */
  folder: string
  /** Generated as a separate package, which no shop lists yet. */
  isPackage: boolean
  /** Files below the folder, in order. */
  files: string[]
  /** Word of the template → word of the plugin. */
  words: Map<string, string>
}

/** Names used in the template's files and texts. Longer ones first, because each contains the next. */
const tokens = ['Sample items', 'Sample item', 'SampleItem', 'sampleItem', 'sample_item', 'sample-item', 'sample item', 'Sample', 'sample']
const anyToken = new RegExp(tokens.join('|'), 'g')

/** Template folders; a file of a later one replaces the same file of an earlier one. */
const templates = (isPackage: boolean) =>
  (isPackage ? ['plugin', 'package'] : ['plugin']).map((name) => join(projectRoot(), 'cli', 'templates', name))

/** Template files by their path in the plugin. */
const getFiles = (isPackage: boolean) =>
  new Map(templates(isPackage).flatMap((folder) => filesBelow(folder).map((file): [string, string] => [file, join(folder, file)])))

/** @throws CliError when a name is invalid */
export async function planPlugin(
  id: string,
  o: { resource?: string; label?: string; plural?: string; package?: boolean },
): Promise<PluginPlan> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || id === 'core')
    throw new CliError('usage', `"${id}" is no plugin id: lowercase letters, digits and hyphens, a letter first.`, {
      hint: 'stoa make plugin forum',
    })
  const resource = o.resource ?? id.replaceAll('-', '_')
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(resource) || resource.length > 50)
    throw new CliError('usage', `"${resource}" is no resource name: lowercase letters, digits and _, a letter first.`, {
      hint: `stoa make plugin ${id} --resource forum_post`,
    })
  const isPackage = o.package ?? false
  const folder = isPackage ? resolve(`stoa-${id}`) : join(shopRoot(), 'plugins', id)
  for (const candidate of new Set([folder, join(projectRoot(), 'plugins', id)]))
    if (existsSync(candidate)) throw new CliError('conflict', `There is a folder ${relative(shopRoot(), candidate) || '.'} already.`)
  const owner = (await readPlugins()).registry.resources.get(resource)?.plugin
  if (owner)
    throw new CliError('conflict', `The plugin ${owner} has a resource "${resource}" already.`, {
      hint: `stoa make plugin ${id} --resource …`,
    })
  const label = o.label?.trim() || sentence(resource)
  const words = new Map([
    ['Sample items', o.plural?.trim() || plural(label)],
    ['Sample item', label],
    ['SampleItem', resource.split('_').map(capital).join('')],
    [
      'sampleItem',
      resource
        .split('_')
        .map((part, i) => (i === 0 ? part : capital(part)))
        .join(''),
    ],
    ['sample_item', resource],
    ['sample-item', resource.replaceAll('_', '-')],
    ['sample item', resource.replaceAll('_', ' ')],
    ['Sample', sentence(id)],
    ['sample', id],
  ])
  const files = [...getFiles(isPackage).keys()].sort().map((file) => reword(file, words))
  return { id, resource, label, words, folder, isPackage, files }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const sentence = (name: string) => capital(name.replaceAll(/[_-]/g, ' '))

function plural(label: string): string {
  if (/[^aeiou]y$/.test(label)) return `${label.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(label) ? `${label}es` : `${label}s`
}

const reword = (text: string, words: ReadonlyMap<string, string>) => text.replaceAll(anyToken, (word) => words.get(word) ?? word)

function filesBelow(folder: string, top = folder): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((e) => (e.isDirectory() ? filesBelow(join(folder, e.name), top) : [relative(top, join(folder, e.name))]))
    .sort()
}

/** Writes the plugin and, unless it is a package, adds it to package.json. */
export function copyTemplate({ id, words, folder, isPackage }: PluginPlan): void {
  for (const [file, from] of getFiles(isPackage)) {
    const to = join(folder, reword(file, words))
    mkdirSync(dirname(to), { recursive: true })
    const inJson = file.endsWith('.json') ? new Map([...words].map(([k, v]) => [k, JSON.stringify(v).slice(1, -1)])) : words
    writeFileSync(to, reword(readFileSync(from, 'utf8'), inJson))
  }
  if (isPackage) return nameTools(folder)
  listPlugin(id)
  addToMap(id)
  addToPluginTable(id, words.get('Sample items') ?? id)
}

/** Adds the tools that the package's scripts call, in the product's versions, because they run with its tests and settings. */
function nameTools(folder: string): void {
  const file = join(folder, 'package.json')
  const { devDependencies } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'))
  const { typescript, vitest } = devDependencies
  const manifest = { ...JSON.parse(readFileSync(file, 'utf8')), devDependencies: { typescript, vitest } }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Adds the plugin's README and reference to the index of the documentation. */
function addToMap(id: string): void {
  const file = join(shopRoot(), 'docs', 'index.md')
  if (!existsSync(file)) return
  let map = readFileSync(file, 'utf8')
  for (const place of [(name: string) => `../plugins/${name}/README.md`, (name: string) => `reference/${name}.md`]) {
    const last = namedPlugins()
      .filter((other) => other !== id)
      .map((other) => map.lastIndexOf(`(${place(other)})`))
    const at = map.indexOf(')', Math.max(...last))
    if (Math.max(...last) >= 0) map = `${map.slice(0, at + 1)},\n[${id}](${place(id)})${map.slice(at + 1)}`
  }
  writeFileSync(file, map)
}

/** Adds the plugin to the table of plugins in docs/architecture.md. */
function addToPluginTable(id: string, keeps: string): void {
  const file = join(shopRoot(), 'docs', 'architecture.md')
  if (!existsSync(file)) return
  const page = readFileSync(file, 'utf8')
  const last = [...page.matchAll(/^\| `[^|\n]+` \| [^|\n]+ \| [^|\n]+ \|$/gm)].at(-1)
  if (!last) return
  const at = last.index + last[0].length
  writeFileSync(file, `${page.slice(0, at)}\n| \`${id}\` | – | ${keeps.toLowerCase().replaceAll('|', '/')} |${page.slice(at)}`)
}

/** Regenerates the reference documentation in a process that compiles and loads the new plugin. */
export async function refreshDocs(): Promise<void> {
  const child = spawn(process.execPath, [join(projectRoot(), 'cli', 'bin.mjs'), 'docs', '--quiet'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.on('data', (part: Buffer) => (errorOutput += part.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0)
    throw new CliError('failure', `The plugin was made, but its documentation could not be written:\n${errorOutput.trim()}`, {
      hint: 'stoa docs',
    })
}
