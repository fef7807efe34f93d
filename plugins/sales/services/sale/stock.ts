import { type Kernel, sql } from '#core'
import { byApplicationSql, type VariantSql, variantSql } from '../../../catalogue/index.ts'
import { STOCKROOM } from '../../../inventory/index.ts'
import type { LineKind, Wanted } from './kinds.ts'

/** Of the types of products, goods are sent, what is virtual is there at once, and the rest is done by somebody. */
const handover = sql`case p.type when 'general' then 'sent' when 'virtual' then 'none' else 'later' end`

const demand = ({ subject_id, ...rest }: Wanted) => ({ ...rest, stock_id: subject_id })

/** What is asked for by a form is sold by its application, and not by itself: neither in the shop, nor at the counter, nor by staff. */
const stocksOnly = ({ from, ...read }: VariantSql): VariantSql => ({ ...read, from: sql`${from} and not ${byApplicationSql}` })

/** Stocks of the catalogue, held in warehouses where somebody keeps some: without, they are sold in any number. */
export function stockLines({ kernel }: { kernel: Kernel }): LineKind {
  const stockroom = () => kernel.find(STOCKROOM)
  return {
    read: (ctx) => ({
      ...stocksOnly(variantSql(kernel, ctx, sql`c.subject_id`)),
      handover,
      link: sql`'/product/' || p.url`,
      weight: sql`coalesce((p.ext->'shipping'->>'weight_g')::int, 0)`,
    }),
    hold: async (tx, document, wanted, again, over) =>
      again ? stockroom()?.complete(tx, document, wanted.map(demand)) : stockroom()?.reserve(tx, document, wanted.map(demand), over),
    send: (tx, document, wanted) => stockroom()?.send(tx, document, wanted.map(demand)),
    sell: async (tx, ctx, document, wanted, over) => stockroom()?.sell(tx, ctx, document, wanted.map(demand), over),
    release: async (tx, document, units) => stockroom()?.release(tx, document, units),
    handOver: async (tx, ctx, document, units) => stockroom()?.consume(tx, ctx, document, units),
  }
}
