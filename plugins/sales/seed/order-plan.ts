import type { Ctx } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { PAYMENTS } from 'stoa/plugins/payments'
import { cancelOwnOrder } from '../services/order/order-actions.ts'
import { toDocument } from '../services/order/head.ts'
import { addCustomerComment, addStaffComment, addStaffMessage } from '../services/order/timeline.ts'
import { HOUR, ignoreRejection } from './order.ts'
import { type ExampleOrder, STORIES } from './stories.ts'
import { readSampleTexts } from './comments.ts'
import { order as orderRecord } from '../resources/order.ts'

/** Plans the life of an order; each step plans the next. */
export function planOrderLife(year: YearPlan, random: SeededRandom, order: ExampleOrder): void {
  const { id, buyer } = order
  if (random.chance(0.08)) year.at(year.working(year.in(random.int(1, 8) * HOUR)), (ctx) => addSampleComment(ctx, year, random, id))
  if (order.payment === 'cash') return planShipment(year, random, order)
  const outcome = random.pickWeighted({ pays: 91, cancels: 4, forgets: 5 })
  if (outcome === 'forgets') return
  if (outcome === 'cancels')
    return year.at(year.in(random.int(20, 20 * HOUR)), () =>
      ignoreRejection(cancelOwnOrder(buyer, id, random.pick(readSampleTexts().canceled))),
    )
  // A wallet confirms at once; a bank transfer needs a proof and a review by staff.
  if (order.payment === 'payme') return year.at(year.in(random.int(2, 20)), (ctx) => confirmPayment(ctx, year, random, order))
  const minutes = random.chance(0.7) ? random.int(5, 90) : random.int(2 * HOUR, 40 * HOUR)
  year.at(year.in(minutes), () => uploadProof(year, random, order))
}

/** The payer uploads a proof of payment; sometimes staff reject it and the payer uploads another. */
async function uploadProof(year: YearPlan, random: SeededRandom, order: ExampleOrder, again = false): Promise<void> {
  const { kernel } = order.buyer
  const isSubmitted = await ignoreRejection(
    kernel.transaction(async (tx) => {
      await kernel.get(PAYMENTS).submitPaymentProof(tx, order.buyer, toDocument(order), random.pick(readSampleTexts().transfer))
      return true
    }),
  )
  if (!isSubmitted) return
  const reviewedAt = year.working(year.in(random.int(1, 7) * HOUR))
  if (again || random.chance(0.96)) return year.at(reviewedAt, (ctx) => confirmPayment(ctx, year, random, order))
  year.at(reviewedAt, async () => {
    const staff = await year.staff('update order')
    await ignoreRejection(
      kernel.resources.transition(staff, orderRecord, order.id, 'reject', { reason: random.pick(readSampleTexts().turned_down) }),
    )
    if (random.chance(0.7)) year.at(year.in(random.int(3, 30) * HOUR), () => uploadProof(year, random, order, true))
  })
}

/** Staff confirm the payment. */
async function confirmPayment({ kernel }: Ctx, year: YearPlan, random: SeededRandom, order: ExampleOrder): Promise<void> {
  const staff = await year.staff('update order')
  const reference = `${order.payment.slice(0, 3).toUpperCase()}${random.int(100_000_000, 999_999_999)}`
  if (!(await ignoreRejection(kernel.resources.transition(staff, orderRecord, order.id, 'pay', { reference })))) return
  if (random.chance(0.015)) {
    const reason = random.pick(readSampleTexts().called_off)
    return year.at(year.working(year.in(random.int(1, 5) * HOUR)), async () => {
      await ignoreRejection(kernel.resources.transition(await year.staff('refund order'), orderRecord, order.id, 'call_off', { reason }))
    })
  }
  planShipment(year, random, order)
}

/** Stories of delivery plugins plan the shipment. */
function planShipment(year: YearPlan, random: SeededRandom, order: ExampleOrder): void {
  for (const story of order.buyer.kernel.contributions(STORIES).values()) story.planShipment?.(year, random, order)
}

/** A message from the buyer with an answer, or a comment for staff. */
async function addSampleComment({ kernel }: Ctx, year: YearPlan, random: SeededRandom, id: number): Promise<void> {
  const staff = await year.staff('comment order')
  if (random.chance(0.4))
    return void (await kernel.transaction((tx) => addStaffComment(tx, staff, id, random.pick(readSampleTexts().inside))))
  await kernel.transaction((tx) => addCustomerComment(tx, id, random.pick(readSampleTexts().asks)))
  year.at(year.working(year.in(random.int(20, 5 * HOUR))), () =>
    kernel.transaction((tx) => addStaffMessage(tx, staff, id, random.pick(readSampleTexts().told))),
  )
}
