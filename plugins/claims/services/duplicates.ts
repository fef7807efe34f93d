import { type Ctx, type Db, sql } from 'stoa'
import { isVisibleSql } from 'stoa/engine'
import { claimTable } from '../domain/statuses.ts'

/** A possible duplicate of an expense. */
export interface Duplicate {
  item_id: number
  /** `receipt`: the same file; `expense`: the same employee, date, currency and amount. */
  kind: 'receipt' | 'expense'
  /** Number and id of the other claim; null when the viewer may not see it. */
  number: string | null
  claim_id: number | null
}

/**
 * Expenses of other claims, or of the same one, that look like the expenses of a claim. Canceled claims do not count. A warning and no
 * constraint: two bus rides of a day cost the same.
 * @param viewerEmployeeId employee whose own claims are named; others are named as far as the actor may see them
 */
export async function findDuplicates(db: Pick<Db, 'rows'>, ctx: Ctx, claimId: number, viewerEmployeeId?: number): Promise<Duplicate[]> {
  const resource = ctx.kernel.registry.resource(claimTable.name)
  const visible =
    viewerEmployeeId === undefined ? (isVisibleSql(ctx, resource, sql`c.id`) ?? sql`true`) : sql`c.employee_id = ${viewerEmployeeId}`
  return db.rows<Duplicate>(sql`
    select distinct on (i.id, kind, c.id) i.id as item_id, case when i.receipt_sha256 <> '' and o.receipt_sha256 = i.receipt_sha256
        then 'receipt' else 'expense' end as kind,
      case when ${visible} then c.number end as number, case when ${visible} then c.id end as claim_id
    from hr_reimbursement_item i
    join hr_reimbursement_item o on o.id <> i.id and ((i.receipt_sha256 <> '' and o.receipt_sha256 = i.receipt_sha256)
      or (o.employee_id = i.employee_id and o.expense_date = i.expense_date and o.amount_minor = i.amount_minor and o.currency = i.currency))
    join hr_reimbursement c on c.id = o.reimbursement_id
    where i.reimbursement_id = ${claimId} and c.status <> 'canceled'
    order by i.id, kind desc, c.id limit 100`)
}
