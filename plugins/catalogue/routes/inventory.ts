import type { FastifyInstance } from 'fastify'
import { checkInput, ctxOf, f, invalid, text, type Kernel } from '#core'
import { adjust, discard, transfer } from '../services/goods/adjust.ts'

/** Reason of an adjustment nobody gave one for (specification C §9). */
const why = { remark: f.text({ default: '' }), reason: f.text({ default: 'Correction' }) }
const line = { inventory_id: f.int({ min: 1 }), quantity: f.int(), ...why }
const discarded = { ...line, quantity: f.maybe(f.int()) }
const moved = {
  from: f.int({ min: 1 }),
  to: f.maybe(f.int({ min: 1 })),
  warehouse_id: f.maybe(f.int({ min: 1 })),
  quantity: f.int(),
  ...why,
}

/**
 * `POST /api/admin/inventory/plus|minus|update|transfer` (specification C §7) and `/discard`. A transfer may name a
 * warehouse instead of a line.
 */
export function inventoryRoutes(app: FastifyInstance, kernel: Kernel): void {
  const guard = { config: { needs: 'update inventory' }, schema: { tags: ['inventory'] } }
  for (const kind of ['plus', 'minus', 'update'] as const) {
    app.post(`/inventory/${kind}`, guard, async (request) => {
      const input = await checkInput(line, request.body as Record<string, unknown>, request.typed)
      return adjust(ctxOf(kernel, request), kind, input as never)
    })
  }
  app.post('/inventory/discard', guard, async (request) => {
    const input = await checkInput(discarded, request.body as Record<string, unknown>, request.typed)
    return discard(ctxOf(kernel, request), input as never)
  })
  app.post('/inventory/transfer', guard, async (request) => {
    const { to, warehouse_id, ...input } = await checkInput(moved, request.body as Record<string, unknown>, request.typed)
    if (!to && !warehouse_id) throw invalid({ to: text('catalogue:error.transfer_target') })
    return transfer(ctxOf(kernel, request), { ...(input as never as object), to: to ? { line: to } : { warehouse: warehouse_id } } as never)
  })
}
