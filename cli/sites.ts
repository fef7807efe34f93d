import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../core/app.ts'
import { projectRoot } from '../core/root.ts'
import { adminSite } from '../core/http/admin-site.ts'

/** The two UIs as they were built; building them first when that was not done yet. */
export async function sites(tell: (line: string) => void): Promise<Site[]> {
  await build(tell)
  const root = projectRoot()
  return existsSync(join(root, 'dist', 'ui-admin', 'index.html')) ? [adminSite(join(root, 'dist', 'ui-admin'))] : []
}

/** In a process of its own: the bundler's memory goes back when it is done. */
async function build(tell: (line: string) => void): Promise<void> {
  const { spawn } = await import('node:child_process')
  const code = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, [join(projectRoot(), 'cli', 'bin.mjs'), 'build'], { stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('exit', (c) => resolve(c ?? 1))
    child.once('error', () => resolve(1))
  })
  if (code !== 0) tell('The pages could not be built; the API runs all the same.')
}
