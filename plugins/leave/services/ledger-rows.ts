import { type Ctx, sql } from 'stoa'
import type { LedgerRows } from '../api-types.ts'
import { isValidOn, sumBalance } from '../domain/consume.ts'

type StoredRow = Omit<LedgerRows['data'][number], 'is_valid'>

/** The rows behind a balance on a date, newest first. The caller has checked the row scope. */
export async function readLedgerRows(ctx: Ctx, owner: { employeeId: number; typeId: number; date: string }): Promise<LedgerRows> {
  const { employeeId, typeId, date } = owner
  const rows = await ctx.kernel.db.rows<StoredRow>(sql`
    select r.id, r.kind, r.days::float8 as days, to_char(r.valid_from, 'YYYY-MM-DD') as valid_from, to_char(r.valid_to, 'YYYY-MM-DD') as valid_to,
      r.note, case when l.id is not null then jsonb_build_object('id', l.id, 'number', l.number) end as leave, r.created_at
    from hr_leave_ledger r left join hr_leave l on l.id = r.leave_id
    where r.employee_id = ${employeeId} and r.type_id = ${typeId} order by r.id desc limit 2000`)
  return { date, days: sumBalance(rows, date), data: rows.map((row) => ({ ...row, is_valid: isValidOn(row, date) })) }
}
