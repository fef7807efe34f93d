import { type Ctx, type Seed, sql, systemCtx } from 'stoa'
import { baseCurrency, getRate } from 'stoa/plugins/currency'
import { hrEmployee } from 'stoa/plugins/hr'
import { hrExpenseCategory } from './resources/expense-category.ts'
import { hrReimbursement } from './resources/reimbursement.ts'
import { sampleCategories } from './sample-categories.ts'
import { drawReceipt } from './sample-receipt.ts'
import { createDraft } from './services/edit-claim.ts'
import { addItem, type ExpenseInput } from './services/edit-item.ts'
import { submitClaim } from './services/submit-claim.ts'

type CategoryIds = Readonly<Record<string, number>>

/** Categories of expenses, and some claims of the sample employees. */
export const seedClaims: Seed = async (ctx) => {
  const { db, resources } = ctx.kernel
  const ids: Record<string, number> = {}
  for (const { mileage_rates, ...category } of sampleCategories) {
    const found = await resources.findBy(ctx, hrExpenseCategory, 'code', category.code)
    const input = { ...category, mileage_rates: [...mileage_rates] }
    ids[category.code] = found?.id ?? (await resources.create(ctx, hrExpenseCategory, input)).id
  }
  if ((await db.one(sql`select 1 from hr_reimbursement limit 1`)) === undefined)
    await seedSampleClaims(systemCtx(ctx.kernel, 'claims'), ids)
}

interface SampleExpense {
  category: string
  description: string
  /** Days before today. */
  ago: number
  currency?: string
  /** Amount as text, or kilometres of a distance. */
  amount?: string
  km?: string
}

/** A paid claim, one that finance checks, one that waits for the manager, and a draft. Dates count from today. */
async function seedSampleClaims(ctx: Ctx, categories: CategoryIds): Promise<void> {
  const { kernel } = ctx
  const [first, second] = await kernel.query(hrEmployee).where('enabled', true).whereNotNull('manager_id').orderBy('id').limit(2)
  if (!first || !second) return
  const write = async (employeeId: number, title: string, expenses: readonly SampleExpense[]): Promise<number> => {
    const claimId = await createDraft(ctx, employeeId, title, undefined)
    for (const expense of expenses) await addExpense(ctx, { employeeId, claimId, categories }, expense)
    return claimId
  }
  const submit = async (employeeId: number, title: string, expenses: readonly SampleExpense[]): Promise<number> => {
    const id = await write(employeeId, title, expenses)
    await submitClaim(ctx, employeeId, id)
    return id
  }
  const move = (id: number, action: 'endorse' | 'approve' | 'pay', input: object = {}) =>
    kernel.resources.transition(ctx, hrReimbursement, id, action, { ...input })

  const paid = await submit(first.id, 'Trade fair', [
    { category: 'travel', description: 'Airport bus', ago: 32, amount: '48.00' },
    { category: 'meals', description: 'Dinner with a supplier', ago: 31, amount: '186.00' },
  ])
  await move(paid, 'endorse')
  await move(paid, 'approve', { note: 'Thank you' })
  await move(paid, 'pay', { paid_at: await findDate(ctx, 5), payment_ref: 'FPS 20118' })
  const checked = await submit(second.id, 'Factory visit in Shenzhen', [
    { category: 'travel', description: 'High-speed rail', ago: 6, currency: 'CNY', amount: '75.00' },
    { category: 'hotel', description: 'One night', ago: 6, currency: 'CNY', amount: '420.00' },
  ])
  await move(checked, 'endorse')
  await submit(first.id, 'Deliveries by car', [
    { category: 'mileage', description: 'Warehouse to Kwun Tong and back', ago: 3, km: '24.6' },
    { category: 'travel', description: 'Tunnel fee', ago: 3, amount: '30.00' },
  ])
  await write(second.id, 'Office supplies', [{ category: 'office', description: 'Label rolls', ago: 1, amount: '128.50' }])
}

const findDate = async ({ kernel }: Ctx, ago: number): Promise<string> =>
  (await kernel.db.one<{ day: string }>(sql`select to_char(business_day() - ${ago}::int, 'YYYY-MM-DD') as day`))?.day ?? ''

async function addExpense(
  ctx: Ctx,
  { employeeId, claimId, categories }: { employeeId: number; claimId: number; categories: CategoryIds },
  { category, description, ago, currency, amount, km }: SampleExpense,
): Promise<void> {
  const expense_date = await findDate(ctx, ago)
  const base = baseCurrency(ctx.kernel)
  const code = currency !== undefined && getRate(ctx.kernel, currency) !== undefined ? currency : base
  const input: ExpenseInput = {
    expense_date,
    category_id: categories[category] ?? 0,
    description,
    currency: code,
    amount: amount ?? null,
    mileage_km: km ?? null,
    reason: '',
    remove_receipt: false,
  }
  const file = amount === undefined ? undefined : await drawReceipt([description, expense_date, `${code} ${amount}`])
  await addItem(ctx, { employeeId, claimId }, input, { file, key: undefined })
}
