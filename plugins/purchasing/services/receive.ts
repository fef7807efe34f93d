import {
  type ParsedFields,
  assertPayable,
  type Ctx,
  f,
  AppError,
  INVALID,
  validationError,
  NOT_FOUND,
  parseMoney,
  sql,
  message,
  type Message,
  type Tx,
  WRONG_STATE,
} from 'stoa'
import { stocksSql } from 'stoa/plugins/catalogue'
import { INVENTORY } from 'stoa/plugins/inventory'
import { differs, netUnit, toBase } from '../domain/amounts.ts'
import { getMostReceivable, type Progress, getStatus } from '../domain/progress.ts'
import { moveTo, type PoStatus, underWay } from '../domain/statuses.ts'
import { OVER_RECEIPT } from '../errors.ts'
import { purchasing } from '../settings.ts'
import type { Posted } from '../api-types.ts'
import { nextNumber } from 'stoa/plugins/documents'
import { goodsReceipt, goodsReceiptLine } from '../resources/receipt.ts'
import { po } from '../resources/po.ts'

/** One line of a delivery as counted. */
export const countedFields = {
  po_line_id: f.int({ min: 1 }),
  accepted: f.int({ default: 0, min: -1_000_000, max: 1_000_000 }),
  rejected: f.int({ default: 0, min: -1_000_000, max: 1_000_000 }),
  expiry_date: f.maybe(f.date()),
  lot_code: f.maybe(f.text({ maxLength: 60 })),
  reason: f.text({ default: '', maxLength: 500 }),
  unit_cost: f.maybe(f.money()),
}
type CountedInput = ParsedFields<typeof countedFields>
/** The same line with the cost in hundredths. */
type Counted = Omit<CountedInput, 'unit_cost'> & { unit_cost: number | null }

interface OrderLine extends Progress {
  id: number
  stock_id: number
  sku: string
  unit: number
  discount: number
}

interface Order {
  id: number
  status: PoStatus
  warehouse_id: number
  rate: string
  currency: string
}

/** The lines of a receipt by index; empty lines are left out. @throws AppError INVALID when all are empty */
export function parseCounted(lines: readonly CountedInput[]): Map<number, Counted> {
  const counted = new Map<number, Counted>()
  for (const [i, line] of lines.entries())
    if (line.accepted !== 0 || line.rejected !== 0)
      counted.set(i, { ...line, unit_cost: line.unit_cost === null ? null : parseMoney(line.unit_cost) })
  if (counted.size === 0) throw validationError({ lines: message('purchasing:error.nothing') })
  return counted
}

/**
 * Posts a receipt, or a correction with negative quantities. Locks the order and its lines first, so that of two concurrent receipts for
 * the same delivery the second finds nothing outstanding.
 * @param over accept more than the tolerance allows; the order becomes abnormal and its buyer must settle it
 * @throws AppError INVALID by line, OVER_RECEIPT, WRONG_STATE
 */
export async function postReceipt(
  tx: Tx,
  ctx: Ctx,
  poId: number,
  counted: ReadonlyMap<number, Counted>,
  about: { delivery_note: string; over: boolean },
): Promise<Posted> {
  const order = await tx.one<Order>(
    sql`select id, status, warehouse_id, exchange_rate::text as rate, currency from purchase_order where id = ${poId} for update`,
  )
  if (!order) throw new AppError(NOT_FOUND)
  const lines = new Map(
    (
      await tx.rows<OrderLine>(sql`
        select l.id, l.stock_id, s.sku, l.quantity, l.received_quantity as received, l.rejected_quantity as rejected, l.closed_quantity as closed,
          l.unit_cost_minor as unit, l.discount_minor as discount
        from purchase_order_line l join (${stocksSql}) on s.id = l.stock_id where l.po_id = ${poId} order by l.id for update of l`)
    ).map((l) => [l.id, l]),
  )
  refuseState(order, [...counted.values()])
  for (const [i, { unit_cost }] of counted) if (unit_cost !== null) assertPayable(`lines.${i}.unit_cost`, unit_cost, order.currency)
  await refuseWrong(tx, counted, lines)
  const reasons = judge(ctx, counted, lines, about.over)
  const posted = await write(tx, ctx, order, counted, lines, about.delivery_note)
  const status = reasons.length > 0 ? 'abnormal' : order.status === 'abnormal' ? 'abnormal' : getStatus([...lines.values()])
  if (status !== order.status) {
    const reason = reasons.map((r) => ctx.kernel.i18n.text(ctx.mainLanguage, r)).join(' ')
    await ctx.kernel.resources.transitionIn(tx, ctx, po, poId, moveTo[status], { reason: reason.slice(0, 250) })
  }
  for (const resource of ['po', 'goods_receipt']) tx.invalidate(resource)
  tx.emit('goods.received', { receiptId: posted.id, poId }, { type: 'po', id: poId })
  return { ...posted, status }
}

/** Receipts require a placed order; corrections are possible until it is completed. */
function refuseState(order: Order, counted: readonly Counted[]): void {
  const back = counted.every((c) => c.accepted <= 0 && c.rejected <= 0)
  const allowed = back ? ['partial_received', 'received', 'abnormal'] : underWay
  if (!allowed.includes(order.status))
    throw new AppError(WRONG_STATE, {
      status: [
        message(back ? 'purchasing:error.not_correctable' : 'purchasing:error.not_receivable', { status: { status: order.status } }),
      ],
    })
}

async function refuseWrong(tx: Tx, counted: ReadonlyMap<number, Counted>, lines: ReadonlyMap<number, OrderLine>): Promise<void> {
  const errors: Record<string, Message[]> = {}
  const rejected = new Map<number, number>()
  const correctedUnits = new Map<string, number>()
  for (const [i, c] of counted) {
    const line = lines.get(c.po_line_id)
    const at = `lines.${i}`
    const correction = c.accepted < 0 || c.rejected < 0
    if (!line) errors[`${at}.po_line_id`] = [message('core:rule.choice')]
    else if (correction && (c.accepted > 0 || c.rejected > 0)) errors[`${at}.accepted`] = [message('purchasing:error.mixed')]
    else if ((correction || c.rejected > 0) && c.reason.trim() === '') errors[`${at}.reason`] = [message('purchasing:error.reason_needed')]
    else if (correction) {
      const key = `${c.po_line_id} ${c.expiry_date ?? ''} ${c.lot_code ?? ''}`
      correctedUnits.set(key, (correctedUnits.get(key) ?? 0) - c.accepted)
      rejected.set(c.po_line_id, (rejected.get(c.po_line_id) ?? 0) - c.rejected)
      const there = await acceptedAt(tx, c)
      if ((correctedUnits.get(key) ?? 0) > there) errors[`${at}.accepted`] = [message('purchasing:error.correction_most', { count: there })]
      else if ((rejected.get(c.po_line_id) ?? 0) > line.rejected)
        errors[`${at}.rejected`] = [message('purchasing:error.correction_most', { count: line.rejected })]
    }
  }
  if (Object.keys(errors).length > 0) throw new AppError(INVALID, errors)
}

/** Units of a line received with this expiry date and lot. */
async function acceptedAt(tx: Tx, c: Counted): Promise<number> {
  const row = await tx.one<{ n: number }>(sql`select coalesce(sum(accepted), 0)::int as n from goods_receipt_line
    where po_line_id = ${c.po_line_id} and expiry_date is not distinct from ${c.expiry_date}::date and lot_code is not distinct from ${c.lot_code}`)
  return row?.n ?? 0
}

/** Agreed unit cost of a line. */
const getNet = ({ unit, quantity, discount }: OrderLine): number => netUnit(unit, quantity, discount)

/** Adds the counted units to the lines. Returns the discrepancy the buyer must settle, if any. */
function judge(ctx: Ctx, counted: ReadonlyMap<number, Counted>, lines: ReadonlyMap<number, OrderLine>, over: boolean): Message[] {
  const rules = ctx.kernel.settings.of(purchasing)
  const reasons: Message[] = []
  const errors: Record<string, Message[]> = {}
  for (const [i, c] of counted) {
    const line = lines.get(c.po_line_id)
    if (!line) continue
    const left = getMostReceivable(line, rules.over_receipt_percent) - line.received - line.rejected
    line.received += c.accepted
    line.rejected += c.rejected
    if (c.accepted + c.rejected > 0 && c.accepted + c.rejected > left) {
      if (over)
        reasons.push(message('purchasing:error.came_over', { sku: line.sku, came: line.received + line.rejected, ordered: line.quantity }))
      else errors[`lines.${i}.accepted`] = [message('purchasing:error.over', { count: Math.max(0, left) })]
    }
    if (c.unit_cost !== null && c.accepted > 0 && differs(getNet(line), c.unit_cost, rules.cost_difference_percent))
      reasons.push(message('purchasing:error.cost_differs', { sku: line.sku }))
  }
  if (Object.keys(errors).length > 0) throw new AppError(OVER_RECEIPT, errors)
  return reasons
}

async function write(
  tx: Tx,
  ctx: Ctx,
  order: Order,
  counted: ReadonlyMap<number, Counted>,
  lines: ReadonlyMap<number, OrderLine>,
  note: string,
): Promise<{ id: number; number: string }> {
  const number = await nextNumber(tx, 'GR', 'goods_receipt_number_seq')
  const by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  const head = { number, po_id: order.id, warehouse_id: order.warehouse_id, received_by: by, delivery_note: note }
  const id = await tx.insert(goodsReceipt, head)
  const rows = []
  for (const [i, c] of counted) {
    const line = lines.get(c.po_line_id) as OrderLine
    const cost = c.accepted < 0 ? await findCost(tx, c, line) : (c.unit_cost ?? getNet(line))
    rows.push({ ...c, i, stock_id: line.stock_id, cost, base: toBase(cost, order.rate), lot: c.lot_code, expiry: c.expiry_date })
  }
  const goods = rows.filter((r) => r.accepted !== 0)
  const places = await bookReceived(tx, ctx, id, order, goods)
  const written = rows.map((r) => ({
    po_line_id: r.po_line_id,
    stock_id: r.stock_id,
    inventory_id: places[goods.indexOf(r)] ?? null,
    accepted: r.accepted,
    rejected: r.rejected,
    expiry_date: r.expiry,
    lot_code: r.lot,
    reason: r.reason,
    unit_cost_minor: r.cost,
    base_unit_cost_minor: r.base,
  }))
  await tx.insertAll(goodsReceiptLine, written, { receipt_id: id })
  const sums = [...lines.values()].map(({ id: line, received, rejected }) => ({ id: line, received, rejected }))
  await tx.run(sql`update purchase_order_line l set received_quantity = s.received, rejected_quantity = s.rejected, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as s(id bigint, received int, rejected int)
    where l.id = s.id and (l.received_quantity, l.rejected_quantity) is distinct from (s.received, s.rejected)`)
  return { id, number }
}

/** The cost at which returned units were received. */
async function findCost(tx: Tx, c: Counted, line: OrderLine): Promise<number> {
  const row = await tx.one<{ cost: number }>(sql`select unit_cost_minor as cost from goods_receipt_line
    where po_line_id = ${c.po_line_id} and accepted > 0 and expiry_date is not distinct from ${c.expiry_date}::date
      and lot_code is not distinct from ${c.lot_code} order by id desc limit 1`)
  return row?.cost ?? getNet(line)
}

async function bookReceived(
  tx: Tx,
  ctx: Ctx,
  receipt: number,
  order: Order,
  goods: readonly (Counted & { i: number; stock_id: number; base: number })[],
): Promise<number[]> {
  if (goods.length === 0) return []
  const delivered = goods.map((g) => ({
    stock_id: g.stock_id,
    warehouse_id: order.warehouse_id,
    quantity: g.accepted,
    expiry_date: g.expiry_date,
    lot_code: g.lot_code,
    unit_cost: g.base,
    path: `lines.${g.i}`,
  }))
  try {
    return await ctx.kernel.get(INVENTORY).receive(tx, ctx, { type: 'goods_receipt', id: receipt }, delivered)
  } catch (error) {
    // Maps the inventory field `quantity` to the receipt field `accepted`.
    if (!(error instanceof AppError) || Array.isArray(error.messages)) throw error
    throw new AppError(
      error.kind,
      Object.fromEntries(Object.entries(error.messages).map(([k, v]) => [k.replace(/\.quantity$/, '.accepted'), v])),
    )
  }
}
