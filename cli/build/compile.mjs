import { existsSync, readdirSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { entryAliases } from './entries.mjs'
import { foreignPlugins } from './shop.mjs'

const SOURCE = /\.[tj]s$/
const entriesIn = (folder) => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
const filesIn = (folder) =>
  entriesIn(folder).flatMap(({ name }) => (SOURCE.test(name) && !name.endsWith('.d.ts') ? [join(folder, name)] : []))

/** What of a plugin is loaded by its path while the product runs. */
function* entriesOfPlugin(folder) {
  for (const file of ['plugin', 'cli/index', 'worker/main'])
    for (const ending of ['ts', 'js']) if (existsSync(join(folder, `${file}.${ending}`))) yield join(folder, `${file}.${ending}`)
  const migrations = join(folder, 'migrations')
  yield* filesIn(migrations)
  for (const entry of entriesIn(migrations)) if (entry.isDirectory()) yield* filesIn(join(migrations, entry.name))
}

/** What is loaded by its path while the product runs, by its name below `dist`; everything else is found through these. */
function entries(product, foreign) {
  const found = {}
  const add = (name, file) => (found[name.replaceAll('\\', '/').replace(SOURCE, '')] = file)
  add('cli/main', join(product, 'cli/main.ts'))
  for (const file of filesIn(join(product, 'migrations'))) add(file.slice(product.length + 1), file)
  const plugins = entriesIn(join(product, 'plugins')).map(({ name }) => ({ id: name, folder: join(product, 'plugins', name) }))
  for (const { id, folder } of [...plugins, ...foreign])
    for (const file of entriesOfPlugin(folder)) add(`plugins/${id}${file.slice(folder.length)}`, file)
  return found
}

/** Names in the sources beginning with these are files; all others are packages. */
const isFile = (id) => /^[./#]/.test(id) || /^[A-Za-z]:[\\/]/.test(id)

/** Packages that every start loads, of hundreds of files together: they and what they need become part of the server's files. */
const BUNDLED = new Set([
  ...['@fastify/compress', '@fastify/cookie', '@fastify/cors', '@fastify/multipart', '@fastify/static', '@sinclair/typebox'],
  ...['ajv', 'ajv-formats', 'commander', 'fastify', 'fastify-plugin', 'helmet', 'i18next', 'ipaddr.js', 'reflect-metadata'],
  ...['sql-template-tag', 'temporal-polyfill', 'tsyringe'],
])
/** Packages that load files beside their own. */
const FILE_LOADING = new Set(['pino', 'thread-stream'])

const packageOf = (id) => /^(@[^/]+\/)?[^/]+/.exec(id)?.[0]

/** Whether an import stays one, of a package that is loaded from where it is installed or of Node's own. */
function isExternal(id, importer, own) {
  if (isFile(id)) return false
  const name = packageOf(id)
  if (own.has(name)) return false
  const isPartOfBundled = importer?.includes('/node_modules/') && !own.hasFile(importer)
  return !(BUNDLED.has(name) || isPartOfBundled) || FILE_LOADING.has(name)
}

/**
 * Leads imports of the product's entries to its sources. What a shop elsewhere builds lies where the product's packages are not found by
 * their names, so those are named by their files.
 */
function resolver(product, shop, foreign) {
  const aliases = entryAliases(product)
  const names = new Set(['stoa', ...foreign.flatMap(({ name = [] }) => name)])
  const own = {
    has: (name) => names.has(name),
    hasFile: (file) =>
      file.startsWith(product + '/')
        ? !file.startsWith(join(product, 'node_modules/'))
        : foreign.some(({ folder }) => file.startsWith(`${folder}/`) && !file.slice(folder.length).includes('/node_modules/')),
  }
  return {
    name: 'stoa-entries',
    resolveId(id, importer, { kind }) {
      const alias = aliases.find(({ find }) => find.test(id))
      if (alias) return id.replace(alias.find, alias.replacement)
      if (isBuiltin(id) || !isExternal(id, importer, own)) return null
      return { id: shop === product ? id : addressOf(id, importer, product, kind === 'require-call'), external: true }
    },
  }
}

/** The file a package is loaded from, seen from whoever imports it or else from the product; its name when it is not installed. */
function addressOf(id, importer, product, isRequired) {
  for (const from of [importer, join(product, 'package.json')]) {
    try {
      return isRequired ? createRequire(from).resolve(id) : import.meta.resolve(id, pathToFileURL(from).href)
    } catch {
      // Looked for in the next place.
    }
  }
  return id
}

/**
 * The server as few files: each entry under its own path, what several share in chunks named by their contents. A
 * thousand small files would be opened one by one at every start. Types are not checked here.
 * @returns {Promise<{ path: string, code: string }[]>} chunks first, so that an entry never comes before what it needs
 */
export async function compile(product, shop = product) {
  const foreign = foreignPlugins(product, shop).filter(({ folder }) => folder)
  const bundle = await rolldown({
    cwd: product,
    input: entries(product, foreign),
    platform: 'node',
    plugins: [resolver(product, shop, foreign)],
    logLevel: 'silent',
  })
  try {
    const { output } = await bundle.generate({
      dir: join(shop, 'dist'),
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      sourcemap: true,
    })
    return output
      .sort((a, b) => Number(a.isEntry ?? false) - Number(b.isEntry ?? false))
      .map((file) => ({ path: file.fileName, code: file.type === 'chunk' ? file.code : String(file.source) }))
  } finally {
    await bundle.close()
  }
}

// Run by itself it writes what became of the sources to standard output.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(JSON.stringify(await compile(process.argv[2], process.argv[3])))
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
