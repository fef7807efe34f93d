import type { FastifyInstance } from 'fastify'

/** One route as `stoa routes` and the documentation list it. */
export interface RouteInfo {
  method: string
  url: string
  needs?: string
  open?: string
  access?: string
}

/** Collects every route as it is registered. */
export function rememberRoutes(app: FastifyInstance): RouteInfo[] {
  const routes: RouteInfo[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const m of Array.isArray(method) ? method : [method]) {
      if (m === 'HEAD' || m === 'OPTIONS') continue
      routes.push({
        method: m,
        url,
        ...(config?.needs ? { needs: config.needs } : {}),
        ...(config?.open ? { open: config.open } : {}),
        ...(config?.access ? { access: config.access } : {}),
      })
    }
  })
  return routes
}
