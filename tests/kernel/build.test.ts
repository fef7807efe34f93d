import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const builder = join(import.meta.dirname, '../../cli/build/server.mjs')
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'stoa-build-'))
  await source(
    'package.json',
    JSON.stringify({
      name: 'stoa',
      exports: { '.': './core/index.ts' },
    }),
  )
  await source('core/index.ts', `export const greeting: string = 'hello'`)
  await source(
    'core/fail.ts',
    `interface Padding {\n  a: 1\n}\n\nexport const fail = (p?: Padding): never => {\n  throw new Error(String(p))\n}`,
  )
  await source(
    'cli/main.ts',
    `import { greeting } from 'stoa'\nimport { fail } from '../core/fail.ts'\nexport const main = (): void => (process.argv.includes('fail') ? fail() : console.log(greeting))`,
  )
})

afterEach(() => rm(root, { recursive: true, force: true }))

async function source(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

const output = (path: string): string => join(root, 'dist', path)

/** Runs a build in a separate process, as `bin.mjs` does, and returns its output and duration. */
async function build(): Promise<{
  code: number | null
  ms: number
  /** Whether the sources were compiled again. */
  compiled: boolean
  /** Whether the parent process loaded the compiler. */
  loadedCompiler: boolean
  complaint: string
}> {
  const script = `
    const { buildServer } = await import(${JSON.stringify(builder)})
    const { createRequire } = await import('node:module')
    const begun = performance.now()
    await buildServer(${JSON.stringify(root)})
    const cache = Object.keys(createRequire(import.meta.url).cache)
    console.log(JSON.stringify({ ms: performance.now() - begun, loadedCompiler: cache.some((f) => f.includes('rolldown')) }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  let text = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  const compiled = complaint.includes('Built the server')
  return { code, complaint, compiled, ms: 0, loadedCompiler: false, ...(text && (JSON.parse(text) as object)) }
}

async function runBuilt(...args: string[]): Promise<string> {
  const script = `
    const { traceToSources } = await import(${JSON.stringify(join(dirname(builder), 'trace.mjs'))})
    traceToSources(${JSON.stringify(pathToFileURL(output('')).href)})
    const { main } = await import(${JSON.stringify(output('cli/main.js'))})
    await main()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...args])
  let text = ''
  const collect = (chunk: Buffer) => (text += chunk.toString())
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  await once(child, 'close')
  return text
}

describe('building the server', () => {
  it('creates a tree that plain Node runs, with module aliases and .ts imports', async () => {
    expect((await build()).code).toBe(0)
    expect(await runBuilt()).toBe('hello\n')
  })

  it('maps stack traces to the sources', async () => {
    await build()
    expect(await runBuilt('fail')).toContain(`${join(root, 'core/fail.ts')}:6:`)
  })

  it('contains runtime code only, without pages, tests and templates', async () => {
    await source('plugins/gift/domain/gift.ts', `export const gift = 'a gift in itself'`)
    await source('plugins/gift/plugin.ts', `export { gift as default } from './domain/gift.ts'`)
    await source('plugins/gift/migrations/0001_gift.ts', `export const up = () => 'raised'`)
    await source('plugins/gift/admin/screen.tsx', 'export const a = 1')
    await source('plugins/gift/tests/helper.ts', 'export const a = 1')
    await source('cli/templates/plugin/plugin.ts', 'export const a = 1')
    await build()
    expect(await readFile(output('plugins/gift/plugin.js'), 'utf8')).toContain('a gift in itself')
    expect(await readFile(output('plugins/gift/migrations/0001_gift.js'), 'utf8')).toContain('raised')
    expect(['plugins/gift/admin', 'plugins/gift/tests', 'cli/templates'].map((path) => existsSync(output(path)))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('runs the compiler in a separate process', async () => {
    await source('core/part.ts', 'export const part = 1')
    expect(await build()).toMatchObject({ code: 0, compiled: true, loadedCompiler: false })
  })

  it('does next to nothing when nothing changed', async () => {
    for (let i = 0; i < 400; i++) await source(`core/part${i % 20}/file${i}.ts`, `export const n = ${i}`)
    expect((await build()).compiled).toBe(true)
    const again = await build()
    expect(again).toMatchObject({ compiled: false, loadedCompiler: false })
    expect(again.ms).toBeLessThan(200)
  })

  it('compiles changed content, and ignores a new modification time alone', async () => {
    await build()
    await utimes(join(root, 'core/fail.ts'), new Date(), new Date())
    expect((await build()).compiled).toBe(false)
    await source('core/index.ts', `export const greeting: string = 'good day'`)
    await build()
    expect(await runBuilt()).toBe('good day\n')
  })

  it('compiles nothing when a plugin is listed or unlisted, and everything when module aliases change', async () => {
    const packageJson = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as object
    const say = (more: object) => source('package.json', JSON.stringify({ ...packageJson, ...more }))
    await say({ stoa: { plugins: ['gift'] } })
    expect((await build()).compiled).toBe(true)
    await say({ stoa: { plugins: [] } })
    expect((await build()).compiled).toBe(false)
    await say({ stoa: { plugins: [] }, exports: { '.': './core/index.ts', './core': './core/index.ts' } })
    expect((await build()).compiled).toBe(true)
  })

  it('removes at once files that are loaded by location, such as a migration without a source', async () => {
    await source('migrations/0001_old.ts', 'export const up = 1')
    await build()
    await rm(join(root, 'migrations/0001_old.ts'))
    await build()
    expect(existsSync(output('migrations/0001_old.js'))).toBe(false)
    expect(existsSync(output('migrations/0001_old.js.map'))).toBe(false)
  })

  it('keeps a chunk that a running process may still load for one more build', async () => {
    await source('cli/main.ts', `export const main = async () => console.log((await import('./part.ts')).part)`)
    const parts = async () => (await readdir(output('chunks'))).filter((name) => name.endsWith('.js'))
    await source('cli/part.ts', `export const part = 'one'`)
    await build()
    const [first = ''] = await parts()
    await source('cli/part.ts', `export const part = 'two'`)
    await build()
    expect(await parts()).toHaveLength(2)
    expect(await runBuilt()).toBe('two\n')
    await source('cli/part.ts', `export const part = 'three'`)
    await build()
    expect(await parts()).toHaveLength(2)
    expect(await parts()).not.toContain(first)
  })

  it('names file and line of a compile error, and builds once it is fixed', async () => {
    await source('core/index.ts', `export const greeting = 'a'\nexport const = 2`)
    const { code, complaint } = await build()
    expect(code).not.toBe(0)
    expect(complaint).toContain('core/index.ts:2:')
    await source('core/index.ts', `export const greeting = 'mended'`)
    await build()
    expect(await runBuilt()).toBe('mended\n')
  })

  it('gives a complete tree when several processes build at once', async () => {
    for (let i = 0; i < 60; i++) await source(`core/file${i}.ts`, `export const n = ${i}`)
    const all = await Promise.all([1, 2, 3, 4].map(() => build()))
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    expect(await runBuilt()).toBe('hello\n')
    expect(Object.keys((JSON.parse(await readFile(output('server.json'), 'utf8')) as { files: object }).files)).toHaveLength(63)
  })

  it('keeps files of a concurrent build and removes those of a killed one', async () => {
    await build()
    await writeFile(output('cli/main.js.4242'), 'half')
    await writeFile(output('cli/main.js.4243'), 'half')
    const long = new Date(Date.now() - 3_600_000)
    await utimes(output('cli/main.js.4243'), long, long)
    await source('core/index.ts', `export const greeting = 'anew'`)
    await build()
    expect((await readdir(output('cli'))).filter((name) => /\d$/.test(name))).toEqual(['main.js.4242'])
  })
})
