import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foreignPlugins, lockOfInstalled } from './shop.mjs'

const FOLDERS = ['core', 'cli', 'migrations', 'plugins']
/** The name of a file before it is whole ends in the process that writes it. */
const UNFINISHED = /\.\d+$/
const LONGEST_BUILD_MS = 10 * 60_000
const COMPILER = join(dirname(fileURLToPath(import.meta.url)), 'compile.mjs')

/** The folders of sources that are not part of the server: pages, tests, and texts that only look like code. */
const isLeftOut = (path, name) =>
  name === 'tests' || name === 'node_modules' || name === 'dist' || path === 'cli/templates' || /^plugins\/[^/]+\/(admin|store)$/.test(path)

/**
 * Brings `dist/` of a shop up to date with the sources of product and plugins. Costs a few milliseconds when nothing changed. Every file appears whole and
 * the stamp comes last, so two builds at once, or one that is killed, leave a tree that the next build completes.
 */
export async function buildServer(root, shop = root) {
  const dist = join(shop, 'dist')
  const built = existsSync(join(dist, 'cli/main.js'))
  const stampFile = join(dist, 'server.json')
  // Which plugins are listed is asked when the product starts: all that are there are compiled.
  const { stoa: _, ...said } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const foreign = foreignPlugins(root, shop).filter(({ folder }) => folder)
  const compiler = digest(
    readFileSync(COMPILER, 'utf8') + JSON.stringify([said, foreign.map(({ id, folder }) => [id, folder]), root]) + installedPackages(root),
  )
  const before = readStamp(stampFile, compiler)
  const files = {}
  let changed = 0
  let touched = false
  for (const [path, file] of [
    ...sources(root, FOLDERS),
    ...foreign.flatMap(({ id, folder }) => [...sources(folder, [''], `plugins/${id}`)]),
  ]) {
    const { size, mtimeMs: mtime } = statSync(file)
    const known = before.files[path]
    if (known && known[0] === size && known[1] === mtime) {
      files[path] = known
      continue
    }
    touched = true
    const hash = digest(readFileSync(file, 'utf8'))
    files[path] = [size, mtime, hash]
    // A checkout or a copy gives old contents a new time.
    if (known?.[2] !== hash) changed++
  }
  const gone = Object.keys(before.files).filter((path) => !(path in files)).length
  if (!touched && gone === 0) return

  try {
    const outputs = changed + gone > 0 ? await compileAll(root, shop, before.outputs) : before.outputs
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
async function compileAll(root, shop, before) {
  const dist = join(shop, 'dist')
  const begun = Date.now()
  const output = await compiled(root, shop).catch((error) => {
    throw new Error(`The sources cannot be compiled:\n${error.message}`, { cause: error })
  })
  writeWhole(join(dist, 'package.json'), `${JSON.stringify({ type: 'module', ...(shop !== root && { product: root }) })}\n`)
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
const compiled = (root, shop) =>
  new Promise((resolve, reject) => {
    // Packages are looked for from the file that imports them, which Node lets a program ask by this flag.
    execFile(
      process.execPath,
      ['--experimental-import-meta-resolve', COMPILER, root, shop],
      { maxBuffer: 2 ** 30 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(stderr.trim() || error.message, { cause: error }))
        else resolve(JSON.parse(stdout))
      },
    )
  })

/** The list npm keeps of the packages installed with the product: some become part of the server's files. */
function installedPackages(root) {
  const file = lockOfInstalled(root)
  return file === undefined ? '' : readFileSync(file, 'utf8')
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

/** Sources of the server below `root`, each by the name it is known by and its file. */
function* sources(root, folders, name = '') {
  for (const folder of folders) {
    if (!existsSync(join(root, folder))) continue
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const inside = folder === '' ? entry.name : `${folder}/${entry.name}`
      const path = name === '' ? inside : `${name}/${inside}`
      if (entry.isDirectory()) {
        if (!isLeftOut(path, entry.name)) yield* sources(root, [inside], name)
      } else if (/\.(tsx?|m?js)$/.test(entry.name) && !/\.(test\.tsx?|d\.m?ts)$/.test(entry.name)) yield [path, join(root, inside)]
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
