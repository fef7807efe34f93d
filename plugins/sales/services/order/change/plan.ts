import { toLocale, type Ctx, type Db, AppError, INVALID, validationError, STALE, message, type Message } from 'stoa'
import { type TaxPart, totalTax } from '../../../domain/tax.ts'
import { type Applied, createAdjustmentSteps } from '../../sale/adjustment-providers.ts'
import { LINE_KINDS } from '../../sale/line-kinds.ts'
import { readLines, type SaleLine } from '../../sale/lines.ts'
import { findLineTooLarge, createTooLargeError } from '../../sale/amount-limits.ts'
import { type PricedLine, priceSale } from '../../sale/priced.ts'
import { type SoldLine, soldLines } from '../../sale/sale.ts'
import { priceDraftLines } from '../draft.ts'
import { type Carried, sumCarriedDiscounts, carryAdjustments, carryShippingAdjustments } from './carry-adjustments.ts'
import { planDelivery, type PlannedDelivery } from './delivery.ts'
import type { ChangeEntry } from './entries.ts'
import type { ChangeInput } from './input.ts'
import { getRequestedQuantities } from './quantities.ts'
import { type Before, type LineBefore, assertChangeable, readBefore } from './read.ts'
import { planTaxes } from './taxes.ts'

/** A line after a change; zero units remove it. */
export interface PlannedLine extends Pick<LineBefore, 'id' | 'name' | 'unit'> {
  before: number
  quantity: number
  discount: number
  total: number
  taxes: readonly TaxPart[]
}

/** The result of a change. Amounts in minor units of the order's currency. */
export interface ChangePlan extends PlannedDelivery {
  before: Before
  lines: PlannedLine[]
  added: SoldLine[]
  carried: Carried[]
  /** New adjustments, for remaining lines first and then for added lines. */
  applied: Applied[]
  subtotal: number
  discount: number
  shipping: number
  shippingTaxes: readonly TaxPart[]
  /** Sum of its taxes. */
  tax: number
  total: number
  entries: ChangeEntry[]
}

/**
 * Works out the result of a change without writing. Remaining units keep the agreed price. Additional units of a line
 * use its agreed price, added lines use today's price, and today's automatic adjustments apply to both. Inside a
 * transaction the order is locked.
 * @throws AppError NOT_FOUND, STALE, WRONG_STATE with the reason, or INVALID by field
 */
export async function planChange(db: Db, ctx: Ctx, id: number, input: ChangeInput): Promise<ChangePlan> {
  const before = await readBefore(db, ctx, id)
  const { order, lines } = before
  if (order.version !== input.version) throw new AppError(STALE)
  assertChangeable(order)
  const orderCtx: Ctx = { ...ctx, language: toLocale(order.language, ctx.mainLanguage) }
  const units = getRequestedQuantities(ctx, order, lines, input.lines)
  assertAddable(ctx, input.add)
  const currentItems = await readCurrentItems(db, orderCtx, lines)
  const furtherLines = planFurtherLines(before, currentItems, units, input)
  const money = { code: order.currency, rate: order.rate }
  const added = await priceDraftLines(orderCtx, input.add, money, db, 'add')
  assertAvailable(input, before, units, furtherLines, added)
  const carried = carryAdjustments(before.adjustments, lines, units, money.code)
  const priced = [...furtherLines.map(({ line }) => line), ...added]
  const pricing = getPricing(before, priced)
  const steps = await createAdjustmentSteps(orderCtx, pricing, {}, db)
  const sums = priceSale(priced, 0, { steps }, money)
  const carriedDiscountByLine = sumCarriedDiscounts(carried, before.adjustments, lines, units, money.code)
  const planned = lines.map((line, i): PlannedLine => {
    const quantity = units[i] ?? 0
    const at = furtherLines.findIndex(({ lineIndex }) => lineIndex === i)
    const further = at < 0 ? 0 : (priced[at]?.unit ?? 0) * (priced[at]?.quantity ?? 0) - (sums.adjusted.lines[at] ?? 0)
    const discount = (carriedDiscountByLine[i] ?? 0) + further
    return {
      id: line.id,
      name: line.name,
      unit: line.unit,
      before: line.quantity,
      quantity,
      discount,
      total: line.unit * quantity - discount,
      taxes: [],
    }
  })
  assertPlanFits(input, planned, added, money)
  assertCoversRefunds(input, lines, planned)
  const remainingIndexes = planned.flatMap((line, i) => (line.quantity > 0 ? [i] : []))
  const addedLines = soldLines(sums).slice(furtherLines.length)
  if (remainingIndexes.length + addedLines.length === 0) throw validationError({ lines: message('sales:error.change_empty') })
  const delivery = await planDelivery(db, orderCtx, before, input, [
    ...planned.flatMap(({ quantity, unit }, i) =>
      quantity > 0 && lines[i] ? [{ ...lines[i], read: currentItems.get(lines[i].id), quantity, unit }] : [],
    ),
    ...added.map((line) => ({ ...line, read: line })),
  ])
  const shipping = delivery.price === null ? order.shipping : carryShippingAdjustments(carried, delivery.price)
  if (shipping < order.promised_shipping) throw validationError({ shipping_method: message('sales:error.change_refunded') })
  const subtotal = getSum(planned, (l) => l.unit * l.quantity) + getSum(addedLines, (l) => l.unit * l.quantity)
  const goods = getSum(planned, (l) => l.total) + getSum(addedLines, (l) => l.total)
  const taxes = await planTaxes(db, orderCtx, {
    ...{ before, lines: planned, added: addedLines, delivery, pricing, shipping },
    further: furtherLines.map(({ lineIndex }) => lineIndex),
    amounts: sums.adjusted.lines,
  })
  return {
    ...delivery,
    before,
    lines: planned.map((line, i) => ({ ...line, taxes: taxes.lines[i] ?? [] })),
    added: addedLines.map((line, i) => ({ ...line, taxes: taxes.added[i] ?? [] })),
    carried: carried.map((adjustment) => ({
      ...adjustment,
      shares: [...remainingIndexes.map((i) => adjustment.shares[i] ?? 0), ...addedLines.map(() => 0)],
    })),
    applied: sums.adjusted.applied.map((adjustment) => ({
      ...adjustment,
      shares: [
        ...remainingIndexes.map((i) => adjustment.shares[furtherLines.findIndex(({ lineIndex }) => lineIndex === i)] ?? 0),
        ...addedLines.map((_, i) => adjustment.shares[furtherLines.length + i] ?? 0),
      ],
    })),
    subtotal,
    discount: subtotal - goods,
    shipping,
    shippingTaxes: taxes.shipping,
    tax: totalTax({ lines: [...taxes.lines, ...taxes.added], shipping: taxes.shipping }),
    total: goods + shipping,
    entries: [...lineEntries(planned, addedLines), ...delivery.entries],
  }
}

const getSum = <T>(list: readonly T[], getValue: (item: T) => number): number => list.reduce((sum, item) => sum + getValue(item), 0)

/** @throws AppError INVALID by the line at which the order exceeds the largest amount */
function assertPlanFits(input: ChangeInput, planned: readonly PlannedLine[], added: readonly PricedLine[], money: { rate: string }): void {
  const index = findLineTooLarge([...planned, ...added], money)
  const line = planned[index]
  if (index < 0) return
  throw createTooLargeError(
    line
      ? `lines.${input.lines.findIndex(({ order_line_id }) => order_line_id === line.id)}.quantity`
      : `add.${index - planned.length}.quantity`,
  )
}

/** @throws AppError INVALID for items that can be ordered but not added to an existing order */
function assertAddable({ kernel }: Ctx, add: ChangeInput['add']): void {
  const errors: Record<string, Message[]> = {}
  for (const [i, { kind }] of add.entries())
    if (!kernel.contributions(LINE_KINDS).get(kind ?? 'stock')?.changeable) errors[`add.${i}.kind`] = [message('sales:error.change_kind')]
  if (Object.keys(errors).length > 0) throw new AppError(INVALID, errors)
}

/** Current data for sale of the items of lines, by line. Items that no longer exist are left out. */
async function readCurrentItems(db: Db, ctx: Ctx, lines: readonly LineBefore[]): Promise<ReadonlyMap<number, SaleLine>> {
  const requestedLines = lines.flatMap(({ id, kind, subject_id, quantity }) =>
    subject_id === null ? [] : [{ id, kind, subject_id, quantity }],
  )
  return new Map((await readLines(db, ctx, requestedLines)).map((line) => [line.id, line]))
}

/**
 * Additional units of existing lines at the agreed price; `of` is the index of the line.
 * @throws AppError INVALID for an item that no longer exists
 */
function planFurtherLines({ lines }: Before, read: ReadonlyMap<number, SaleLine>, units: readonly number[], input: ChangeInput) {
  return lines.flatMap((line, index) => {
    const quantity = (units[index] ?? 0) - line.quantity
    if (quantity <= 0) return []
    const found = read.get(line.id)
    if (!found || found.is_deleted) throw validationError({ [getField(input, line.id)]: message('sales:cart.gone') })
    return [
      {
        lineIndex: index,
        line: {
          ...found,
          quantity,
          shopUnit: line.unit,
          unit: line.unit,
          listUnit: line.unit,
          priceReason: line.price_reason,
          discountable: line.discountable,
          gift: false,
        } satisfies PricedLine,
      },
    ]
  })
}

const getField = ({ lines }: ChangeInput, id: number): string => `lines.${lines.findIndex((l) => l.order_line_id === id)}.quantity`

/** @throws AppError INVALID at the line that needs more units than are available, including units other lines release */
function assertAvailable(
  input: ChangeInput,
  { lines }: Before,
  units: readonly number[],
  more: readonly { lineIndex: number; line: PricedLine }[],
  added: readonly PricedLine[],
): void {
  const requestedLines = [
    ...more.map(({ lineIndex, line }) => ({ line, field: getField(input, lines[lineIndex]?.id ?? 0) })),
    ...added.map((line) => ({ line, field: `add.${line.id}.quantity` })),
  ]
  const isSameItem = (line: Pick<SaleLine, 'kind' | 'subject_id'>) => (other: { kind: string; subject_id: number | null }) =>
    other.kind === line.kind && other.subject_id === line.subject_id
  for (const { line, field } of requestedLines) {
    if (line.available === null) continue
    const released = getSum(lines, (l) => (isSameItem(line)(l) ? Math.max(0, l.quantity - (units[lines.indexOf(l)] ?? 0)) : 0))
    const requested = getSum(
      requestedLines.filter(({ line: other }) => isSameItem(line)(other)),
      ({ line: other }) => other.quantity,
    )
    const available = Math.max(0, line.available + released)
    if (requested > available)
      throw validationError({ [field]: message('sales:error.change_stock', { name: line.name, count: available }) })
  }
}

const getPricing = ({ order }: Before, lines: readonly PricedLine[]) => ({
  customer: order.customer_id,
  buyer: order.email ? { email: order.email, phone: order.phone ? `${order.country_code ?? ''}${order.phone}` : null } : null,
  currency: { code: order.currency, rate: order.rate },
  channel: 'admin' as const,
  payment: order.payment_method || null,
  lines,
})

/** Refunded units of a line cannot be restored by a change. @throws AppError INVALID */
function assertCoversRefunds(input: ChangeInput, lines: readonly LineBefore[], planned: readonly PlannedLine[]): void {
  for (const [i, line] of lines.entries())
    if ((planned[i]?.total ?? 0) < line.refunded)
      throw validationError({ [getField(input, line.id)]: message('sales:error.change_refunded') })
}

const lineEntries = (lines: readonly PlannedLine[], added: readonly SoldLine[]): ChangeEntry[] => [
  ...lines.flatMap(({ name, before, quantity }): ChangeEntry[] => {
    if (quantity === before) return []
    return [quantity === 0 ? { what: 'removed', name, from: before } : { what: 'quantity', name, from: before, to: quantity }]
  }),
  ...added.map(({ name, quantity, gift }): ChangeEntry => ({ what: gift ? 'gift' : 'added', name, to: quantity })),
]
