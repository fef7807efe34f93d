import type { Readable } from 'node:stream'
import type { Kernel } from '../context.ts'
import { extensionPoint } from '../plugin/contributions.ts'
import { getChosenContribution } from '../plugin/extension-points.ts'

/**
 * Where the bytes of uploads lie, with the sizes of pictures that were made of them. The kernel chooses the paths: letters, digits, `/`, `.` and
 * `-`. It decides who may read a file, so nothing else may give files away. It is never called inside a transaction.
 */
export interface FileStore {
  /** Stores a file as a whole or not at all, in place of one that has the path. */
  put(path: string, bytes: Buffer): Promise<void>
  /** The bytes of a file; undefined when it does not exist. */
  read(path: string): Promise<Readable | undefined>
  has(path: string): Promise<boolean>
  /** Deletes files; one that does not exist is no error. */
  remove(paths: readonly string[]): Promise<void>
  /** The files below a folder such as `img`, in any order. */
  list(folder: string): AsyncIterable<{ path: string; modifiedAt: Date }>
}

/** Stores by the name that STOA_FILE_STORE gives; `folder` is that of the product. */
export const FILE_STORES = extensionPoint<FileStore>('core/file-stores', {
  description: 'where uploaded files lie, by the name STOA_FILE_STORE gives',
})

/** What the chosen store is found by. */
export type WithFiles = Pick<Kernel, 'config' | 'find'>

/** The store of the environment. @throws Error when no plugin offers it */
export const getFileStore = (kernel: WithFiles): FileStore =>
  getChosenContribution(kernel, FILE_STORES, { name: kernel.config.fileStore, variable: 'STOA_FILE_STORE' })

/** Whether the bytes of an upload are there. */
export const hasFile = (kernel: WithFiles, path: string): Promise<boolean> => getFileStore(kernel).has(path)

/** All bytes of a file; undefined when it does not exist. */
export async function readStoredFile(store: Pick<FileStore, 'read'>, path: string): Promise<Buffer | undefined> {
  const stream = await store.read(path)
  if (!stream) return undefined
  const parts: Buffer[] = []
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
