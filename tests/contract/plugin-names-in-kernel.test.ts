import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import core from '../../core/kernel/core-plugin.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import type { Plugin } from '../../core/plugin/define.ts'
import { projectRoot } from '../../core/root.ts'

/**
 * Neither the kernel, nor the command line, nor the store shell refers to names of a plugin, so a disabled plugin leaves no traces.
 * Names are taken from the manifests, so a new plugin is covered automatically.
 */
const folders = ['core', 'cli', 'ui-store']

/** Names that also have a meaning in the kernel, each with that meaning. */
const homonyms: Record<string, string> = {
  application: 'a type of media, and the name a connection gives itself',
  attribute: 'of an element, a column or a file',
  block: 'a part of a text',
  booking: 'a part of what the whole is, in the one line that says it',
  brand: 'the class of the logo in the header',
  calendar: 'arithmetic with dates',
  catalogue: 'the texts of all languages, `kernel.i18n`',
  claims: 'what a row does with an uploaded file, which it then owns',
  consent: 'of a visitor, to scripts of others',
  content: 'what is inside something',
  crm: 'a part of what the whole is, in the one line that says it',
  currency: 'an amount has one, which a plugin may tell',
  customer: 'a kind of session',
  documents: 'of a browser',
  event: 'a fact that is told, and what a browser tells of a page',
  file: 'an upload, kept by the kernel',
  folder: 'of a file system',
  form: 'what people fill in to write anything',
  form_file: 'a file that was chosen in a form, as a class of styles',
  forms: 'what people fill in to write anything',
  group: 'what belongs together: fields, settings, rights, rows of a statement',
  hr: 'a thematic break in HTML, and the code of Croatia',
  labels: 'what people read beside a field',
  leave: 'to go away from a page, or to keep something out or as it is',
  lead: 'what a way or an address does',
  menu: 'of the admin, and the one that unfolds in the store',
  note: 'a line people read beside something',
  notes: 'rows that tell of rows of others; lines people read beside something',
  order: 'what comes before what',
  page: 'of a list, and of the store',
  payment: 'in two status words that every document may have',
  people: 'who uses the product',
  person: 'who uses the product',
  points: 'where plugins put things, and those of a drawing',
  product: 'the software itself',
  redirect: 'an answer of HTTP',
  return: 'a word of the language',
  returns: 'a word of the language, and of SQL',
  run: 'what is done with a function, a command or a job',
  runs: 'what a process does while it lasts',
  sheets: 'of styles',
  service: 'what a part of the program offers another',
  shop: 'the installation, as its owner calls it',
  staff: 'people who work here',
  store: 'the pages shoppers see, and what puts something away',
  stores: 'puts something away',
  tag: 'of a language, of markup, of a template',
  task: 'a job in the queue of the worker, and a step of the set-up',
  tasks: 'steps of the set-up, and jobs in the queue of the worker',
  template: 'a pattern to begin from',
  topic: 'of interest, in a rule of browsers',
}

interface Names {
  plugin: string
  word: string
  /** The word is the first segment of a URL path, and counts only in a path. */
  path?: true
}

/** Paths that do not belong to a plugin alone: the shell has a search field, and staff also sign in and reset passwords. */
const sharedPaths = new Set(['search', 'login', 'password'])

/** First path segments of the plugin's store pages. */
const paths = (p: Plugin) => (p.store?.screens ?? []).map((s) => s.path.split('/')[1] ?? '').filter((word) => /^[a-z-]+$/.test(word))

const getNames = (p: Plugin): Names[] => [
  ...[p.id, ...(p.resources ?? []).map((r) => r.name), ...(p.settings ?? []).map((s) => s.group)].map((word) => ({ plugin: p.id, word })),
  ...[...new Set(paths(p))].filter((word) => !sharedPaths.has(word)).map((word) => ({ plugin: p.id, word, path: true as const })),
]

const coreNames = new Set(getNames(core).map(({ word }) => word))
const foreign = (await loadPlugins(listedPlugins([]))).flatMap(({ plugin }) => getNames(plugin)).filter(({ word }) => !coreNames.has(word))

const files = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((e) => {
    if (['node_modules', 'tests', 'templates', 'locales', 'country'].includes(e.name)) return []
    return e.isDirectory() ? files(join(dir, e.name)) : /\.(tsx?|mjs)$/.test(e.name) ? [join(dir, e.name)] : []
  })

/** Identifiers and strings of a file, without comments. */
function extractWords(path: string, source: string): { text: string; line: number }[] {
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, path.endsWith('x') ? ts.ScriptKind.TSX : undefined)
  const found: { text: string; line: number }[] = []
  const visit = (node: ts.Node) => {
    if (
      ts.isIdentifier(node) ||
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    )
      found.push({ text: node.text, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1 })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Converts `addToCart` and `/api/cart_item?x` to `add to cart` and ` api cart item x `. */
const spaced = (text: string) =>
  ` ${text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')} `

/** Returns a function that tells whether a text contains a name. A name with another meaning counts only in an API path. */
function matcher({ word, path }: Names): (text: string, words: string) => boolean {
  const address = path ? new RegExp(`(^|\\s)/${word}([/?]|$)`) : homonyms[word] ? new RegExp(`/api/(admin/)?${word}\\b`) : undefined
  if (address) return (text) => text.includes('/') && address.test(text)
  const plain = word.replaceAll(/[_-]/g, ' ')
  return (_, words) => words.includes(` ${plain} `) || words.includes(` ${plain}s `)
}

/** Occurrences of plugin names in a source. */
function mentions(path: string, source: string, names: readonly Names[] = foreign): string[] {
  const all = names.map((name) => ({ ...name, isNamed: matcher(name) }))
  return extractWords(path, source).flatMap(({ text, line }) => {
    const words = spaced(text)
    return all
      .filter(({ isNamed }) => isNamed(text, words))
      .map(({ plugin, word }) => `${path}:${line} names "${word}" of ${plugin}: ${text.trim().slice(0, 60)}`)
  })
}

test('the kernel, the command line and the store frame name nothing of a plugin', () => {
  const found = folders
    .flatMap((folder) => files(join(projectRoot(), folder)))
    .flatMap((file) => mentions(relative(projectRoot(), file), readFileSync(file, 'utf8')))
  expect(found).toEqual([])
})

test("a plugin's name is found wherever it is used, and similar words are not reported", () => {
  const names = [
    { plugin: 'shop', word: 'shopping_cart' },
    { plugin: 'shop', word: 'page' },
    { plugin: 'shop', word: 'till', path: true as const },
  ]
  const found = (source: string) => mentions('x.ts', source, names).length
  for (const fault of [
    'const url = "/api/shopping_cart"',
    'const needs = "get shopping cart"',
    'function loadShoppingCart() {}',
    'x(`select 1 from shopping_carts`)',
    'call.get("/api/page")',
    'const at = path === "/till"',
  ])
    expect(found(fault), fault).toBe(1)
  for (const fine of ['// a shopping cart', 'const cart = 1', 'const page = 2', 'x("page")', 'x("till /api/tills")'])
    expect(found(fine), fine).toBe(0)
})

test('every exception names an existing word', () => {
  expect(Object.keys(homonyms).filter((word) => !foreign.some((n) => n.word === word))).toEqual([])
})
