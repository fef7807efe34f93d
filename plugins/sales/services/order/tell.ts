import { type Ctx, sql } from '#core'
import { TIMELINE } from '../../../people/index.ts'

export type OrderNews = 'placed' | 'paid' | 'shipped' | 'completed' | 'canceled' | 'refunded'

interface Order {
  person_id: number | null
  order_number: string
  total: number
  currency: string
}

/** Tells the story of a person what became of their order. Told twice it stands there once. */
export async function tellPerson(ctx: Ctx, id: number, news: OrderNews): Promise<void> {
  const { kernel } = ctx
  await kernel.work(async (tx) => {
    const o = await tx.one<Order>(sql`select person_id, order_number, total_minor as total, currency from sales_order where id = ${id}`)
    if (!o?.person_id) return
    await kernel.get(TIMELINE).tell(tx, {
      personId: o.person_id,
      plugin: 'sales',
      type: `order.${news}`,
      text: `sales:timeline.${news}`,
      params: { number: o.order_number },
      subject: { type: 'order', id },
      actor: ctx.actor,
      amount: { minor: o.total, currency: o.currency },
      visibility: 'person',
      permission: 'get order',
      dedupeKey: `order.${news} ${id}`,
    })
  })
}
