import type { FastifyInstance } from 'fastify'

/** Staff who may see the configuration may see how the API is made. */
const needs = 'get configuration'

/** Collects the routes for the OpenAPI description; it is put together when somebody asks. */
export async function documentation(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/docs')) route.config = { ...route.config, needs }
  })
  await app.register(import('@fastify/swagger'), {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Stoa',
        version: '1',
        description: 'Every failure answers `{ code, messages }`; no success ever has a top-level `messages`.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  })
}

/** The description at /api/docs, to look at, and at /api/docs/json. */
export async function docsSite(app: FastifyInstance): Promise<void> {
  await app.register(import('@fastify/swagger-ui'), { routePrefix: '/api/docs', staticCSP: true })
}
