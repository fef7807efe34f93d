import type { Ctx, Tx } from '#core'
import { useUp } from './adjusters.ts'
import type { Sale } from './write.ts'

/** Uses up what a sale takes off that was just written as an order. @throws Failed */
export async function useUpOf(tx: Tx, ctx: Ctx, orderId: number, sale: Sale): Promise<void> {
  if (sale.applied.length === 0) return
  const { customer, person, buyer, currency, status, applied } = sale
  const order = {
    id: orderId,
    customer_id: customer,
    person_id: person,
    email: (buyer.email ?? '').trim().toLowerCase(),
    phone: buyer.phone ? `${buyer.country_code ?? ''}${buyer.phone}` : null,
    status,
    paid: false,
    rate: currency.rate,
  }
  // oxlint-disable-next-line react-hooks/rules-of-hooks -- no hook, in spite of its name
  await useUp(tx, ctx, order, applied)
}
