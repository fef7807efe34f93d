import { dropFiles, type Sql, sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { PersonalDataHandler } from 'stoa/plugins/people'

const any = (ids: readonly number[] = []): Sql => sql`any(${[...ids]}::bigint[])`

/** Claims that never became records of the business. */
const unpaid = sql`status in ('draft', 'rejected', 'canceled')`

/**
 * Businesses must keep records of expenses with their receipts for years, in Hong Kong seven (Inland Revenue Ordinance, section 51C). So
 * an erasure keeps claims that wait, are approved or paid. Of others it deletes texts and receipts; dates and amounts stay.
 */
export const claimPersonalData: PersonalDataHandler = {
  tables: {
    hr_reimbursement: true,
    hr_reimbursement_item: true,
    hr_expense_category: 'categories of expenses',
    hr_mileage_rate: 'rates per kilometre of categories of expenses',
  },
  needs: 'get hr reimbursement',
  findOwnedRows: async (db, { rows }) => ({
    hr_reimbursement: (
      await db.rows<{ id: number }>(sql`select id from hr_reimbursement where employee_id = ${any(rows.hr_employee)} order by id`)
    ).map(({ id }) => id),
    hr_reimbursement_item: (
      await db.rows<{ id: number }>(sql`select id from hr_reimbursement_item where employee_id = ${any(rows.hr_employee)} order by id`)
    ).map(({ id }) => id),
  }),
  async exportData(ctx, { rows }, requester) {
    const { db, registry } = ctx.kernel
    const visible = (resource: string) => (requester === 'person' ? sql`true` : scopeSql(ctx, registry.resource(resource)))
    return {
      expense_claims: await db.rows(sql`
        select t.number, t.title, t.currency, t.total_claimed_minor / 100.0 as total_claimed, t.total_approved_minor / 100.0 as total_approved, t.status,
          t.submitted_at, t.decided_at, t.decision_note, t.paid_by, t.paid_at, t.payment_ref, t.created_at
        from hr_reimbursement t where t.id = ${any(rows.hr_reimbursement)} and ${visible('hr_reimbursement')} order by t.id`),
      expenses: await db.rows(sql`
        select c.number as claim, t.expense_date, y.code as category, t.description, t.currency, t.amount_minor / 100.0 as amount, t.rate,
          t.base_amount_minor / 100.0 as base_amount, t.approved_amount_minor / 100.0 as approved_amount, t.approval_note, t.mileage_km, t.reason,
          t.receipt_name as receipt
        from hr_reimbursement_item t join hr_reimbursement c on c.id = t.reimbursement_id join hr_expense_category y on y.id = t.category_id
        where t.id = ${any(rows.hr_reimbursement_item)} and ${visible('hr_reimbursement_item')} order by t.id`),
    }
  },
  async eraseData(tx, _ctx, { rows }) {
    const claims = await tx.rows<{ id: number }>(sql`
      select id from hr_reimbursement where id = ${any(rows.hr_reimbursement)} and ${unpaid} order by id for update`)
    const ids = claims.map(({ id }) => id)
    const files = await tx.rows<{ id: number }>(sql`
      select receipt as id from hr_reimbursement_item where reimbursement_id = ${any(ids)} and receipt is not null order by id for update`)
    await tx.run(sql`update hr_reimbursement_item set description = '', reason = '', approval_note = '', rate_note = '', receipt = null,
      receipt_path = '', receipt_name = '', receipt_sha256 = '', version = version + 1, updated_at = now() where reimbursement_id = ${any(ids)}`)
    await tx.run(
      sql`update hr_reimbursement set title = '', decision_note = '', version = version + 1, updated_at = now() where id = ${any(ids)}`,
    )
    await dropFiles(
      tx,
      files.map(({ id }) => id),
    )
    tx.invalidate('hr_reimbursement')
    tx.invalidate('hr_reimbursement_item')
  },
  eraseAuditOf: ['hr_reimbursement', 'hr_reimbursement_item'],
}
