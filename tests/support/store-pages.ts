import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type App, createApp, type Site } from '../../core/app.ts'
import type { Kernel } from '../../core/context.ts'
import { storeOptions } from '../../cli/store-options.ts'
import { listedPlugins } from '../../cli/start/load.ts'
import { projectRoot } from '../../core/root.ts'
import type { storeSite as StoreSite } from '../../ui-store/server/plugin.ts'

/**
 * Builds the store pages of exactly the plugins of a kernel, as `stoa build` does, and returns an app that serves them with the API. The
 * build reads environment variables, which are changed meanwhile, so only one build may run at a time.
 */
export async function withStorePages(kernel: Kernel): Promise<{ app: App; close: () => Promise<void> }> {
  const { build } = await import('vite')
  const root = join(projectRoot(), 'ui-store')
  // Inside the project, so that packages can be resolved.
  const cache = join(projectRoot(), 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(cache, 'store-pages-'))
  const off = listedPlugins([]).filter((id) => !kernel.registry.has(id))
  // A production build: in test mode, the pages would be built for a development server.
  await withEnvironment({ PLUGINS_OFF: off.join(), NODE_ENV: 'production' }, () =>
    build({ configFile: join(root, 'vite.config.ts'), root, logLevel: 'error', build: { ssr: true, outDir, emptyOutDir: true } }),
  )
  const half = (await import(pathToFileURL(join(outDir, 'entry-server.js')).href)) as { storeSite: typeof StoreSite }
  const site: Site = async (http) => {
    // The client build is not needed to read a page; a development server has none either.
    const drawn = half.storeSite({ dist: '', ...storeOptions(kernel), budget: 20_000, vite: { ssrLoadModule: async () => half } })
    await http.register(drawn.plugin)
  }
  const app = await createApp(kernel, [site])
  return {
    app,
    close: async () => {
      await app.http.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

/** Runs a function with changed environment variables, and restores them. */
async function withEnvironment(changed: Readonly<Record<string, string>>, run: () => Promise<unknown>): Promise<void> {
  const before = Object.keys(changed).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, changed)
  try {
    await run()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
