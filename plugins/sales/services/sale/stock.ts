import { type Kernel, sql } from '#core'
import { STOCKROOM, variantSql } from '../../../catalogue/index.ts'
import type { LineKind, Wanted } from './kinds.ts'

/** Of the types of products, goods are sent, what is virtual is there at once, and the rest is done by somebody. */
const handover = sql`case p.type when 'general' then 'sent' when 'virtual' then 'none' else 'later' end`

const demand = ({ subject_id, ...rest }: Wanted) => ({ ...rest, stock_id: subject_id })

/** Stocks of the catalogue, held in its warehouses. */
export function stockLines({ kernel }: { kernel: Kernel }): LineKind {
  const stockroom = () => kernel.get(STOCKROOM)
  return {
    read: (ctx) => ({
      ...variantSql(ctx, sql`c.subject_id`),
      handover,
      link: sql`'/product/' || p.url`,
      weight: sql`coalesce((p.ext->'shipping'->>'weight_g')::int, 0)`,
    }),
    hold: (tx, document, wanted, again) => stockroom()[again ? 'complete' : 'reserve'](tx, document, wanted.map(demand)),
    release: (tx, document, units) => stockroom().release(tx, document, units),
    handOver: (tx, ctx, document, units) => stockroom().consume(tx, ctx, document, units),
  }
}
