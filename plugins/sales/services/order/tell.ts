import { type Actor, type Ctx, offer, sql } from '#core'
import { HAPPENINGS, TIMELINE } from '../../../people/index.ts'
import { order } from '../../resources/order.ts'

const news = ['placed', 'paid', 'shipped', 'completed', 'canceled', 'refunded'] as const
export type OrderNews = (typeof news)[number]

/** What can become of an order, for the timeline of whoever bought. */
export const orderHappenings = news.map((word) =>
  offer(HAPPENINGS, `order.${word}`, { text: `sales:timeline.${word}`, of: order, visibility: 'person' }),
)

interface Order {
  person_id: number | null
  order_number: string
  total: number
  currency: string
  /** Who took the step, and when; the job that tells it comes later and is nobody. */
  by: Actor['kind'] | null
  by_id: number | null
  at: string | null
}

/** Tells the story of a person what became of their order. Told twice it stands there once. */
export async function tellPerson(ctx: Ctx, id: number, what: OrderNews): Promise<void> {
  const { kernel } = ctx
  await kernel.work(async (tx) => {
    const o = await tx.one<Order>(sql`
      select o.person_id, o.order_number, o.total_minor as total, o.currency, h.actor_kind as by, h.actor_id as by_id, h.created_at as at
      from sales_order o left join lateral (select * from status_history where document_type = 'order' and document_id = o.id
        and (${what} = 'placed' or to_status = ${what}) order by case when ${what} = 'placed' then id else -id end limit 1) h on true
      where o.id = ${id}`)
    if (!o?.person_id) return
    await kernel.get(TIMELINE).tell(tx, {
      personId: o.person_id,
      what: `order.${what}`,
      params: { number: o.order_number },
      subject: id,
      actor: o.by ? { kind: o.by, id: o.by_id } : ctx.actor,
      ...(o.at ? { at: new Date(o.at) } : {}),
      amount: { minor: o.total, currency: o.currency },
      dedupeKey: `order.${what} ${id}`,
    })
  })
}
