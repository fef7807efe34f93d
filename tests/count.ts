import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '../core/root.ts'

/**
 * Counts lines of code and lines of tests: `node --import tsx tests/count.ts`. Blank lines and comments do not count. The tests of a
 * folder are in it, or in the folders listed here.
 */
const root = projectRoot()

interface Folder {
  product: string
  tests: readonly string[]
}

/** Lines of code of a folder, and lines of its tests. */
interface Counted {
  folder: string
  code: number
  tests: number
}

/** Folders of the product, each with the folders that contain its other tests. */
const TESTED: readonly Folder[] = [
  { product: 'core', tests: ['tests/kernel', 'tests/playground', 'tests/contract'] },
  { product: 'cli', tests: ['tests/cli'] },
  { product: 'migrations', tests: [] },
  { product: 'ui-admin', tests: ['tests/e2e'] },
  { product: 'ui-store', tests: [] },
]
/** Support code for all tests, and tests of the whole product. */
const SHARED = ['tests/support', 'tests/feature', 'tests/bench']

/** Lines that are neither blank nor comments. */
const codeLines = (text: string): number => text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line)).length

/** The sources in a folder and its subfolders. */
export const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesIn(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })

const isTest = (path: string) => /\.test\.tsx?$|\/tests\//.test(path)
const sum = (files: readonly string[]) => files.reduce((lines, file) => lines + codeLines(readFileSync(file, 'utf8')), 0)

/** Lines of code and of tests by folder, with the total at the end. */
export function counted(): Counted[] {
  const plugins: Folder[] = readdirSync(join(root, 'plugins')).map((name) => ({ product: `plugins/${name}`, tests: [] }))
  const rows = [...TESTED, ...plugins].map(({ product, tests }) => {
    const sources = sourcesIn(join(root, product))
    const beside = tests.flatMap((folder) => sourcesIn(join(root, folder)))
    const isOwnTest = (file: string) => isTest(relative(root, file))
    return { folder: product, code: sum(sources.filter((file) => !isOwnTest(file))), tests: sum([...sources.filter(isOwnTest), ...beside]) }
  })
  const shared: Counted = { folder: 'shared by tests', code: 0, tests: sum(SHARED.flatMap((folder) => sourcesIn(join(root, folder)))) }
  const all = [...rows, shared]
  const total = (column: 'code' | 'tests') => all.reduce((lines, row) => lines + row[column], 0)
  return [...all, { folder: 'all', code: total('code'), tests: total('tests') }]
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { folder, code, tests } of counted()) {
    const ratio = code > 0 ? (tests / code).toFixed(2) : ''
    process.stdout.write(`${folder.padEnd(20)}${String(code).padStart(8)}${String(tests).padStart(8)}${ratio.padStart(8)}\n`)
  }
