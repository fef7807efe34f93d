import type { Ctx } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { PAYMENTS } from 'stoa/plugins/payments'
import { cancelOwn } from '../services/order/order-actions.ts'
import { toDocument } from '../services/order/head.ts'
import { addCustomerComment, addStaffComment, addStaffMessage } from '../services/order/timeline.ts'
import { HOUR, orNothing } from './order.ts'
import { type ExampleOrder, STORIES } from './stories.ts'
import { words } from './words.ts'
import { order as orderRecord } from '../resources/order.ts'

/** Plans the life of an order; each step plans the next. */
export function begin(year: YearPlan, random: SeededRandom, order: ExampleOrder): void {
  const { id, buyer } = order
  if (random.chance(0.08)) year.at(year.working(year.in(random.int(1, 8) * HOUR)), (ctx) => comment(ctx, year, random, id))
  if (order.payment === 'cash') return send(year, random, order)
  const fate = random.pickWeighted({ pays: 91, cancels: 4, forgets: 5 })
  if (fate === 'forgets') return
  if (fate === 'cancels')
    return year.at(year.in(random.int(20, 20 * HOUR)), () => orNothing(cancelOwn(buyer, id, random.pick(words().canceled))))
  // A wallet confirms at once; a bank transfer needs a proof and a review by staff.
  if (order.payment === 'payme') return year.at(year.in(random.int(2, 20)), (ctx) => take(ctx, year, random, order))
  const minutes = random.chance(0.7) ? random.int(5, 90) : random.int(2 * HOUR, 40 * HOUR)
  year.at(year.in(minutes), () => show(year, random, order))
}

/** The payer uploads a proof of payment; sometimes staff reject it and the payer uploads another. */
async function show(year: YearPlan, random: SeededRandom, order: ExampleOrder, again = false): Promise<void> {
  const { kernel } = order.buyer
  const isSubmitted = await orNothing(
    kernel.transaction(async (tx) => {
      await kernel.get(PAYMENTS).submitPaymentProof(tx, order.buyer, toDocument(order), random.pick(words().transfer))
      return true
    }),
  )
  if (!isSubmitted) return
  const looked = year.working(year.in(random.int(1, 7) * HOUR))
  if (again || random.chance(0.96)) return year.at(looked, (ctx) => take(ctx, year, random, order))
  year.at(looked, async () => {
    const staff = await year.staff('update order')
    await orNothing(kernel.resources.transition(staff, orderRecord, order.id, 'reject', { reason: random.pick(words().turned_down) }))
    if (random.chance(0.7)) year.at(year.in(random.int(3, 30) * HOUR), () => show(year, random, order, true))
  })
}

/** Staff confirm the payment. */
async function take({ kernel }: Ctx, year: YearPlan, random: SeededRandom, order: ExampleOrder): Promise<void> {
  const staff = await year.staff('update order')
  const reference = `${order.payment.slice(0, 3).toUpperCase()}${random.int(100_000_000, 999_999_999)}`
  if (!(await orNothing(kernel.resources.transition(staff, orderRecord, order.id, 'pay', { reference })))) return
  if (random.chance(0.015)) {
    const reason = random.pick(words().called_off)
    return year.at(year.working(year.in(random.int(1, 5) * HOUR)), async () => {
      await orNothing(kernel.resources.transition(await year.staff('refund order'), orderRecord, order.id, 'call_off', { reason }))
    })
  }
  send(year, random, order)
}

/** Stories of delivery plugins plan the shipment. */
function send(year: YearPlan, random: SeededRandom, order: ExampleOrder): void {
  for (const story of order.buyer.kernel.contributions(STORIES).values()) story.toSend?.(year, random, order)
}

/** A message from the buyer with an answer, or a comment for staff. */
async function comment({ kernel }: Ctx, year: YearPlan, random: SeededRandom, id: number): Promise<void> {
  const staff = await year.staff('comment order')
  if (random.chance(0.4)) return void (await kernel.transaction((tx) => addStaffComment(tx, staff, id, random.pick(words().inside))))
  await kernel.transaction((tx) => addCustomerComment(tx, id, random.pick(words().asks)))
  year.at(year.working(year.in(random.int(20, 5 * HOUR))), () =>
    kernel.transaction((tx) => addStaffMessage(tx, staff, id, random.pick(words().told))),
  )
}
