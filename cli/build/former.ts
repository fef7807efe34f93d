import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Builds into a folder beside what was built there before; answers the files of this build. A process that still runs, and pages
 * that are open in browsers, go on asking for files of the build before: those stay until the next, older ones go.
 * @param former files of the build before; where nobody wrote them down, all that are there
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

/** Files below a folder, with the times they were written at. */
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
