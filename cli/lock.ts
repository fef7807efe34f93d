import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from './errors.ts'

/** Milliseconds without a heartbeat after which a lock holder counts as dead, on whatever machine it ran. */
const SILENCE = 30_000
const HEARTBEAT = 5_000
const host = hostname().replace(/[^\w.-]/g, '_')

/**
 * Runs `work` while holding the folder `path` as an inter-process lock; waits up to `patience` ms.
 *
 * The lock is a folder with one file named after its holder. It is acquired by renaming a prepared folder onto the name, which the
 * system refuses while the folder is not empty. A dead holder is evicted by deleting exactly its file, so two waiters cannot evict
 * each other.
 */
export async function withLock<T>(path: string, work: () => Promise<T>, patience = 120_000): Promise<T> {
  const name = `${process.pid}@${host}@${randomBytes(6).toString('hex')}`
  await acquire(path, name, Date.now() + patience)
  const mine = join(path, name)
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimes(mine, now, now).catch(() => {})
  }, HEARTBEAT)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    await unlink(mine).catch(() => {})
    await rmdir(path).catch(() => {})
  }
}

async function acquire(path: string, name: string, deadline: number): Promise<void> {
  const prepared = `${path}.${name}`
  await mkdir(prepared)
  await writeFile(join(prepared, name), '')
  try {
    while (!(await takeLock(prepared, path))) {
      const holder = (await readdir(path).catch(() => []))[0]
      if (holder !== undefined && (await isStale(path, holder))) {
        await unlink(join(path, holder)).catch(() => {})
      } else if (Date.now() > deadline) {
        throw new CliError('conflict', `Gave up waiting for ${path}, held by process ${holder ?? 'unknown'}.`)
      } else if (holder !== undefined) {
        await sleep(40)
        // The prepared folder must not look expired when it becomes the lock.
        await utimes(join(prepared, name), new Date(), new Date())
        continue
      }
      // Where rename cannot replace an empty folder (Windows), it must be removed first; a non-empty one stays.
      await rmdir(path).catch(() => {})
    }
  } catch (error) {
    await rm(prepared, { recursive: true, force: true })
    throw error
  }
}

async function takeLock(prepared: string, path: string): Promise<boolean> {
  try {
    await rename(prepared, path)
    return true
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'].includes(code)) return false
    throw error
  }
}

async function isStale(path: string, holder: string): Promise<boolean> {
  const [pid, where] = holder.split('@')
  if (where === host && !isAlive(Number(pid))) return true
  const stats = await stat(join(path, holder)).catch(() => undefined)
  return stats !== undefined && Date.now() - stats.mtimeMs > SILENCE
}

/** Whether a process with this id exists on this machine, of any owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
