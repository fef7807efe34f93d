import {
  currencyDecimals,
  defineResource,
  type DraftInput,
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
import { importFields } from './order-import-fields.ts'

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
  fields: importFields,
  hooks: { beforeValidate: normalizeInput, validate: validateAmounts, afterSaveMany: writeImportedOrders, afterDelete: deleteOrder },
})

/** Fields that identify the buyer. */
const PERSONAL = [
  ...(['email', 'first_name', 'last_name', 'phone', 'customer_note'] as const),
  ...(['recipient', 'recipient_last_name', 'recipient_phone', 'street', 'street2', 'city', 'province', 'zip'] as const),
  ...(['billing_street', 'billing_street2', 'billing_city', 'billing_province', 'billing_zip'] as const),
]

/** Currency and exchange rate are fixed on import, as for other orders on placement. */
function normalizeInput({ ctx: { kernel }, input, old }: DraftInput<typeof importFields>): void {
  // Erased personal data is not restored by importing the same file again.
  if (old?.erased_at) for (const name of PERSONAL) delete input[name]
  if (!old || input.currency !== undefined) input.currency = (input.currency || baseCurrency(kernel)).toUpperCase()
  if (input.discount?.startsWith('-')) input.discount = input.discount.slice(1)
  if (input.refunded?.startsWith('-')) input.refunded = input.refunded.slice(1)
  if (!old || input.currency !== undefined) input.exchange_rate ??= getRate(kernel, input.currency ?? old?.currency ?? '') ?? null
}

/** @throws AppError INVALID */
function validateAmounts({ input, old }: ValidatedInput<typeof importFields>): void {
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

function deleteOrder({ tx, ctx, row }: DeleteContext<typeof importFields>): Promise<void> {
  return deleteImportedOrder(tx, ctx, row.order_id)
}
