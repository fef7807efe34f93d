import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify'
import { guardRoutes } from './access/guard.ts'
import type { Kernel } from './context.ts'
import { publicFiles } from './file/routes.ts'
import { answerFilter, type UnnamedListener, warnOnce } from './http/response-filter.ts'
import { parseBodies } from './http/parse-body.ts'
import { envelope } from './http/error-response.ts'
import { getKernel } from './http/kernel.ts'
import { createServerOptions } from './http/log.ts'
import { type RouteInfo, rememberRoutes } from './http/routes.ts'
import { serve } from './http/serve.ts'
import { security } from './http/security.ts'
import type { Plugin } from './plugin/define.ts'
import { namedSchemas } from './resource/answer-schemas.ts'
import { resourceRoutes, storeRoutes } from './resource/routes.ts'

export interface App {
  http: FastifyInstance
  routes: readonly RouteInfo[]
}

/** Adds what is served beside the API, for example the two UIs. */
export type Site = (http: FastifyInstance, kernel: Kernel) => Promise<void>

/**
 * The HTTP server of a kernel, not listening yet. `watchers` see each request after authorization. Members of responses that no
 * shape names are left out and reported to `onUnnamed`.
 */
export async function createApp(
  kernel: Kernel,
  sites: readonly Site[] = [],
  watchers: readonly FastifyPluginAsync[] = [],
  onUnnamed: UnnamedListener = warnOnce(kernel.log),
): Promise<App> {
  const http = fastify({
    ...createServerOptions(kernel.config),
    loggerInstance: kernel.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  // Awaited one by one, because each step names those it depends on and Fastify checks the order.
  await http.register(getKernel, { kernel })
  for (const next of [security, rememberRoutes, parseBodies, envelope, guardRoutes, ...watchers]) await http.register(next)
  await http.register(answerFilter, { named: namedSchemas(kernel.registry), onUnnamed })
  await http.register(publicFiles)
  for (const plugin of kernel.registry.plugins) await http.register(getRoutes(kernel, plugin))
  for (const site of sites) await site(http, kernel)
  await http.ready()
  return { http, routes: http.routeList }
}

/** All routes of a plugin, generated and declared, in a Fastify scope that carries the plugin's id. */
const getRoutes = (kernel: Kernel, plugin: Plugin) => async (scope: FastifyInstance) => {
  scope.decorate('owner', plugin.id)
  const pluginResources = [...kernel.registry.resources.values()].filter((r) => r.plugin === plugin.id)
  await scope.register(
    async (admin) => {
      await serve(
        admin,
        kernel,
        pluginResources.flatMap((r) => resourceRoutes(kernel, r)),
      )
      await serve(admin, kernel, plugin.adminRoutes)
    },
    { prefix: '/api/admin' },
  )
  await scope.register(
    async (store) => {
      await serve(store, kernel, pluginResources.flatMap(storeRoutes))
      await serve(store, kernel, plugin.storeRoutes)
    },
    { prefix: '/api' },
  )
}
