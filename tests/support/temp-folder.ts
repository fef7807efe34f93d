import { readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** What a run of all tests takes, several times over. */
const ENOUGH = 8 * 2 ** 30
/** No run lasts that long. */
const LONG_AGO_MS = 6 * 3_600_000

/**
 * Where the files of a database lie that is thrown away: in memory where there is plenty, as on most machines that run Linux. A copy of a
 * database is a thousand files, made and removed for every file of tests, and on a disk that others write to as well that takes seconds.
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

/** What runs that were killed left behind would take memory until the machine is started again. Where a server still runs, it goes first. */
function sweep(): void {
  for (const name of readdirSync(MEMORY).filter((found) => /^stoa-(test|e2e)-/.test(found))) {
    const folder = join(MEMORY, name)
    if (Date.now() - statSync(folder).mtimeMs < LONG_AGO_MS) continue
    const server = serverOn(folder)
    if (server === undefined) rmSync(folder, { recursive: true, force: true })
    else process.kill(server, 'SIGQUIT')
  }
}

/** The process that serves the database in a folder. The number it noted may by now be another's. */
function serverOn(folder: string): number | undefined {
  try {
    const [pid = ''] = readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? Number(pid) : undefined
  } catch {
    return undefined
  }
}
