import { readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Several times the space that a full test run needs, in bytes. */
const ENOUGH = 8 * 2 ** 30
/** Longer than any run takes, in milliseconds. */
const LONG_AGO_MS = 6 * 3_600_000

/**
 * The folder for temporary database files: in memory if there is enough, as on most Linux machines. A copy of a database is a thousand
 * files, created and removed for every test file. On a busy disk that takes seconds.
 */
export function quickFolder(): string {
  try {
    sweep()
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, freemem()) > ENOUGH ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * Removes folders of killed runs, which would occupy memory until the machine restarts. If a server still runs in a folder, it is
 * stopped first.
 */
function sweep(): void {
  for (const name of readdirSync(MEMORY).filter((found) => /^stoa-(test|e2e)-/.test(found))) {
    const folder = join(MEMORY, name)
    if (Date.now() - statSync(folder).mtimeMs < LONG_AGO_MS) continue
    const server = serverOn(folder)
    if (server === undefined) rmSync(folder, { recursive: true, force: true })
    else process.kill(server, 'SIGQUIT')
  }
}

/** The process id of the database server of a folder. The noted id may have been reused by another process. */
function serverOn(folder: string): number | undefined {
  try {
    const [pid = ''] = readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? Number(pid) : undefined
  } catch {
    return undefined
  }
}
