import type { FastifyInstance } from 'fastify'
import { checkInput, ctxOf, f, invalid, text, type Kernel } from '#core'
import { adjust, transfer } from '../services/adjust.ts'

const fields = {
  inventory_id: f.int({ min: 1 }),
  quantity: f.int(),
  remark: f.text({ default: '' }),
  reason: f.text({ default: 'Correction' }),
}
const moved = {
  from: f.int({ min: 1 }),
  to: f.maybe(f.int({ min: 1 })),
  quantity: f.int(),
  remark: f.text({ default: '' }),
  reason: f.text({ default: 'Correction' }),
}

/** `POST /api/admin/inventory/plus|minus|update|transfer` (specification C §7). */
export function inventoryRoutes(app: FastifyInstance, kernel: Kernel): void {
  const guard = { config: { needs: 'update inventory' }, schema: { tags: ['inventory'] } }
  for (const kind of ['plus', 'minus', 'update'] as const) {
    app.post(`/inventory/${kind}`, guard, async (request) => {
      const input = await checkInput(fields, request.body as Record<string, unknown>, request.typed)
      return adjust(ctxOf(kernel, request), kind, input as never)
    })
  }
  app.post('/inventory/transfer', guard, async (request) => {
    const input = await checkInput(moved, request.body as Record<string, unknown>, request.typed)
    if (!input.to) throw invalid({ to: text('catalogue:error.transfer_target') })
    return transfer(ctxOf(kernel, request), input as never)
  })
}
