import type { FastifyInstance } from 'fastify'

/** Collects the routes for the OpenAPI description at /api/docs; it is put together when somebody asks. */
export async function documentation(app: FastifyInstance): Promise<void> {
  await app.register(import('@fastify/swagger'), {
    openapi: { openapi: '3.1.0', info: { title: 'Stoa', version: '1' } },
    hideUntagged: false,
  })
}
