import { join } from 'node:path'
import type { Site } from '../core/app.ts'
import { projectRoot, shopRoot } from '../core/root.ts'
import type { storeSite as StoreSite } from '../ui-store/server/plugin.ts'
import { storeOptions } from './store-options.ts'

/** The store rendered from its sources, with hot reload over the server's own port. */
export const devShopSite: Site = async (http, kernel) => {
  const { createServer } = await import('vite')
  const root = join(projectRoot(), 'ui-store')
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    root,
    appType: 'custom',
    cacheDir: join(shopRoot(), 'node_modules', '.vite', 'store'),
    server: { middlewareMode: true, ws: { server: http.server } },
    logLevel: 'warn',
    clearScreen: false,
  })
  http.addHook('onClose', () => vite.close())
  const { storeSite } = (await vite.ssrLoadModule('/server/plugin.ts')) as { storeSite: typeof StoreSite }
  const site = storeSite({
    dist: join(shopRoot(), 'dist', 'ui-store'),
    ...storeOptions(kernel),
    vite,
  })
  kernel.cache.onChange(() => site.clear())
  await http.register(async (shop) => {
    shop.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, () => done()))
    await shop.register(site.plugin)
  })
}
