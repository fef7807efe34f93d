import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDERS = ['core', 'cli', 'migrations', 'plugins']
const COMPILER = join(dirname(fileURLToPath(import.meta.url)), 'compile.mjs')

/** The folders of sources that are not part of the server: pages, tests, and texts that only look like code. */
const isLeftOut = (path, name) =>
  name === 'tests' || name === 'node_modules' || path === 'cli/templates' || /^plugins\/[^/]+\/(admin|store)$/.test(path)

/**
 * Brings `dist/` up to date with the sources, recompiling only what changed. Costs a few milliseconds when
 * nothing did. Every file appears whole and the stamp comes last, so two builds at once, or one that is
 * killed, leave a tree that the next build completes.
 */
export async function buildServer(root) {
  const dist = join(root, 'dist')
  const built = existsSync(join(dist, 'cli/main.js'))
  // An installed package comes compiled and without sources.
  if (built && !existsSync(join(root, 'cli/main.ts'))) return

  const stampFile = join(dist, 'server.json')
  const manifest = JSON.stringify(manifestOf(root), null, 2)
  const compiler = digest(readFileSync(COMPILER, 'utf8') + manifest)
  const before = readStamp(stampFile, compiler)
  const files = {}
  const changed = []
  let touched = false
  for (const [path, size, mtime] of scan(root)) {
    const known = before[path]
    if (known && known[0] === size && known[1] === mtime) {
      files[path] = known
      continue
    }
    touched = true
    const source = readFileSync(join(root, path), 'utf8')
    const hash = digest(source)
    files[path] = [size, mtime, hash]
    // A checkout or a copy gives old contents a new time.
    if (known?.[2] !== hash) changed.push({ path, source })
  }
  const gone = Object.keys(before).filter((path) => !(path in files))
  if (!touched && gone.length === 0) return

  try {
    if (changed.length > 0) await compileAll(root, dist, changed)
    for (const path of gone) remove(dist, path)
    writeWhole(join(dist, 'package.json'), `${manifest}\n`)
    writeWhole(stampFile, JSON.stringify({ compiler, files }))
  } catch (error) {
    const readOnly = ['EACCES', 'EROFS', 'EPERM'].includes(error.code)
    if (!readOnly) throw error
    // Same contents under other times in a place this account cannot write: what is built is right.
    if (built && changed.length === 0 && gone.length === 0) return
    throw new Error(`The sources changed but ${dist} cannot be written (${error.code}).`, { cause: error })
  }
}

async function compileAll(root, dist, changed) {
  const begun = Date.now()
  const isLarge = changed.length > 20
  if (isLarge) process.stderr.write(`Building the server (${changed.length} files) ...\n`)
  const { compile } = await import('./compile.mjs')
  const problems = []
  for (const { path, source } of changed) {
    const result = compile(join(root, path), source, join(dist, path))
    problems.push(...result.problems.map((problem) => `${path}${problem}`))
    if (problems.length > 0) continue
    writeWhole(`${outputOf(join(dist, path))}.map`, result.map)
    writeWhole(outputOf(join(dist, path)), result.code)
  }
  if (problems.length > 0) throw new Error(`The sources cannot be compiled:\n${problems.join('\n')}`)
  if (isLarge) process.stderr.write(`Built the server in ${((Date.now() - begun) / 1000).toFixed(1)} s\n`)
}

/** The compiled tree answers the same `#` names as the sources. */
function manifestOf(root) {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const compiled = Object.entries(imports).map(([name, target]) => {
    const source = typeof target === 'string' ? target : target.default
    return [name, source.replace(/\.ts$/, '.js')]
  })
  return { type: 'module', imports: Object.fromEntries(compiled) }
}

function readStamp(file, compiler) {
  try {
    const stamp = JSON.parse(readFileSync(file, 'utf8'))
    return stamp.compiler === compiler ? stamp.files : {}
  } catch {
    return {}
  }
}

function* scan(root, folders = FOLDERS) {
  for (const folder of folders) {
    if (!existsSync(join(root, folder))) continue
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!isLeftOut(path, entry.name)) yield* scan(root, [path])
      } else if (/\.tsx?$/.test(entry.name) && !/\.(test\.tsx?|d\.ts)$/.test(entry.name)) {
        const { size, mtimeMs } = statSync(join(root, path))
        yield [path, size, mtimeMs]
      }
    }
  }
}

const digest = (content) => createHash('sha1').update(content).digest('base64')
const outputOf = (path) => path.replace(/\.tsx?$/, '.js')

function remove(dist, path) {
  rmSync(outputOf(join(dist, path)), { force: true })
  rmSync(`${outputOf(join(dist, path))}.map`, { force: true })
}

function writeWhole(file, content) {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, content)
  renameSync(unfinished, file)
}
