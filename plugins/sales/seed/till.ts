import type { Ctx } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { listStocks } from 'stoa/plugins/catalogue'
import { createSamplePerson } from 'stoa/plugins/people'
import { emptyDraft } from '../services/order/draft-input.ts'
import { createDraft, readDraft } from '../services/order/draft.ts'
import { planOrderLife } from './order-plan.ts'
import { ignoreRejection } from './order.ts'
import { order as orderRecord } from '../resources/order.ts'

/** An order that staff write and, if `place` is set, place. */
export async function writeStaffOrder({ kernel }: Ctx, year: YearPlan, random: SeededRandom, place: boolean): Promise<void> {
  const staff = await year.staff('create order')
  const { address, language, ...customer } = createSamplePerson(random, random.int(1_000, 9_999))
  const stocks = await listStocks(kernel.db)
  if (stocks.length === 0) return
  const line = { kind: null, subject_id: null, unit_price: null, price_reason: '', discountable: false }
  const draft = await readDraft(staff, {
    ...emptyDraft,
    customer,
    language,
    lines: [{ ...line, stock_id: random.pick(stocks).id, quantity: random.int(1, 3) }],
    shipping_address: { ...customer, country: 'HKG', area: '', contact_number: customer.phone, address },
    payment_method: 'bank_transfer',
  })
  const { id } = await kernel.transaction((tx) => createDraft(tx, staff, draft))
  if (!place || !(await ignoreRejection(kernel.resources.transition(staff, orderRecord, id, 'place')))) return
  planOrderLife(year, random, { id, collects: false, payment: 'bank_transfer', buyer: staff })
}
