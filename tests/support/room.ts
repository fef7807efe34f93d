import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** What a run of all tests takes, several times over. */
const ENOUGH = 8 * 2 ** 30

/**
 * Where the files of a database lie that is thrown away: in memory where there is plenty, as on most machines that run Linux. A copy of a
 * database is a thousand files, made and removed for every file of tests, and on a disk that others write to as well that takes seconds.
 */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, freemem()) > ENOUGH ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
