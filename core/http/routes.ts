import fp from 'fastify-plugin'
import type { Description } from './describe.ts'
import { step } from './kernel.ts'

/** One route for `stoa routes` and the documentation. */
export interface RouteInfo {
  method: string
  url: string
  /** Id of the plugin that declares it. */
  plugin: string
  needs?: string
  open?: string
  access?: string
  /** Its description; pages of a site have none. */
  describe?: () => Description
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All registered routes. */
    routeList: RouteInfo[]
  }
}

/** Records every route as it is registered, with the plugin of its scope. */
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
