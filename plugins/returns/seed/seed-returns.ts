import type { Ctx, Tx } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { withLockedOrder, countedLines, type ExampleOrder } from 'stoa/plugins/sales'
import { listManualRefunds, confirmManualRefund } from 'stoa/plugins/payments'
import { writeRefund } from '../services/refunds.ts'
import { closeReturn, changeReturnStatus, receiveReturn, writeReturn } from '../services/returns.ts'
import { readSampleTexts } from './reasons.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** Number of orders processed per sample year. */
const lastNumbers = new WeakMap<YearPlan, number>()

/** Plans a return for some sample orders and a partial refund for others; the first ones always get one, so that there are examples. */
export function planReturn(year: YearPlan, random: SeededRandom, order: ExampleOrder): void {
  const days = random.int(5, 12)
  const nth = (lastNumbers.get(year) ?? 0) + 1
  lastNumbers.set(year, nth)
  const chance = random.pickWeighted({ nothing: 94, thing: 4, money: 2 })
  const outcome = nth === 1 ? 'thing' : nth <= 3 ? 'money' : chance
  if (outcome === 'thing') year.at(year.in(days * DAY), () => returnLine(year, random, order))
  if (outcome === 'money') year.at(year.working(year.in(days * DAY)), () => refundPart(year, random, order))
}

/** A return: requested, approved, received and refunded, some days apart. */
async function returnLine(year: YearPlan, random: SeededRandom, order: ExampleOrder): Promise<void> {
  const lines = (await findLines(order.buyer, order.id)).filter((l) => l.shipped > 0)
  if (lines.length === 0) return
  const line = random.pick(lines)
  const reason = random.pick(readSampleTexts().returned)
  const [broken, refused] = [random.chance(0.4), random.chance(0.1)]
  let id = 0
  await withLockedOrder(order.buyer, order.id, async (tx) => {
    const returned = { order_line_id: line.id, quantity: 1, reason }
    const returnInput = { kind: 'return', requested_by: 'customer', reason_code: '', note: reason, lines: [returned] } as const
    ;({ id } = await writeReturn(tx, order.buyer, order.id, returnInput))
  })
  if (id === 0) return
  year.at(year.working(year.in(random.int(3, 30) * HOUR)), async () => {
    const staff = await year.staff('update order')
    const verdict = refused ? 'rejected' : 'approved'
    await withLockedOrder(staff, order.id, (tx) => changeReturnStatus(tx, staff, order.id, id, verdict, refused ? reason : ''))
    if (refused) return
    year.at(year.working(year.in(random.int(3, 8) * DAY)), async () => {
      const counted = [{ order_line_id: line.id, received: 1, resaleable: broken ? 0 : 1 }]
      await withLockedOrder(staff, order.id, (tx) => receiveReturn(tx, staff, order.id, id, counted))
      year.at(year.working(year.in(random.int(2, 40) * HOUR)), async () => {
        const staffCtx = await year.staff('refund order')
        await withLockedOrder(staffCtx, order.id, async (tx) => {
          const lines = [{ order_line_id: line.id, quantity: 1 }]
          await writeRefund(tx, staffCtx, order.id, { lines, shipping: 0, method: 'original', reason, return_id: id })
          await closeReturn(tx, staffCtx, order.id, id)
        })
        confirmRefunds(year, random, order)
      })
    })
  })
}

/** Refunds a part of the price without a return. */
async function refundPart(year: YearPlan, random: SeededRandom, order: ExampleOrder): Promise<void> {
  const [line] = await findLines(order.buyer, order.id)
  if (!line || line.total < 2_000) return
  const staffCtx = await year.staff('refund order')
  const amount = Math.round((line.total * random.int(2, 5)) / 1_000) * 100
  const lines = [{ order_line_id: line.id, quantity: 0, amount }]
  await withLockedOrder(staffCtx, order.id, (tx) =>
    writeRefund(tx, staffCtx, order.id, { lines, shipping: 0, method: 'original', reason: random.pick(readSampleTexts().refunded) }),
  )
  confirmRefunds(year, random, order)
}

/** Refunds without a gateway are transferred and confirmed by staff within days. */
function confirmRefunds(year: YearPlan, random: SeededRandom, order: ExampleOrder): void {
  year.at(year.working(year.in(random.int(4, 60) * HOUR)), async () => {
    const staffCtx = await year.staff('refund payment')
    await withLockedOrder(staffCtx, order.id, async (tx: Tx) => {
      for (const id of await listManualRefunds(tx, { type: 'order', id: order.id })) await confirmManualRefund(tx, staffCtx, id)
    })
  })
}

const findLines = async ({ kernel }: Ctx, id: number) => (await countedLines(kernel.db, id)).filter(({ sent }) => sent)
