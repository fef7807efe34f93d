import type { FastifyInstance } from 'fastify'
import { checkInput, ctxOf, f, invalid, type Kernel, rowId, text } from '#core'
import { count, type Counted, progress } from '../services/count.ts'

const counted = {
  id: f.maybe(f.int({ min: 1 })),
  code: f.maybe(f.text({ maxLength: 100 })),
  expiry_date: f.maybe(f.date()),
  lot_code: f.maybe(f.text({ maxLength: 60 })),
  counted: f.maybe(f.int({ min: 0 })),
  add: f.maybe(f.int({ min: -1_000, max: 1_000 })),
}
/** Lines to a call; a counter sends each as it is counted. */
const most = 1_000

/** `PUT /api/admin/stocktake/{id}/count {lines}` and `GET …/progress`. */
export function stocktakeRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.put<{ Params: { id: string } }>(
    '/stocktake/:id/count',
    { config: { needs: 'update stocktake' }, schema: { tags: ['stocktake'] } },
    async (request) => {
      const { lines } = (request.body ?? {}) as { lines?: unknown }
      if (!Array.isArray(lines) || lines.length === 0) throw invalid({ lines: text('core:rule.required') })
      if (lines.length > most) throw invalid({ lines: text('core:rule.range', { min: 1, max: most }) })
      const entries: Counted[] = []
      for (const line of lines) entries.push((await checkInput(counted, (line ?? {}) as Record<string, unknown>, request.typed)) as never)
      return count(ctxOf(kernel, request), rowId(request.params.id), entries)
    },
  )
  app.get<{ Params: { id: string } }>(
    '/stocktake/:id/progress',
    { config: { needs: 'get stocktake' }, schema: { tags: ['stocktake'] } },
    (request) => progress(kernel.db, rowId(request.params.id)),
  )
}
