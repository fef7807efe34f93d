import { type Ctx, type Db, Failed, type Fields, point, sql, type Tx, type Kernel, type Sql } from '#core'
import { type Adjustment, amountOf, type Applied, type Left } from '../../domain/adjust.ts'
import { cumulative } from '../../domain/refund.ts'
import { GIVING_BACK } from '../order/giving-back.ts'
import { type Choices, namedBelow } from './choice-names.ts'
import type { SaleLine } from './lines.ts'

export type { Adjustment, Gift, Left } from '../../domain/adjust.ts'

/** Where things are sold: in the shop, over a counter, at the desk, as a booking. */
export const channels = ['store', 'pos', 'admin', 'booking'] as const
export type Channel = (typeof channels)[number]

/** What a price is found for. */
export interface Pricing {
  customer: number | null
  /** Who buys, once they told it; a customer need not. */
  buyer?: { email: string; phone: string | null } | null
  currency: { code: string; rate: string }
  /** Where it is sold; in the shop when absent. */
  channel?: Channel
  /** The place it is sold at over a counter. */
  store?: number | null
  /** How it is sent and paid, by code, as far as it is chosen. */
  way?: string | null
  payment?: string | null
  /** With `unit` in minor units of the currency. */
  lines: readonly (SaleLine & { unit: number })[]
}

/** An order whose adjustments are taken or given back. */
export interface AdjustedOrder {
  id: number
  customer_id: number | null
  person_id: number | null
  email: string
  phone: string | null
  status: string
  /** Money for it came in once, whatever became of it. */
  paid: boolean
  /** Of its currency to the base currency. */
  rate: string
}

/**
 * Takes something off the price of sales: a promotion, a code, points. Each sees what those before it left. A new one is offered with
 * its place among them: `offers: [offer(ADJUSTERS, 'early-bird', earlyBird, { order: 20 })]`.
 */
export interface Adjuster {
  /** What may be chosen for it; nothing when absent. It comes checked to `prepare`. */
  choice?: Fields
  /**
   * Reads what has to be known and answers what is taken off: a function of what is left and nothing else, for it may be asked more
   * than once. `choice` is what was chosen for it, undefined without. Inside a transaction `db` is that. What of the choice does not
   * hold is told to `refuse`, which throws where nothing less will do; what is thrown by itself takes the whole adjuster out.
   * @throws Failed INVALID by field of the choice, when it does not hold
   */
  prepare(ctx: Ctx, sale: Pricing, choice: unknown, db: Db, refuse: (error: Failed) => void): Promise<(left: Left) => readonly Adjustment[]>
  /**
   * Says what an order took off and how much of it is given back by now, in the transaction that changes it: when it is placed, nothing
   * is back and all of it is used up; once it is canceled, all of it is back. Sums are told, so that hearing them twice changes nothing;
   * `back` falls when an order that was given up comes back, and what was given back is used up once more.
   * What only gives something along takes nothing off: its sums are zero, and `order` says what became of it.
   * @throws Failed when there is not so much any more
   */
  settle?(tx: Tx, ctx: Ctx, order: AdjustedOrder, sums: Sums): Promise<unknown>
}

/** What one of those who take something off took off an order. Amounts in minor units of its currency. */
export interface Sums {
  applied: readonly { code: string | null; source_id: number | null; amount: number }[]
  taken: number
  back: number
}

/** Those who take something off prices, in their order. */
export const ADJUSTERS = point<Adjuster>('sales/adjusters', { about: 'what takes something off the price of sales, in order' })

/** Who of those that take something off prices reads codes, or points that are used, by its name; null where nobody does. */
export const whoReads = (kernel: Kernel, what: 'codes' | 'use'): string | null =>
  [...kernel.offers(ADJUSTERS)].find(([, { choice }]) => choice && what in choice)?.[0] ?? null

/**
 * What each takes off a sale, once it is known what must be. `refused` hears of choices that do not hold any more, which then take
 * nothing off; without it they are thrown. @throws Failed INVALID, named below `choices.<name>`
 */
export async function stepsOf(ctx: Ctx, sale: Pricing, choices: Choices, db: Db, refused?: (error: Failed) => void) {
  return Promise.all(
    [...ctx.kernel.offers(ADJUSTERS)].map(async ([kind, adjuster]) => {
      const at = `choices.${kind}`
      const refuse = (error: Failed): void => (refused ?? raise)(namedBelow(at, error))
      const adjust = await adjuster.prepare(ctx, sale, choices[kind], db, refuse).catch((error: unknown) => {
        if (!(error instanceof Failed)) throw error
        refuse(error)
        return () => []
      })
      return { kind, adjust }
    }),
  )
}

const raise = (error: Failed): never => {
  throw error
}

/** Uses up what an order takes off that was just written. @throws Failed */
export async function useUp(tx: Tx, ctx: Ctx, order: AdjustedOrder, applied: readonly Applied[]): Promise<void> {
  const rows = applied.map((a) => ({ ...a, amount: amountOf(a) }))
  await tellEach(tx, ctx, order, rows, () => 0)
}

interface Row {
  kind: string
  code: string | null
  source_id: number | null
  amount: number
  shares: readonly number[]
}

async function tellEach(tx: Tx, ctx: Ctx, order: AdjustedOrder, rows: readonly Row[], backOf: (row: Row) => number): Promise<void> {
  if (rows.length === 0) return
  for (const [kind, adjuster] of ctx.kernel.offers(ADJUSTERS)) {
    const own = rows.filter((row) => row.kind === kind)
    if (own.length === 0) continue
    const sum = (of: (row: Row) => number) => own.reduce((total, row) => total + of(row), 0)
    await adjuster.settle?.(tx, ctx, order, { applied: own, taken: sum((row) => row.amount), back: sum(backOf) })
  }
}

/**
 * Units of a line `l` that are back, as part of a statement: those that were paid back, and of what cost nothing those that came back or
 * never left, since no money says so.
 */
export const unitsBackSql = (kernel: Kernel): Sql => sql`greatest(${kernel.find(GIVING_BACK)?.units(sql`l.id`) ?? sql`0`},
  case when l.total_minor = 0 then least(l.quantity, l.canceled_quantity + l.returned_quantity) else 0 end)`

/** Tells those who took something off an order how much of it is back with its buyer. @throws Failed */
export async function settleAll(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const rows = await tx.rows<Row>(
    sql`select kind, code, source_id, -amount_minor as amount, shares from order_adjustment where order_id = ${id} order by id`,
  )
  if (rows.length === 0) return
  const [order, lines] = await Promise.all([
    tx.one<AdjustedOrder>(sql`select id, customer_id, person_id, email, nullif(concat(country_code, phone), country_code) as phone, status,
      paid_at is not null as paid, exchange_rate::text as rate from sales_order where id = ${id}`),
    tx.rows<{ quantity: number; units: number }>(sql`
      select l.quantity, ${unitsBackSql(ctx.kernel)} as units
      from order_line l where l.order_id = ${id} order by l.id`),
  ])
  if (!order) return
  const over = order.status === 'canceled' || order.status === 'refunded'
  await tellEach(tx, ctx, order, rows, ({ amount, shares }) =>
    over ? amount : lines.reduce((sum, { quantity, units }, i) => sum + cumulative(shares[i] ?? 0, quantity, units), 0),
  )
}
