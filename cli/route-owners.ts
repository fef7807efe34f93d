import fastify from 'fastify'
import type { Kernel } from '../core/context.ts'
import { rememberRoutes } from '../core/http/routes.ts'

/** Tells which plugin brings a route: what its own code adds, and what is derived from its resources. */
export async function routeOwners(kernel: Kernel): Promise<(method: string, url: string) => string> {
  const owners = new Map<string, string>()
  for (const plugin of kernel.registry.plugins) {
    // Registered with a server of its own, each plugin shows what is its.
    const probe = fastify()
    const routes = rememberRoutes(probe)
    await probe.register(async (admin) => plugin.adminApi?.(admin, kernel), { prefix: '/api/admin' })
    await probe.register(async (store) => plugin.storeApi?.(store, kernel), { prefix: '/api' })
    await probe.ready()
    await probe.close()
    for (const { method, url } of routes) owners.set(`${method} ${url}`, plugin.id)
  }
  const resources = [...kernel.registry.resources.values()]
  return (method, url) => {
    const own = owners.get(`${method} ${url}`)
    if (own) return own
    const [, api, admin, word] = url.split('/')
    const found =
      api !== 'api'
        ? undefined
        : admin === 'admin'
          ? resources.find((r) => r.name === word)
          : resources.find((r) => r.def.store && url.startsWith(`/api${r.def.store.path}`))
    return found?.plugin ?? 'core'
  }
}
