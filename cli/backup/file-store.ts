import { pino } from 'pino'
import { filesDir, folderStore } from '../../core/file/folder-store.ts'
import { type FileStore, getFileStore } from '../../core/file/store.ts'
import { createKernel } from '../../core/kernel/create-kernel.ts'
import type { CommandContext } from '../kernel.ts'
import { findBytes, findEntries } from './archive.ts'
import { getPlace } from './contents.ts'
import { pathIn } from './restore.ts'

/** The local file store; undefined when a plugin provides the store. */
export const localStore = ({ config }: Pick<CommandContext, 'config'>): FileStore | undefined =>
  config.fileStore === 'folder' ? folderStore(filesDir({ config })) : undefined

/** Runs a function with the shop's file store. A plugin's store may read settings and therefore needs the database. */
export async function withFileStore<T>(ground: CommandContext, run: (store: FileStore) => Promise<T>): Promise<T> {
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
  for await (const { name, body } of findEntries(file)) {
    const place = getPlace(name)
    if (place && 'file' in place) await store.put(pathIn(place.file), await findBytes(body))
  }
}
