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

/** The two built UIs; builds them first when needed. */
export async function sites(tell: (line: string) => void): Promise<Site[]> {
  if (!isUiFresh()) await build(tell)
  const dist = join(shopRoot(), 'dist')
  const found: Site[] = []
  if (existsSync(join(dist, 'ui-admin', 'index.html'))) found.push(adminSite(join(dist, 'ui-admin')))
  const renderer = join(dist, 'ui-store', 'server', 'entry-server.js')
  if (existsSync(renderer)) found.push(await shopSite(renderer, join(dist, 'ui-store')))
  return found
}

/** The store, rendered by the built renderer. Its page cache is invalidated when anything a page shows changes. */
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

/** In a child process, so that the bundler's memory is freed afterwards. */
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
