import { Readable } from 'node:stream'
import type { FileStore } from 'stoa'

/** Files by their path, with the time at which they were stored. */
export const files = new Map<string, { bytes: Buffer; at: Date }>()

/** Keeps files in memory. One that keeps them elsewhere calls its service in each of these functions. */
export const memoryFiles: FileStore = {
  put: async (path, bytes) => void files.set(path, { bytes, at: new Date() }),
  read: async (path) => {
    const found = files.get(path)
    return found && Readable.from([found.bytes])
  },
  has: async (path) => files.has(path),
  remove: async (paths) => paths.forEach((path) => files.delete(path)),
  async *list(folder) {
    for (const [path, { at }] of files) if (path.startsWith(`${folder}/`)) yield { path, modifiedAt: at }
  },
}
