import { type Db, sql } from 'stoa'
import type { RateSource } from '../domain/statuses.ts'

/** An expense as stored. Amounts in minor units; dates as `2026-11-30`; decimals as text. */
export interface StoredItem {
  id: number
  reimbursement_id: number
  employee_id: number
  expense_date: string
  category_id: number
  description: string
  currency: string
  amount: number
  rate: string
  rate_date: string
  rate_source: RateSource
  rate_note: string
  base_amount: number
  approved_amount: number | null
  approval_note: string
  mileage_km: string | null
  mileage_rate: string | null
  reason: string
  receipt_path: string
  receipt_name: string
  receipt_sha256: string
}

/** The expenses of a claim, by date. */
export const readItems = (db: Pick<Db, 'rows'>, claimId: number): Promise<StoredItem[]> =>
  db.rows<StoredItem>(sql`
    select id, reimbursement_id, employee_id, to_char(expense_date, 'YYYY-MM-DD') as expense_date, category_id, description, currency,
      amount_minor as amount, trim_scale(rate)::text as rate, to_char(rate_date, 'YYYY-MM-DD') as rate_date, rate_source, rate_note,
      base_amount_minor as base_amount, approved_amount_minor as approved_amount, approval_note, trim_scale(mileage_km)::text as mileage_km,
      trim_scale(mileage_rate)::text as mileage_rate, reason, receipt_path, receipt_name, receipt_sha256
    from hr_reimbursement_item where reimbursement_id = ${claimId} order by hr_reimbursement_item.expense_date, id`)
