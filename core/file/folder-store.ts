import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Config } from '../config.ts'
import type { FileStore } from './store.ts'

/** Folder of uploaded files, when no other store is configured. */
export const filesDir = ({ config }: { config: Pick<Config, 'dataDir'> }): string => join(config.dataDir, 'files')

/** File store in a local folder. */
export const folderStore = (folder: string): FileStore => ({
  put: (path, bytes) => writeWhole(join(folder, path), bytes),
  async read(path) {
    const stream = createReadStream(join(folder, path))
    try {
      await once(stream, 'open')
      return stream
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  },
  has: (path) => exists(join(folder, path)),
  remove: async (paths) => void (await Promise.all(paths.map((path) => rm(join(folder, path), { force: true })))),
  async *list(below) {
    const entries = await readdir(join(folder, below), { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries.filter((entry) => entry.isFile())) {
      const file = join(entry.parentPath, entry.name)
      const found = await stat(file).catch(() => undefined)
      if (found) yield { path: relative(folder, file), modifiedAt: found.mtime }
    }
  },
})

/** Writes to a temporary file and renames it, so that readers never see half a file. Other accounts of the machine cannot read it. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.${randomBytes(4).toString('hex')}`
  // On a full disk the partial file must not take up space.
  await writeFile(part, bytes, { mode: 0o600 })
    .then(() => rename(part, file))
    .finally(() => rm(part, { force: true }))
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
