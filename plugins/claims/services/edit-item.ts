import {
  type Ctx,
  findAmountProblem,
  formatMoney,
  idempotent,
  message,
  NOT_FOUND,
  AppError,
  parseMoney,
  sql,
  type Tx,
  validationError,
} from 'stoa'
import { readRateOn } from 'stoa/plugins/currency'
import { findCurrencyProblem, findMileageRate, isDistance, toBaseAmount, toMileageAmount } from '../domain/expense-amount.ts'
import { hrReimbursementItem } from '../resources/reimbursement-item.ts'
import { readCategories } from './categories.ts'
import { withAllClaims } from './claim-scope.ts'
import { type LockedClaim, lockDraft, updateTotals } from './edit-claim.ts'
import { type StoredItem, readItems } from './items.ts'
import { type StoredReceipt, storeReceipt, type UploadedReceipt } from './store-receipt.ts'

/** An expense as a form sends it. Amount as text in the currency of the receipt. */
export interface ExpenseInput {
  expense_date: string
  category_id: number
  description: string
  currency: string
  /** Null for a distance. */
  amount: string | null
  mileage_km: string | null
  reason: string
  /** The receipt is removed, when no other file is sent. */
  remove_receipt: boolean
}

/** Largest amount of an expense in minor units of the base currency: one thousand million. */
const MOST_BASE_AMOUNT = 100_000_000_000

/** Most expenses of a claim. */
export const MOST_ITEMS = 100

interface Conversion {
  rate: string
  rate_date: string
  rate_source: 'base' | 'day' | 'settings' | 'manual'
  rate_note: string
}

/**
 * The exchange rate of an expense. A rate that finance entered stays as long as currency and date do.
 * @throws AppError INVALID at `currency`
 */
async function findConversion(
  tx: Tx,
  { kernel }: Ctx,
  expense: { currency: string; expense_date: string },
  old?: StoredItem,
): Promise<Conversion> {
  const { currency: code, expense_date: date } = expense
  if (old?.rate_source === 'manual' && old.currency === code && old.expense_date === date) {
    const { rate, rate_date, rate_source, rate_note } = old
    return { rate, rate_date, rate_source, rate_note }
  }
  const found = await readRateOn(tx, kernel, code, date)
  if (!found) throw validationError({ currency: message('claims:error.no_rate', { code, date }) })
  return { rate: found.rate, rate_date: found.date, rate_source: found.source, rate_note: '' }
}

/** The columns of an expense that follow from category, amount and distance. @throws AppError INVALID by field */
async function findAmounts(tx: Tx, ctx: Ctx, claim: LockedClaim, input: ExpenseInput, old?: StoredItem) {
  const [category] = await readCategories(tx, ctx, sql`t.id = ${input.category_id} and (t.enabled or t.id = ${old?.category_id ?? 0})`)
  if (!category) throw validationError({ category_id: message('core:rule.not_exists') })
  if (category.is_mileage) {
    if (input.mileage_km === null || !isDistance(input.mileage_km)) throw validationError({ mileage_km: message('claims:error.distance') })
    const applied = findMileageRate(category.mileage_rates, input.expense_date)
    if (!applied) throw validationError({ expense_date: message('claims:error.no_km_rate', { category: category.title }) })
    const amount = toMileageAmount(input.mileage_km, applied.rate, claim.currency)
    if (amount === 0) throw validationError({ mileage_km: message('claims:error.distance') })
    const conversion = { rate: '1', rate_date: input.expense_date, rate_source: 'base' as const, rate_note: '' }
    return {
      ...conversion,
      currency: claim.currency,
      amount,
      base_amount: amount,
      mileage_km: input.mileage_km,
      mileage_rate: applied.rate,
    }
  }
  const amount = parseMoney(input.amount ?? '0')
  if (amount <= 0) throw validationError({ amount: message('claims:error.amount') })
  const code = input.currency.toUpperCase()
  if (findCurrencyProblem(amount, code) === 'finer_currency')
    throw validationError({ currency: message('claims:error.finer_currency', { code, base: claim.currency }) })
  const problem = findAmountProblem(amount, code)
  if (problem) throw validationError({ amount: problem })
  const conversion = await findConversion(tx, ctx, { currency: code, expense_date: input.expense_date }, old)
  const base_amount = toBaseAmount(amount, conversion.rate, claim.currency)
  if (base_amount > MOST_BASE_AMOUNT) throw validationError({ amount: message('claims:error.amount') })
  return { ...conversion, currency: code, amount, base_amount, mileage_km: null, mileage_rate: null }
}

const toReceiptFields = (receipt: StoredReceipt | null | undefined) =>
  receipt === undefined
    ? {}
    : {
        receipt: receipt?.id ?? null,
        receipt_path: receipt?.path ?? '',
        receipt_name: receipt?.name ?? '',
        receipt_sha256: receipt?.sha256 ?? '',
      }

async function writeItem(
  tx: Tx,
  ctx: Ctx,
  claim: LockedClaim,
  { input, receipt, old }: { input: ExpenseInput; receipt: StoredReceipt | undefined; old?: StoredItem },
): Promise<number> {
  const { amount, base_amount, ...conversion } = await findAmounts(tx, ctx, claim, input, old)
  const columns = {
    ...conversion,
    expense_date: input.expense_date,
    category_id: input.category_id,
    description: input.description,
    reason: input.reason,
    amount: formatMoney(amount),
    base_amount: formatMoney(base_amount),
    ...toReceiptFields(receipt ?? (input.remove_receipt ? null : undefined)),
  }
  const as = withAllClaims(ctx)
  const { resources } = ctx.kernel
  if (old) await resources.updateIn(tx, as, hrReimbursementItem, old.id, columns)
  const owner = { reimbursement_id: claim.id, employee_id: claim.employee_id }
  const id = old?.id ?? (await resources.createIn(tx, as, hrReimbursementItem, { ...owner, ...columns })).id
  await updateTotals(tx, claim.id)
  return id
}

/** The expense of a locked claim. @throws AppError NOT_FOUND */
async function requireItem(tx: Tx, claimId: number, itemId: number): Promise<StoredItem> {
  const item = (await readItems(tx, claimId)).find(({ id }) => id === itemId)
  if (!item) throw new AppError(NOT_FOUND)
  return item
}

interface Upload {
  file: UploadedReceipt | undefined
}

/** Adds an expense to a draft. A repeated upload with the same key gets the first expense. @returns its id */
export async function addItem(
  ctx: Ctx,
  owner: { employeeId: number; claimId: number },
  input: ExpenseInput,
  { file, key }: Upload & { key: string | undefined },
): Promise<number> {
  const receipt = file && (await storeReceipt(ctx, file))
  return ctx.kernel.transaction((tx) =>
    idempotent(tx, `claim item ${owner.claimId}`, key, { ...input, sha256: receipt?.sha256 }, async () => {
      const claim = await lockDraft(tx, owner.employeeId, owner.claimId)
      const count = await tx.one<{ n: number }>(sql`select count(*) as n from hr_reimbursement_item where reimbursement_id = ${claim.id}`)
      if (Number(count?.n ?? 0) >= MOST_ITEMS)
        throw validationError({ description: message('claims:error.too_many_items', { count: MOST_ITEMS }) })
      return writeItem(tx, ctx, claim, { input, receipt })
    }),
  )
}

/** Changes an expense of a draft. @throws AppError NOT_FOUND, WRONG_STATE, INVALID by field */
export async function updateItem(
  ctx: Ctx,
  owner: { employeeId: number; claimId: number; itemId: number },
  input: ExpenseInput,
  { file }: Upload,
): Promise<void> {
  const receipt = file && (await storeReceipt(ctx, file))
  await ctx.kernel.transaction(async (tx) => {
    const claim = await lockDraft(tx, owner.employeeId, owner.claimId)
    const old = await requireItem(tx, claim.id, owner.itemId)
    await writeItem(tx, ctx, claim, { input, receipt, old })
  })
}

/** Removes an expense of a draft with its receipt. @throws AppError NOT_FOUND, WRONG_STATE */
export const removeItem = (ctx: Ctx, owner: { employeeId: number; claimId: number; itemId: number }): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    const claim = await lockDraft(tx, owner.employeeId, owner.claimId)
    await requireItem(tx, claim.id, owner.itemId)
    await ctx.kernel.resources.removeIn(tx, withAllClaims(ctx), hrReimbursementItem, owner.itemId)
    await updateTotals(tx, claim.id)
  })

/** Converts the expenses of a draft again: a rate of their day may have been recorded since. The caller holds the row lock. */
export async function refreshRates(tx: Tx, ctx: Ctx, claim: LockedClaim): Promise<void> {
  for (const item of await readItems(tx, claim.id)) {
    if (item.rate_source !== 'settings') continue
    const { rate, rate_date, rate_source } = await findConversion(tx, ctx, item)
    const base = toBaseAmount(item.amount, rate, claim.currency)
    await tx.run(sql`update hr_reimbursement_item set rate = ${rate}::numeric, rate_date = ${rate_date}::date, rate_source = ${rate_source},
      base_amount_minor = ${base}, version = version + 1, updated_at = now() where id = ${item.id}`)
  }
  await updateTotals(tx, claim.id)
}
