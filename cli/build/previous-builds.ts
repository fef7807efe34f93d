import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Builds into a folder without removing the previous build; returns the files of the new build. Running processes and open browser
 * pages still request files of the previous build. Older files are deleted.
 * @param former files of the previous build; all existing files when it was not recorded
 */
export async function keepFormerAssets(folder: string, build: () => Promise<unknown>, former?: readonly string[]): Promise<string[]> {
  const before = timesIn(folder)
  await build()
  const written: string[] = []
  for (const [file, time] of timesIn(folder)) {
    if (before.get(file) !== time) written.push(file)
    else if (former && !former.includes(file)) rmSync(join(folder, file), { force: true })
  }
  return written
}

/** Files below a folder with their modification times. */
function timesIn(folder: string): Map<string, number> {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names.flatMap((name): [string, number][] => {
      const found = statSync(join(folder, name))
      return found.isFile() ? [[name, found.mtimeMs]] : []
    }),
  )
}
