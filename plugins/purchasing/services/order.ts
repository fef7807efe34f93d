import {
  assertPayable,
  type DraftInput,
  findIndexBeyond,
  type FieldsInput,
  validationError,
  parseMoney,
  type DeleteContext,
  roundAmount,
  type SavedRecord,
  sql,
  message,
  type Message,
  type Tx,
  type ValidatedInput,
} from 'stoa'
import { baseCurrency, getRate } from 'stoa/plugins/currency'
import { nextNumber } from 'stoa/plugins/documents'
import { toBase } from '../domain/amounts.ts'
import type { PoFields } from '../resources/po-fields.ts'
import { rejectUnknownCurrency } from './currencies.ts'

type Line = NonNullable<FieldsInput<PoFields>['lines']>[number]

/** Fields that can change after submission. */
const loose: readonly string[] = ['remark', 'expected_at']
/** Fields of a line that count as a change. */
const lineParts = ['id', 'stock_id', 'supplier_sku', 'quantity', 'unit_cost', 'discount'] as const

const blank = (value: string | null | undefined): value is '' | null | undefined => value === undefined || value === null || value === ''

/** Fills in defaults from the supplier's terms: currency, rate, costs and supplier SKUs. */
export async function completeOrder({ ctx, tx, mode, input, old }: DraftInput<PoFields>): Promise<void> {
  const supplierId = input.supplier_id ?? old?.supplier_id ?? 0
  const supplier = await tx.one<{ currency: string }>(sql`select currency from supplier where id = ${supplierId}`)
  if ((mode === 'create' || input.currency !== undefined) && blank(input.currency)) input.currency = supplier?.currency ?? ''
  input.currency = input.currency?.toUpperCase()
  const code = input.currency ?? old?.currency ?? ''
  const moved = old !== null && input.currency !== undefined && input.currency !== old.currency
  if (moved || ((mode === 'create' || input.exchange_rate !== undefined) && blank(input.exchange_rate)))
    input.exchange_rate = getRate(ctx.kernel, code) ?? null
  if (input.lines) input.lines = await fillLines(tx, input.lines, supplierId)
}

async function fillLines(tx: Tx, lines: readonly Line[], supplier: number): Promise<Line[]> {
  const stocks = lines.flatMap((l) => l.stock_id ?? [])
  const terms = await tx.rows<{ stock_id: number; supplier_sku: string; cost: string }>(sql`
    select stock_id, supplier_sku, (cost_minor / 100.0)::numeric(14, 2)::text as cost from supplier_stock
    where supplier_id = ${supplier} and stock_id = any(${stocks}::bigint[])`)
  return lines.map((line) => {
    const term = terms.find((t) => t.stock_id === line.stock_id)
    if (!term || line.id) return line
    return {
      ...line,
      ...(blank(line.unit_cost) ? { unit_cost: term.cost } : {}),
      ...(blank(line.supplier_sku) ? { supplier_sku: term.supplier_sku } : {}),
    }
  })
}

/** Rejects stocks that cannot be bought, and changes of a submitted order. */
export async function assertFrozenUnchanged({ ctx, input, old }: ValidatedInput<PoFields>): Promise<void> {
  rejectUnknownCurrency(ctx, input.currency)
  if (!blank(input.exchange_rate) && !(Number(input.exchange_rate) > 0))
    throw validationError({ exchange_rate: message('core:rule.check_input') })
  const lines = input.lines ?? []
  const costless = lines.findIndex((l) => blank(l.unit_cost) && !l.id)
  if (costless >= 0) throw validationError({ [`lines.${costless}.unit_cost`]: message('purchasing:error.cost_needed') })
  const huge = findIndexBeyond([...lines.map(getWorth), parseMoney(input.freight || '0')], input.exchange_rate || old?.exchange_rate || 1)
  if (huge === lines.length) throw validationError({ freight: message('purchasing:error.too_much') })
  if (huge >= 0) throw validationError({ [`lines.${huge}.quantity`]: message('purchasing:error.too_much') })
  assertWhole(input, input.currency ?? old?.currency ?? '')
  if (!old || old.status === 'draft') return
  const names = Object.keys(input) as (keyof PoFields)[]
  const changed = names.find((name) => input[name] !== undefined && !loose.includes(name) && !same(name, input, old))
  if (changed) throw validationError({ [changed]: message('purchasing:error.frozen', { status: { status: old.status } }) })
}

/** @throws AppError INVALID by field, for amounts with more decimals than the currency of the order */
function assertWhole({ lines = [], discount, freight }: FieldsInput<PoFields>, currency: string): void {
  for (const [name, amount] of Object.entries({ discount, freight })) if (!blank(amount)) assertPayable(name, parseMoney(amount), currency)
  for (const [i, line] of lines.entries())
    for (const name of ['unit_cost', 'discount'] as const)
      if (!blank(line[name])) assertPayable(`lines.${i}.${name}`, parseMoney(line[name]), currency)
}

const getWorth = (line: Line): number => parseMoney(line.unit_cost || '0') * (line.quantity ?? 0)

function same(name: keyof PoFields, next: FieldsInput<PoFields>, before: FieldsInput<PoFields>): boolean {
  const parts = (list: readonly Line[] = []) => JSON.stringify(list.map((l) => lineParts.map((part) => String(l[part] ?? ''))))
  if (name === 'lines') return parts(next.lines) === parts(before.lines)
  if (name === 'exchange_rate') return Number(next.exchange_rate) === Number(before.exchange_rate)
  return String(next[name] ?? '') === String(before[name] ?? '')
}

/** Assigns the number of a new order and recomputes its totals from the lines. */
export async function updateTotals({ ctx, tx, id, mode, old }: SavedRecord<PoFields>): Promise<void> {
  if (mode === 'update' && old?.status !== 'draft') return
  if (mode === 'create') {
    const creator = ctx.actor.kind === 'admin' ? ctx.actor.id : null
    await tx.run(
      sql`update purchase_order set number = ${await nextNumber(tx, 'PO', 'purchase_order_number_seq')}, created_by = ${creator} where id = ${id}`,
    )
  }
  const sums = await tx.one<{ subtotal: number; discount: number; freight: number; rate: string }>(sql`
    select (select coalesce(sum(l.unit_cost_minor * l.quantity - l.discount_minor), 0)::bigint from purchase_order_line l where l.po_id = o.id) as subtotal,
      o.discount_minor as discount, o.freight_minor as freight, o.exchange_rate::text as rate from purchase_order o where o.id = ${id}`)
  if (!sums) return
  if (sums.discount > sums.subtotal) throw validationError({ discount: message('purchasing:error.discount') })
  const total = sums.subtotal - sums.discount + sums.freight
  await tx.run(sql`update purchase_order set subtotal_minor = ${sums.subtotal}, total_minor = ${total},
    base_total_minor = ${roundAmount(toBase(total, sums.rate), baseCurrency(ctx.kernel))} where id = ${id}`)
}

/** Only drafts and orders that were never placed can be deleted. */
export function canDeleteOrder({ row: { status } }: DeleteContext<PoFields>): true | Message {
  return ['draft', 'canceled'].includes(status) ? true : message('purchasing:error.stays', { status: { status } })
}
