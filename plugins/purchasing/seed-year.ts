import { type Ctx, AppError, formatMoney, sql } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { stocksSql } from 'stoa/plugins/catalogue'
import { availableSql } from 'stoa/plugins/inventory'
import { dueSql } from './services/transitions.ts'
import { postReceipt, parseCounted } from './services/receive.ts'
import { po } from './resources/po.ts'

const DAY = 1_440
/** Target quantity of available and incoming units, at the usual size of the shop. */
const TARGET = 55

/** Sample year: weekly orders for low stock, partial deliveries, payments and completion. */
export function planBuying(year: YearPlan): void {
  const random = year.random('purchasing')
  for (let day = 2; day < year.days; day += 7) year.at(year.working(year.on(day, 10, 30)), (ctx) => buy(ctx, year, random))
  // At the end one order waits for approval and one is a draft.
  year.at(year.working(year.on(year.days - 2, 10)), (ctx) => special(ctx, year, random, true))
  year.at(year.working(year.on(year.days - 1, 9, 45)), (ctx) => special(ctx, year, random, false))
}

interface StockToBuy {
  stock_id: number
  supplier_id: number
  lead: number
  units: number
}

/** Available and incoming units of all stocks with a supplier. Stocks that are not tracked are left out. */
const goods = ({ kernel }: Ctx) =>
  kernel.db.rows<StockToBuy>(sql`
    select x.stock_id, x.supplier_id, v.lead_time_days as lead,
      (coalesce(${availableSql}, ${TARGET})
      + coalesce((select sum(greatest(0, l.quantity - l.received_quantity - l.rejected_quantity - l.closed_quantity)) from purchase_order_line l
          join purchase_order o on o.id = l.po_id where l.stock_id = x.stock_id
            and o.status in ('draft', 'pending', 'approved', 'sent', 'partial_received')), 0))::int as units
    from ${stocksSql} join supplier_stock x on x.stock_id = s.id join supplier v on v.id = x.supplier_id where v.enabled order by x.supplier_id, x.stock_id`)

async function buy(ctx: Ctx, year: YearPlan, random: SeededRandom): Promise<void> {
  const target = Math.max(12, Math.round(TARGET * year.share))
  const low = (await goods(ctx)).filter(({ units }) => units < target * 0.6)
  for (const supplier of new Set(low.map((g) => g.supplier_id))) {
    const supplierLines = low.filter((g) => g.supplier_id === supplier)
    // Orders of a few lines are skipped because of the freight, unless a stock is nearly empty.
    if (supplierLines.length < 3 && supplierLines.every(({ units }) => units > target * 0.25)) continue
    const lines = supplierLines
      .slice(0, 20)
      .map((g) => ({ stock_id: g.stock_id, quantity: Math.max(10, Math.ceil((target - g.units) / 5) * 5) }))
    await order(ctx, year, random, supplier, supplierLines[0]?.lead ?? 7, lines)
  }
}

async function special(ctx: Ctx, year: YearPlan, random: SeededRandom, submit: boolean): Promise<void> {
  const all = await goods(ctx)
  const supplier = all.at(submit ? 0 : -1)?.supplier_id
  const lines = all.flatMap((g) => (g.supplier_id === supplier ? [{ stock_id: g.stock_id, quantity: submit ? 120 : 20 }] : []))
  if (supplier !== undefined) await order(ctx, year, random, supplier, 7, lines.slice(0, 6), submit)
}

async function order(
  ctx: Ctx,
  year: YearPlan,
  random: SeededRandom,
  supplier_id: number,
  lead: number,
  lines: readonly { stock_id: number; quantity: number }[],
  submit = true,
): Promise<void> {
  const { resources } = ctx.kernel
  const buyer = await year.staff('create po')
  const place = await resources.findBy(ctx, 'warehouse', 'code', 'main')
  if (!place) return
  const freight = random.chance(0.4) ? `${random.int(8, 40) * 10}.00` : '0.00'
  const { id } = await resources.create(buyer, 'po', { supplier_id, warehouse_id: place.id, lines, freight })
  if (!submit) return
  await mostly(resources.transition(buyer, po, id, 'submit'))
  const short = random.chance(0.05)
  arrive(year, random, id, lead + random.int(-2, 4), random.chance(0.45) ? 0.6 : 1, short)
}

/** Receives a delivery, complete or in two parts. If the order is not approved yet, it is received later by the same number of days. */
function arrive(year: YearPlan, random: SeededRandom, id: number, days: number, share: number, short: boolean): void {
  year.at(year.working(year.in(Math.max(2, days) * DAY + random.int(0, 300))), async (ctx) => {
    const row = await ctx.kernel.db.one<{ status: string }>(sql`select status from purchase_order where id = ${id}`)
    if (row?.status === 'pending' || row?.status === 'approved') return arrive(year, random, id, 3, share, short)
    if (row?.status !== 'sent' && row?.status !== 'partial_received') return
    await receive(ctx, year, random, id, share)
    if (share < 1 && short)
      year.at(year.working(year.in(9 * DAY)), async () => {
        await mostly(ctx.kernel.resources.transition(await year.staff('update po'), po, id, 'short', { reason: '供應商缺貨' }))
        settle(year, random, id)
      })
    else if (share < 1) arrive(year, random, id, random.int(3, 9), 1, false)
    else settle(year, random, id)
  })
}

async function receive(ctx: Ctx, year: YearPlan, random: SeededRandom, id: number, share: number): Promise<void> {
  const staff = await year.staff('receive po')
  const open = await ctx.kernel.db.rows<{ id: number; open: number }>(sql`
    select id, quantity - received_quantity - rejected_quantity - closed_quantity as open from purchase_order_line where po_id = ${id} order by id`)
  const lines = open.flatMap(({ id: po_line_id, open: left }) => {
    const came = Math.ceil(left * share)
    if (came <= 0) return []
    const rejected = came > 4 && random.chance(0.04) ? 1 : 0
    const none = { expiry_date: null, lot_code: null, unit_cost: null }
    return [{ ...none, po_line_id, accepted: came - rejected, rejected, reason: rejected > 0 ? '包裝受潮' : '' }]
  })
  if (lines.length === 0) return
  const note = `DN-${random.int(10_000, 99_999)}`
  await mostly(ctx.kernel.transaction((tx) => postReceipt(tx, staff, id, parseCounted(lines), { delivery_note: note, over: false })))
}

/** Pays the invoice some weeks later, then completes the order. */
function settle(year: YearPlan, random: SeededRandom, id: number): void {
  year.at(year.working(year.in(random.int(12, 32) * DAY)), async (ctx) => {
    const money = await ctx.kernel.db.one<{ due: number; paid: number }>(dueSql(id))
    const staff = await year.staff('create supplier payment')
    const left = (money?.due ?? 0) - (money?.paid ?? 0)
    const paid_at = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(year.now())
    const payment = { po_id: id, amount: formatMoney(left), method: 'bank', reference: `TT${random.int(100_000, 999_999)}`, paid_at }
    if (left > 0) await mostly(ctx.kernel.resources.create(staff, 'supplier_payment', payment))
    await mostly(ctx.kernel.resources.transition(staff, po, id, 'close', { waive: false, reason: '' }))
  })
}

/** Ignores refusals by business rules; other errors are thrown. */
async function mostly(trying: Promise<unknown>): Promise<void> {
  try {
    await trying
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
