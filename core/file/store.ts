import type { Readable } from 'node:stream'
import type { Kernel } from '../context.ts'
import { extensionPoint } from '../plugin/contributions.ts'
import { getChosenContribution } from '../plugin/extension-points.ts'

/**
 * Stores the bytes of uploads and the resized pictures. The kernel chooses the paths: letters, digits, `/`, `.` and `-`. The kernel
 * also decides who may read a file, so the store must not be reachable otherwise. It is never called inside a transaction.
 */
export interface FileStore {
  /** Stores a file completely or not at all. Replaces one with the same path. */
  put(path: string, bytes: Buffer): Promise<void>
  /** The bytes of a file; undefined when it does not exist. */
  read(path: string): Promise<Readable | undefined>
  has(path: string): Promise<boolean>
  /** Deletes files; missing ones are ignored. */
  remove(paths: readonly string[]): Promise<void>
  /** The files below a folder such as `img`, in any order. */
  list(folder: string): AsyncIterable<{ path: string; modifiedAt: Date }>
}

/** File stores by the name in STOA_FILE_STORE; `folder` is the built-in one. */
export const FILE_STORES = extensionPoint<FileStore>('core/file-stores', {
  description: 'storage for uploaded files; STOA_FILE_STORE names one',
})

/** What is needed to find the configured store. */
export type WithFiles = Pick<Kernel, 'config' | 'find'>

/** The configured store. @throws Error when no plugin contributes it */
export const getFileStore = (kernel: WithFiles): FileStore =>
  getChosenContribution(kernel, FILE_STORES, { name: kernel.config.fileStore, variable: 'STOA_FILE_STORE' })

/** Whether the bytes of an upload exist. */
export const hasFile = (kernel: WithFiles, path: string): Promise<boolean> => getFileStore(kernel).has(path)

/** All bytes of a file; undefined when it does not exist. */
export async function readStoredFile(store: Pick<FileStore, 'read'>, path: string): Promise<Buffer | undefined> {
  const stream = await store.read(path)
  if (!stream) return undefined
  const parts: Buffer[] = []
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
