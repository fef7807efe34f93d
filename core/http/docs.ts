import type { FastifyInstance } from 'fastify'

/** Collects the routes for the OpenAPI description; it is put together when somebody asks. */
export async function documentation(app: FastifyInstance): Promise<void> {
  await app.register(import('@fastify/swagger'), {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Stoa', version: '1', description: 'Every failure answers `{ code, messages }`; no success ever has a top-level `messages`.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  })
}

/** The description at /api/docs, to look at and as JSON, for staff who may see the configuration. */
export async function docsSite(app: FastifyInstance): Promise<void> {
  app.get('/api/docs/json', { config: { needs: 'get configuration' }, schema: { hide: true } as never }, async () => app.swagger())
}
