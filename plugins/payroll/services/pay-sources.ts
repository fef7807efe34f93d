import { type Ctx, type Db, extensionPoint, sql, type Tx } from 'stoa'
import type { PayItem } from '../domain/types.ts'

/** A single earning or deduction of an employee. */
export interface EmployeePayItem extends PayItem {
  employee_id: number
}

/** Employees whose items a payroll reads, up to a date, in a currency. */
export interface PayItemQuery {
  employees: readonly number[]
  until: string
  currency: string
}

/**
 * A source of single earnings and deductions, such as expense claims. The part of `ref` before the slash is the name of its
 * contribution: `item/12`.
 */
export interface PaySource {
  /** Items that no payroll has used. One statement. */
  read(db: Pick<Db, 'rows'>, ctx: Ctx, query: PayItemQuery): Promise<readonly EmployeePayItem[]>
  /** Reserves items for a payroll such as `payroll/12`. @returns how many were still free; fewer than `refs` refuses the approval */
  claim(tx: Tx, ctx: Ctx, refs: readonly string[], reference: string): Promise<number>
  /** Frees what a canceled payroll had reserved. */
  release(tx: Tx, reference: string): Promise<void>
  /** Records that a payroll was paid. */
  markPaid(tx: Tx, ctx: Ctx, reference: string, payment: PayrollPayment): Promise<void>
}

/** The payment of a payroll: the day, and the number of the payroll. */
export interface PayrollPayment {
  paid_on: string
  number: string
}

export const PAYROLL_SOURCES = extensionPoint<PaySource>('payroll/sources', {
  description: 'sources of single earnings and deductions of payslips, such as expense claims',
})

/** Items of all sources, in the order of the sources. */
export async function readPayItems(db: Pick<Db, 'rows'>, ctx: Ctx, query: PayItemQuery): Promise<EmployeePayItem[]> {
  const items: EmployeePayItem[] = []
  for (const source of ctx.kernel.contributions(PAYROLL_SOURCES).values()) items.push(...(await source.read(db, ctx, query)))
  return items
}

const toIds = (refs: readonly string[]): number[] => refs.map((ref) => Number(ref.split('/')[1])).toSorted((one, other) => one - other)

/** Additional earnings and deductions that staff enter. */
export const ownPayItems: PaySource = {
  read: (db, _ctx, { employees, until, currency }) =>
    db.rows<EmployeePayItem>(sql`
      select employee_id, code, kind, amount_minor as amount, is_relevant, is_wage, 'item/' || id as ref, title
      from hr_pay_item where employee_id = any(${[...employees]}::bigint[]) and date <= ${until}::date and currency = ${currency}
        and status = 'pending' and claimed_by is null order by employee_id, date, id`),
  async claim(tx, _ctx, refs, reference) {
    await tx.run(sql`select 1 from hr_pay_item where id = any(${toIds(refs)}::bigint[]) order by id for update`)
    const claimed = await tx.run(sql`
      update hr_pay_item set claimed_by = ${reference}, status = 'approved', version = version + 1, updated_at = now()
      where id = any(${toIds(refs)}::bigint[]) and claimed_by is null and status = 'pending'`)
    tx.invalidate('hr_pay_item')
    return claimed
  },
  async release(tx, reference) {
    await tx.run(sql`update hr_pay_item set claimed_by = null, status = 'pending', version = version + 1, updated_at = now()
      where claimed_by = ${reference}`)
    tx.invalidate('hr_pay_item')
  },
  async markPaid(tx, _ctx, reference) {
    await tx.run(sql`update hr_pay_item set status = 'paid', version = version + 1, updated_at = now() where claimed_by = ${reference}`)
    tx.invalidate('hr_pay_item')
  },
}
