import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { guardRoutes } from './access/guard.ts'
import type { Kernel } from './context.ts'
import { publicFiles } from './file/routes.ts'
import { bodies } from './http/body.ts'
import { docsSite, documentation } from './http/docs.ts'
import { envelope } from './http/envelope.ts'
import { type Draining, health } from './http/health.ts'
import { serverOptions } from './http/log.ts'
import { metrics } from './http/metrics.ts'
import { type RouteInfo, rememberRoutes } from './http/routes.ts'
import { security } from './http/security.ts'
import { resourceRoutes, slugRoute, storeRoutes } from './resource/routes.ts'

export interface App {
  http: FastifyInstance
  routes: readonly RouteInfo[]
  draining: Draining
}

/** Adds what is served beside the API, for example the two UIs. */
export type Site = (http: FastifyInstance, kernel: Kernel) => Promise<void>

/** The HTTP side of a kernel. It never listens; see `server.ts`. */
export async function createApp(kernel: Kernel, sites: readonly Site[] = []): Promise<App> {
  const http = fastify({
    ...serverOptions(kernel.config),
    loggerInstance: kernel.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  const draining: Draining = { now: false }
  await security(http, kernel)
  await documentation(http)
  const routes = rememberRoutes(http)
  await bodies(http)
  envelope(http, kernel)
  await metrics(http, kernel)
  guardRoutes(http, kernel)
  health(http, kernel, draining)
  publicFiles(http, kernel)
  await docsSite(http)
  await http.register(
    async (admin) => {
      slugRoute(admin, kernel)
      for (const r of kernel.registry.resources.values()) resourceRoutes(admin, kernel, r)
    },
    { prefix: '/api/admin' },
  )
  await http.register(
    async (store) => {
      for (const r of kernel.registry.resources.values()) storeRoutes(store, kernel, r)
    },
    { prefix: '/api' },
  )
  for (const plugin of kernel.registry.plugins) {
    if (plugin.adminApi) await http.register(async (admin) => plugin.adminApi?.(admin, kernel), { prefix: '/api/admin' })
    if (plugin.storeApi) await http.register(async (store) => plugin.storeApi?.(store, kernel), { prefix: '/api' })
  }
  for (const site of sites) await site(http, kernel)
  await http.ready()
  return { http, routes, draining }
}
