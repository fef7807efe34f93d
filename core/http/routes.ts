import fp from 'fastify-plugin'
import type { Description } from './describe.ts'
import { step } from './kernel.ts'

/** One route as `stoa routes` and the documentation list it. */
export interface RouteInfo {
  method: string
  url: string
  /** Id of the plugin that answers. */
  plugin: string
  needs?: string
  open?: string
  access?: string
  /** What it is to whoever calls it; no page of a site has any. */
  describe?: () => Description
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route there is. */
    routeList: RouteInfo[]
  }
}

/** Collects every route as it is registered, with the plugin in whose scope it stands. */
export const rememberRoutes = fp(
  async (app) => {
    const routes: RouteInfo[] = []
    app.decorate('routeList', routes)
    app.addHook('onRoute', function ({ method, url, config, schema }) {
      const silent = !url.startsWith('/api/') || (schema as { hide?: boolean } | undefined)?.hide === true
      for (const m of Array.isArray(method) ? method : [method]) {
        if (m === 'HEAD' || m === 'OPTIONS') continue
        if (!silent && !config?.describe) throw new Error(`Route ${m} ${url} says nothing of itself: declare it with route()`)
        routes.push({
          method: m,
          url,
          plugin: this.owner ?? 'core',
          ...(config?.needs ? { needs: config.needs } : {}),
          ...(config?.open ? { open: config.open } : {}),
          ...(config?.access ? { access: config.access } : {}),
          ...(!silent && config?.describe ? { describe: config.describe } : {}),
        })
      }
    })
  },
  step('routes', ['kernel']),
)
