import type { AdjustedOrder } from './adjusters.ts'
import type { Sale } from './write.ts'

/** An order that was just written, as those see it who take something off. */
export const adjustedOrder = (id: number, { customer, person, buyer, currency, status }: Sale): AdjustedOrder => ({
  id,
  customer_id: customer,
  person_id: person,
  email: (buyer.email ?? '').trim().toLowerCase(),
  phone: buyer.phone ? `${buyer.country_code ?? ''}${buyer.phone}` : null,
  status,
  paid: false,
  rate: currency.rate,
})
