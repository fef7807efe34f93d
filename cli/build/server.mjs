import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDERS = ['core', 'cli', 'migrations', 'plugins']
/** The name of a file before it is whole ends in the process that writes it. */
const UNFINISHED = /\.\d+$/
const LONGEST_BUILD_MS = 10 * 60_000
const COMPILER = join(dirname(fileURLToPath(import.meta.url)), 'compile.mjs')

/** The folders of sources that are not part of the server: pages, tests, and texts that only look like code. */
const isLeftOut = (path, name) =>
  name === 'tests' || name === 'node_modules' || path === 'cli/templates' || /^plugins\/[^/]+\/(admin|store)$/.test(path)

/**
 * Brings `dist/` up to date with the sources. Costs a few milliseconds when nothing changed. Every file appears whole and
 * the stamp comes last, so two builds at once, or one that is killed, leave a tree that the next build completes.
 */
export async function buildServer(root) {
  const dist = join(root, 'dist')
  const built = existsSync(join(dist, 'cli/main.js'))
  // An installed package comes compiled and without sources.
  if (built && !existsSync(join(root, 'cli/main.ts'))) return

  const stampFile = join(dist, 'server.json')
  // Which plugins are listed is asked when the product starts: all that are there are compiled.
  const { stoa: _, ...said } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const compiler = digest(readFileSync(COMPILER, 'utf8') + JSON.stringify(said) + installedPackages(root))
  const before = readStamp(stampFile, compiler)
  const files = {}
  let changed = 0
  let touched = false
  for (const [path, size, mtime] of scan(root)) {
    const known = before.files[path]
    if (known && known[0] === size && known[1] === mtime) {
      files[path] = known
      continue
    }
    touched = true
    const hash = digest(readFileSync(join(root, path), 'utf8'))
    files[path] = [size, mtime, hash]
    // A checkout or a copy gives old contents a new time.
    if (known?.[2] !== hash) changed++
  }
  const gone = Object.keys(before.files).filter((path) => !(path in files)).length
  if (!touched && gone === 0) return

  try {
    const outputs = changed + gone > 0 ? await compileAll(root, dist, before.outputs) : before.outputs
    writeWhole(stampFile, JSON.stringify({ compiler, files, outputs }))
  } catch (error) {
    const readOnly = ['EACCES', 'EROFS', 'EPERM'].includes(error.code)
    if (!readOnly) throw error
    // Same contents under other times in a place this account cannot write: what is built is right.
    if (built && changed + gone === 0) return
    throw new Error(`The sources changed but ${dist} cannot be written (${error.code}).`, { cause: error })
  }
}

/** Builds the tree and answers its files. Chunks a process of the build before may still load stay until the next. */
async function compileAll(root, dist, before) {
  const begun = Date.now()
  const output = await compiled(root).catch((error) => {
    throw new Error(`The sources cannot be compiled:\n${error.message}`, { cause: error })
  })
  writeWhole(join(dist, 'package.json'), '{ "type": "module" }\n')
  for (const { path, code } of output) writeWhole(join(dist, path), code)
  const outputs = output.map(({ path }) => path)
  const kept = new Set([...outputs, ...before.filter((path) => path.startsWith('chunks/'))])
  for (const folder of ['chunks', ...FOLDERS]) {
    for (const path of filesIn(dist, folder)) {
      if (!kept.has(path) && !isBeingWritten(join(dist, path))) rmSync(join(dist, path), { force: true })
    }
  }
  process.stderr.write(`Built the server in ${((Date.now() - begun) / 1000).toFixed(1)} s\n`)
  return outputs
}

/** In a process of its own: a shop that starts would keep the memory of the compiler, which is twice its own, as long as it runs. */
const compiled = (root) =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [COMPILER, root], { maxBuffer: 2 ** 30 }, (error, stdout, stderr) => {
      if (error) reject(new Error(stderr.trim() || error.message, { cause: error }))
      else resolve(JSON.parse(stdout))
    })
  })

/** What npm wrote of the packages that are installed: some become part of the server's files. */
function installedPackages(root) {
  const file = join(root, 'node_modules/.package-lock.json')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function* filesIn(dist, folder) {
  if (!existsSync(join(dist, folder))) return
  for (const entry of readdirSync(join(dist, folder), { withFileTypes: true })) {
    if (entry.isDirectory()) yield* filesIn(dist, `${folder}/${entry.name}`)
    else yield `${folder}/${entry.name}`
  }
}

function readStamp(file, compiler) {
  const none = { files: {}, outputs: [] }
  try {
    const stamp = JSON.parse(readFileSync(file, 'utf8'))
    // Another way of compiling makes all files anew; those of the build before are known all the same.
    return stamp.compiler === compiler ? stamp : { files: {}, outputs: stamp.outputs ?? [] }
  } catch {
    return none
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

/** A build beside this one is about to give this file its name. What a killed one left goes with a later build. */
const isBeingWritten = (file) =>
  UNFINISHED.test(file) && Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < LONGEST_BUILD_MS

const digest = (content) => createHash('sha1').update(content).digest('base64')

function writeWhole(file, content) {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, content)
  renameSync(unfinished, file)
}
