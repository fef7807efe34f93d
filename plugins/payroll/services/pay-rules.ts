import { type Db, type Localized, sql } from 'stoa'
import type { Band, PayRule } from '../domain/types.ts'

/** A stored rule with what explains it. */
export interface StoredRule extends PayRule {
  structure_id: number
  title: Localized
  legal_source: string
}

/** What makes a contract continuous, by structure. */
export interface StoredContinuity {
  structure_id: number
  effective_from: string
  week_minutes: number
  four_week_minutes: number | null
  weeks: number
}

/** The enabled rules of structures with their bands, in their order. One statement. */
export async function readPayRules(db: Pick<Db, 'rows'>, structureIds: readonly number[]): Promise<StoredRule[]> {
  const rows = await db.rows<StoredRule & { rounds_with: string; bands: readonly Band[] | null }>(sql`
    select r.id, r.structure_id, r.title, r.code, r.kind, r.basis, r."order", to_char(r.effective_from, 'YYYY-MM-DD') as effective_from,
      to_char(r.effective_to, 'YYYY-MM-DD') as effective_to, r.is_relevant, r.is_wage, r.is_prorated, r.amount_minor as amount,
      coalesce(r.factor, 1)::text as factor, r.day_quantity, r.hour_quantity, r.percent_of, r.covers_leave, r.covers_holidays,
      r.continuity_weeks, r.income_max_minor as income_max, r.income_max_daily_minor as income_max_daily, r.first_days_free,
      r.min_service_days, r.age_min, r.age_max, r.age_date, r.rounding, r.legal_source, nullif(r.rounds_with, '') as rounds_with,
      (select jsonb_agg(jsonb_build_object('age_from', b.age_from, 'age_to', b.age_to, 'income_from', b.income_from_minor,
          'income_from_daily', b.income_from_daily_minor, 'is_exclusive', b.is_exclusive, 'percent', b.percent::text,
          'excess_over', b.excess_over_minor) order by b.income_from_minor, b.id)
        from hr_pay_band b where b.rule_id = r.id) as bands
    from hr_pay_rule r where r.enabled and r.structure_id = any(${[...structureIds]}::bigint[]) order by r."order", r.code, r.effective_from`)
  return rows.map((row) => ({ ...row, bands: row.bands ?? [] }))
}

/** The rules of continuous contracts, by structure and date. One statement. */
export const readContinuity = (db: Pick<Db, 'rows'>, structureIds: readonly number[]): Promise<StoredContinuity[]> =>
  db.rows<StoredContinuity>(sql`
    select structure_id, to_char(effective_from, 'YYYY-MM-DD') as effective_from, week_minutes, four_week_minutes, weeks
    from hr_continuity_rule where structure_id = any(${[...structureIds]}::bigint[]) order by structure_id, effective_from`)
