import { type Ctx, sql, type Tx } from 'stoa'
import { employeeAccountSql } from 'stoa/plugins/hr'
import type { PaySource } from 'stoa/plugins/payroll'
import { settlementTable } from '../statuses.ts'
import { withAllCommissions } from './scope.ts'

/** Name of the source, and the first part of the references of its items. */
export const COMMISSION_SOURCE = 'commission'

const toIds = (refs: readonly string[]): number[] => refs.map((ref) => Number(ref.split('/')[1])).toSorted((one, two) => one - two)
/** The number in the reference of a payroll such as `payroll/12`. */
const toPayrollId = (reference: string): number => Number(reference.split('/')[1])

/** Approved settlements as earnings of payslips. Commission is a wage and relevant income. Specification backoffice 2.9. */
export const commissionPaySource: PaySource = {
  async read(db, _ctx, { employees, until, currency }) {
    const rows = await db.rows<{ id: number; number: string; employee_id: number; amount: number }>(sql`
      select s.id, s.number, e.id as employee_id, s.total_minor as amount
      from unnest(${[...employees]}::bigint[]) e(id) join commission_settlement s on s.admin_id = ${employeeAccountSql(sql`e.id`)}
      where s.status = 'approved' and s.payroll_id is null and s.currency = ${currency} and s.period_end <= ${until}::date and s.total_minor > 0
      order by e.id, s.id`)
    const shared = { code: 'commission', kind: 'earning', is_relevant: true, is_wage: true } as const
    return rows.map(({ id, number, employee_id, amount }) => ({
      ...shared,
      employee_id,
      amount,
      ref: `${COMMISSION_SOURCE}/${id}`,
      title: number,
    }))
  },
  async claim(tx, _ctx, refs, reference) {
    await tx.run(sql`select 1 from commission_settlement where id = any(${toIds(refs)}::bigint[]) order by id for update`)
    const claimed =
      await tx.run(sql`update commission_settlement set payroll_id = ${toPayrollId(reference)}, version = version + 1, updated_at = now()
      where id = any(${toIds(refs)}::bigint[]) and status = 'approved' and (payroll_id is null or payroll_id = ${toPayrollId(reference)})`)
    tx.invalidate('commission_settlement')
    return claimed
  },
  async release(tx, reference) {
    await tx.run(sql`update commission_settlement set payroll_id = null, version = version + 1, updated_at = now()
      where payroll_id = ${toPayrollId(reference)} and status = 'approved'`)
    tx.invalidate('commission_settlement')
  },
  async markPaid(tx, ctx, reference, payment) {
    await markPaid(tx, ctx, toPayrollId(reference), payment)
  },
}

/** Marks the settlements of a payroll as paid. A second call finds none. */
async function markPaid(tx: Tx, ctx: Ctx, payrollId: number, { paid_on, number }: { paid_on: string; number: string }): Promise<void> {
  const rows = await tx.rows<{ id: number }>(sql`
    select id from commission_settlement where payroll_id = ${payrollId} and status = 'approved' order by id for update`)
  const all = withAllCommissions(ctx)
  for (const { id } of rows)
    await ctx.kernel.resources.transitionIn(tx, all, settlementTable, id, 'settle', { paid_at: paid_on, payment_reference: number })
}
