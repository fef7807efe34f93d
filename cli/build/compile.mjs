import { existsSync, readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** Folders in a folder, by their paths. */
const foldersIn = (root, folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? [`${folder}/${e.name}`] : []))
    : []

/** What is loaded by its path while the product runs; everything else is found through these. */
function* entries(root) {
  const files = (folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts')) : [])
  yield 'cli/main.ts'
  for (const name of files('migrations')) yield `migrations/${name}`
  for (const id of existsSync(join(root, 'plugins')) ? readdirSync(join(root, 'plugins')) : []) {
    for (const file of ['plugin.ts', 'cli/index.ts', 'worker/main.ts'])
      if (existsSync(join(root, 'plugins', id, file))) yield `plugins/${id}/${file}`
    for (const folder of [`plugins/${id}/migrations`, ...foldersIn(root, `plugins/${id}/migrations`)])
      for (const name of files(folder)) yield `${folder}/${name}`
  }
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
function isExternal(id, importer) {
  if (isFile(id)) return false
  const name = packageOf(id)
  const isNeeded = BUNDLED.has(name) || importer?.includes('/node_modules/')
  return !isNeeded || FILE_LOADING.has(name) || isBuiltin(id)
}

/**
 * The server as few files: each entry under its own path, what several share in chunks named by their contents. A
 * thousand small files would be opened one by one at every start. Types are not checked here.
 * @returns {Promise<{ path: string, code: string }[]>} chunks first, so that an entry never comes before what it needs
 */
export async function compile(root) {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries([...entries(root)].map((path) => [path.replace(/\.ts$/, ''), join(root, path)])),
    platform: 'node',
    external: isExternal,
    logLevel: 'silent',
  })
  try {
    const { output } = await bundle.generate({
      dir: join(root, 'dist'),
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

// Run by itself it writes what became of a folder's sources to standard output.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(JSON.stringify(await compile(process.argv[2])))
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
