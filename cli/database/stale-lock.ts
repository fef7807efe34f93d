import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes the postmaster.pid of a crashed server when it would block the next start.
 *
 * PostgreSQL refuses to start while the recorded process id is in use, even by a zombie or, after a container restart, by an
 * unrelated process. Every process of a cluster has the cluster as its working directory; when no live process has, the cluster is
 * unused. On systems other than Linux PostgreSQL decides.
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
      // A process that cannot be inspected could be the server; zombies and ended ones give ENOENT.
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
