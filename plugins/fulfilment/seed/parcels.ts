import type { Ctx } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import {
  withLockedOrder,
  type CountedLine,
  countedLines,
  type ExampleOrder,
  order as orderRecord,
  ignoreRejection,
  STORIES,
} from 'stoa/plugins/sales'
import { parseCarriage } from '../services/carriage.ts'
import { markReady, changeShipmentStatus, packShipment } from '../services/shipments.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** Plans the packing of a sample order: usually one shipment on the next working day. */
export function planShipments(year: YearPlan, random: SeededRandom, order: ExampleOrder): void {
  year.at(year.working(year.in(random.int(2, 30) * HOUR)), async (ctx) => {
    const lines = (await countedLines(ctx.kernel.db, order.id)).filter(({ sent }) => sent)
    if (lines.length === 0) return
    const secondShipment = !order.collects && lines.length > 1 && random.chance(0.18) ? lines.slice(1) : []
    const first = secondShipment.length > 0 ? lines.slice(0, 1) : lines
    await packLines(year, random, order, first)
    if (secondShipment.length > 0)
      year.at(year.working(year.in(random.int(2, 5) * DAY)), () => packLines(year, random, order, secondShipment))
  })
}

async function packLines(year: YearPlan, random: SeededRandom, order: ExampleOrder, lines: readonly CountedLine[]): Promise<void> {
  const staff = await year.staff('update order')
  // A cash order is packed before it is paid, and paid at the counter or on delivery.
  if (order.payment === 'cash')
    await ignoreRejection(staff.kernel.resources.transition(staff, orderRecord, order.id, 'pay', { reference: '' }))
  const by = await pickCarriage(staff, random, order.collects)
  let id = 0
  await withLockedOrder(staff, order.id, async (tx) => {
    const parts = lines.map((l) => ({ order_line_id: l.id, quantity: l.quantity }))
    ;({ id } = await packShipment(tx, staff, order.id, { ...by, lines: parts, collect: order.collects, weight_g: null, note: '' }))
    await changeShipmentStatus(tx, staff, order.id, id, 'processing')
    if (order.collects) await markReady(tx, order.id, id)
  })
  if (id === 0) return
  const parcel = id
  const planStatus = (status: string, reason?: string) => (): Promise<unknown> =>
    withLockedOrder(staff, order.id, (tx) => changeShipmentStatus(tx, staff, order.id, parcel, status, reason))
  if (order.collects) return year.at(year.working(year.in(random.int(1, 4) * DAY)), planStatus('received'))
  year.at(year.working(year.in(random.int(1, 6) * HOUR)), planStatus('shipped'))
  // The carrier reports most shipments as delivered; the others count as delivered after two weeks.
  const arrived = year.in(random.int(26, 80) * HOUR)
  if (random.chance(0.75)) year.at(arrived, planStatus('received'))
  for (const story of staff.kernel.contributions(STORIES).values()) story.planAfterShipment?.(year, random, order)
}

async function pickCarriage(ctx: Ctx, random: SeededRandom, collects: boolean) {
  const none = { carrier_id: null, carrier_name: '', tracking_number: '', tracking_url: null }
  const [fraction, number] = [random.next(), `SF${random.int(1_000_000_000, 9_999_999_999)}`]
  if (collects) return parseCarriage(ctx, none)
  const { data: all } = await ctx.kernel.resources.list(ctx, 'carrier', { enabled: 'true', limit: '100' })
  const carrier = all[Math.floor(fraction * all.length)]
  return parseCarriage(ctx, carrier ? { ...none, carrier_id: carrier.id, tracking_number: number } : none)
}
