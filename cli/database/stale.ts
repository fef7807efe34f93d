import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes the notes (postmaster.pid) of a crashed server where they would block the next start.
 *
 * PostgreSQL refuses to start while the process number it noted is in use, even by a zombie or, after a
 * container restarts and counts from 1 again, by something else entirely. Every process of a cluster has the
 * cluster as its working folder; when no living one has, nobody uses it. Elsewhere than on Linux the
 * decision is left to PostgreSQL.
 */
export async function clearStaleNotes(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return
  const notes = join(cluster, 'postmaster.pid')
  const before = await readFile(notes, 'utf8').catch(() => undefined)
  if (before === undefined) return
  const folder = await realpath(cluster)
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const inUse = await readlink(`/proc/${name}/cwd`).then(
      (cwd) => cwd === folder,
      // A process we may not look into could be ours; zombies and ended ones answer ENOENT.
      (error: NodeJS.ErrnoException) => error.code === 'EACCES' && isServer(name),
    )
    if (inUse) return
  }
  await rm(notes, { force: true })
}

async function isServer(pid: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  return command.startsWith('postgres')
}
