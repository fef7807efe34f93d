import { existsSync, readdirSync } from 'node:fs'
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

/** Names in the sources beginning with these are files of the product; all others are packages and stay outside. */
const isOwn = (id) => /^[./#]/.test(id) || /^[A-Za-z]:[\\/]/.test(id)

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
    external: (id) => !isOwn(id),
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
