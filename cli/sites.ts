import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Site } from '../core/app.ts'
import { adminSite } from './admin-site.ts'
import { projectRoot, shopRoot } from '../core/root.ts'
import type { storeSite as StoreSite } from '../ui-store/server/plugin.ts'
import { storeOptions } from './store-options.ts'
import { isUiFresh } from './build/ui.ts'

/** The two UIs as they were built; building first what is not built yet. */
export async function sites(tell: (line: string) => void): Promise<Site[]> {
  if (!isUiFresh()) await build(tell)
  const dist = join(shopRoot(), 'dist')
  const found: Site[] = []
  if (existsSync(join(dist, 'ui-admin', 'index.html'))) found.push(adminSite(join(dist, 'ui-admin')))
  const renderer = join(dist, 'ui-store', 'server', 'entry-server.js')
  if (existsSync(renderer)) found.push(await shopSite(renderer, join(dist, 'ui-store')))
  return found
}

/** The shop, drawn by the built renderer. Pages it keeps are dropped when anything they show changes. */
async function shopSite(renderer: string, dist: string): Promise<Site> {
  const { storeSite } = (await import(pathToFileURL(renderer).href)) as { storeSite: typeof StoreSite }
  return async (http, kernel) => {
    const site = storeSite({
      dist,
      ...storeOptions(kernel),
      ...(process.env.STOA_URL ? { origin: kernel.config.publicUrl } : {}),
    })
    kernel.cache.onChange(() => site.clear())
    kernel.cache.onReturn(() => site.clear())
    await http.register(site.plugin)
  }
}

/** In a process of its own: the bundler's memory goes back when it is done. */
async function build(tell: (line: string) => void): Promise<void> {
  const code = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, [join(projectRoot(), 'cli', 'bin.mjs'), 'build'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('exit', (c) => resolve(c ?? 1))
    child.once('error', () => resolve(1))
  })
  if (code !== 0) tell('The pages could not be built; the API runs all the same.')
}
