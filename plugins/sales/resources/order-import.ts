import {
  currencyDecimals,
  defineResource,
  type DraftInput,
  f,
  findIndexBeyond,
  validationError,
  parseMoney,
  type DeleteContext,
  type Row,
  type SheetWarning,
  formatMoney,
  message,
  type ValidatedInput,
} from 'stoa'
import { baseCurrency, isCurrencyCode, getRate } from 'stoa/plugins/currency'
import { importedAmounts, findLineTooLarge } from '../services/imported/amounts.ts'
import { exportOrders } from '../services/imported/orders-to-move.ts'
import { deleteImportedOrder, writeImportedOrders } from '../services/imported/write-orders.ts'

const MAX_UNITS = 999_999
const fixed = { readOnly: true } as const
const textField = (maxLength: number) => f.text({ default: '', maxLength })
const amount = f.money({ default: '0.00' })

/** A line of an imported order. */
export const orderImportLine = defineResource({
  name: 'order_import_line',
  verbs: [],
  label: 'item',
  fields: {
    order_import_id: f.one('order_import', { ...fixed, sheet: false }),
    sku: textField(100),
    item: f.text({ maxLength: 500 }),
    quantity: f.int({ default: 1, min: 0, max: MAX_UNITS }),
    price: f.money(),
    line_discount: f.money({ default: '0.00' }),
  },
})

const fields = {
  imported_from: f.text({ list: 1, filter: true, maxLength: 40 }),
  imported_number: f.text({ list: 2, search: true, maxLength: 60 }),
  placed_at: f.instant({ list: 3, sort: true, filter: true }),
  status: f.pick(['completed', 'canceled', 'refunded'], { default: 'completed', list: 5, filter: true, widget: 'status' }),
  email: f.maybe(f.email({ list: 4, search: true })),
  first_name: textField(200),
  last_name: textField(100),
  phone: textField(40),
  currency: f.text({ default: '', maxLength: 3 }),
  exchange_rate: f.maybe(f.decimal()),
  subtotal: f.maybe(f.money()),
  discount: f.money({ default: '0.00', min: -100_000_000_000 }),
  discount_code: textField(200),
  shipping: amount,
  tax: amount,
  total: f.money({ list: 6, sort: true }),
  outstanding: f.maybe(f.money({ min: -100_000_000_000 })),
  refunded: f.money({ default: '0.00', min: -100_000_000_000 }),
  payment_title: textField(200),
  shipping_title: textField(200),
  recipient: textField(200),
  recipient_last_name: textField(100),
  recipient_phone: textField(40),
  street: textField(300),
  street2: textField(300),
  city: textField(100),
  province: textField(100),
  zip: textField(30),
  country: textField(60),
  billing_street: textField(300),
  billing_street2: textField(300),
  billing_city: textField(100),
  billing_province: textField(100),
  billing_zip: textField(30),
  billing_country: textField(60),
  customer_note: f.area({ default: '', maxLength: 5_000 }),
  earn_points: f.flag({ default: false }),
  order_id: f.maybe(f.one('order', { ...fixed, sheet: false })),
  erased_at: f.maybe(f.instant({ ...fixed, sheet: false, form: false })),
  lines: f.rows(orderImportLine, { by: 'order_import_id' }),
}

/**
 * Orders of another shop from an imported file, each identified by its number there. Each creates a read-only order
 * as history, which counts in reports.
 */
export const orderImport = defineResource({
  name: 'order_import',
  label: 'imported_number',
  sortBy: '-id',
  verbs: ['get', 'import', 'export'],
  audit: false,
  fresh: ['export'],
  listCreated: true,
  transfer: { more: exportOrders },
  sheet: { key: ['imported_from', 'imported_number'], warn: listWarnings },
  fields,
  hooks: { beforeValidate: normalizeInput, validate: validateAmounts, afterSaveMany: writeImportedOrders, afterDelete: deleteOrder },
})

/** Fields that identify the buyer. */
const PERSONAL = [
  ...(['email', 'first_name', 'last_name', 'phone', 'customer_note'] as const),
  ...(['recipient', 'recipient_last_name', 'recipient_phone', 'street', 'street2', 'city', 'province', 'zip'] as const),
  ...(['billing_street', 'billing_street2', 'billing_city', 'billing_province', 'billing_zip'] as const),
]

/** Currency and exchange rate are fixed on import, as for other orders on placement. */
function normalizeInput({ ctx: { kernel }, input, old }: DraftInput<typeof fields>): void {
  // Erased personal data is not restored by importing the same file again.
  if (old?.erased_at) for (const name of PERSONAL) delete input[name]
  if (!old || input.currency !== undefined) input.currency = (input.currency || baseCurrency(kernel)).toUpperCase()
  if (input.discount?.startsWith('-')) input.discount = input.discount.slice(1)
  if (input.refunded?.startsWith('-')) input.refunded = input.refunded.slice(1)
  if (!old || input.currency !== undefined) input.exchange_rate ??= getRate(kernel, input.currency ?? old?.currency ?? '') ?? null
}

/** @throws AppError INVALID */
function validateAmounts({ input, old }: ValidatedInput<typeof fields>): void {
  const row = { ...old, ...input, lines: mergeLines(old, input) }
  if (!isCurrencyCode(row.currency ?? '')) throw validationError({ currency: message('currency:error.code', { code: row.currency }) })
  if (currencyDecimals(row.currency ?? '') > 2)
    throw validationError({ currency: message('currency:error.decimals', { code: row.currency }) })
  if (!row.exchange_rate || Number(row.exchange_rate) <= 0)
    throw validationError({ currency: message('sales:imported.no_rate', { currency: row.currency }) })
  if (Date.parse(row.placed_at ?? '') > Date.now()) throw validationError({ placed_at: message('sales:imported.future') })
  const { exchange_rate: rate } = row
  if (findIndexBeyond([parseMoney(row.total ?? '0')], rate) >= 0) throw validationError({ total: message('sales:error.total_large') })
  const large = findLineTooLarge(row.lines, rate)
  if (large >= 0) throw validationError({ [`lines.${large}.price`]: message('sales:imported.too_large') })
  const amounts = importedAmounts(row)
  if (!amounts) throw validationError({ total: message('sales:imported.too_little') })
  if (parseMoney(row.refunded ?? '0') > amounts.paid) throw validationError({ refunded: message('sales:imported.refunded_more') })
}

/** The lines of an order after the import: the file lists existing lines by id, with their changes. */
const mergeLines = (old: { lines?: readonly Row[] } | null, { lines }: { lines?: readonly object[] | undefined }): readonly object[] => {
  const before = new Map(old?.lines?.map((line) => [line.id, line]))
  return lines?.map((line) => ({ ...('id' in line ? before.get(Number(line.id)) : undefined), ...line })) ?? old?.lines ?? []
}

function listWarnings(row: Record<string, unknown>): SheetWarning[] {
  const amounts = importedAmounts(row)
  if (!amounts || amounts.adjustment === 0) return []
  const params = {
    computed: formatMoney(amounts.computed),
    total: formatMoney(amounts.computed + amounts.adjustment),
    difference: formatMoney(amounts.adjustment),
  }
  return [{ fields: ['total'], why: message('sales:imported.adjusted', params) }]
}

function deleteOrder({ tx, ctx, row }: DeleteContext<typeof fields>): Promise<void> {
  return deleteImportedOrder(tx, ctx, row.order_id)
}
