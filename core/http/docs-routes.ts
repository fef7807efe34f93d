import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../context.ts'

/** `/api/admin/docs`: the OpenAPI description as JSON, for staff who may see the configuration. */
export function docsRoutes(app: FastifyInstance, _kernel: Kernel): void {
  app.get('/docs/json', { config: { needs: 'get configuration' } }, async () => app.swagger())
}
