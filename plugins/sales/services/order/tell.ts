import { type Ctx, offer, sql } from '#core'
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
}

/** Tells the story of a person what became of their order. Told twice it stands there once. */
export async function tellPerson(ctx: Ctx, id: number, what: OrderNews): Promise<void> {
  const { kernel } = ctx
  await kernel.work(async (tx) => {
    const o = await tx.one<Order>(sql`select person_id, order_number, total_minor as total, currency from sales_order where id = ${id}`)
    if (!o?.person_id) return
    await kernel.get(TIMELINE).tell(tx, {
      personId: o.person_id,
      what: `order.${what}`,
      params: { number: o.order_number },
      subject: id,
      actor: ctx.actor,
      amount: { minor: o.total, currency: o.currency },
      dedupeKey: `order.${what} ${id}`,
    })
  })
}
