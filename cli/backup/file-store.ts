import { pino } from 'pino'
import { filesDir, folderStore } from '../../core/file/folder-store.ts'
import { type FileStore, getFileStore } from '../../core/file/store.ts'
import { createKernel } from '../../core/kernel/create-kernel.ts'
import type { Ground } from '../kernel.ts'
import { bytesOf, entriesOf } from './archive.ts'
import { placeOf } from './contents.ts'
import { pathIn } from './restore.ts'

/** The folder of this machine that files lie in; undefined where a plugin stores them. */
export const localStore = ({ config }: Pick<Ground, 'config'>): FileStore | undefined =>
  config.fileStore === 'folder' ? folderStore(filesDir({ config })) : undefined

/** Runs something with the store of the shop. That of a plugin may read settings, so the database has to be there. */
export async function withFileStore<T>(ground: Ground, run: (store: FileStore) => Promise<T>): Promise<T> {
  const local = localStore(ground)
  if (local) return run(local)
  const { config, url, plugins } = ground
  const kernel = await createKernel({ config, databaseUrl: url, plugins, log: pino({ level: 'silent' }) })
  try {
    return await run(getFileStore(kernel))
  } finally {
    await kernel.close()
  }
}

/** Stores the files of a backup. */
export async function putFiles(file: string, store: FileStore): Promise<void> {
  for await (const { name, body } of entriesOf(file)) {
    const place = placeOf(name)
    if (place && 'file' in place) await store.put(pathIn(place.file), await bytesOf(body))
  }
}
