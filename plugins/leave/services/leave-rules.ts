import { type Ctx, type Db, localizedSql, message, type Sql, sql, type Tx, validationError } from 'stoa'
import type { AccrualKind, Rounding, ScaleStep } from '../domain/accrual.ts'
import type { LeaveUnit } from '../domain/leave-days.ts'
import { findLeaveYear, type LeaveYear } from '../domain/leave-year.ts'
import { readLeaveYearRule } from '../settings.ts'

/** The rules of a leave type, with numbers as numbers. */
export interface LeaveRules {
  id: number
  code: string
  /** In the language of the context. */
  title: string
  unit: LeaveUnit
  paid_fraction: number
  needs_balance: boolean
  allow_negative: number
  includes_holidays: boolean
  min_notice_days: number
  max_consecutive: number | null
  applicable_after_days: number
  needs_document_over_days: number | null
  balance_max: number | null
  carry_over_max: number | null
  carry_over_expire_days: number | null
  accrual: AccrualKind
  rounding: Rounding
  gender: string | null
  effective_from: string
  enabled: boolean
  scale: ScaleStep[]
}

/** Rules of the leave types `t` that meet a condition, by code. */
export const readLeaveRules = (db: Pick<Db, 'rows'>, ctx: Ctx, condition: Sql): Promise<LeaveRules[]> =>
  db.rows<LeaveRules>(sql`
    select t.id, t.code, coalesce(${localizedSql(sql`t.title`, ctx.interfaceLanguage ?? ctx.language, ctx.mainLanguage)}, t.code) as title, t.unit,
      t.paid_fraction::float8 as paid_fraction, t.needs_balance, t.allow_negative::float8 as allow_negative, t.includes_holidays,
      t.min_notice_days, t.max_consecutive::float8 as max_consecutive, t.applicable_after_days,
      t.needs_document_over_days::float8 as needs_document_over_days, t.balance_max::float8 as balance_max,
      t.carry_over_max::float8 as carry_over_max, t.carry_over_expire_days, t.accrual, t.rounding, t.gender,
      to_char(t.effective_from, 'YYYY-MM-DD') as effective_from, t.enabled,
      coalesce((select jsonb_agg(jsonb_build_object('years', s.years, 'days', s.days::float8) order by s.years)
        from hr_leave_scale s where s.type_id = t.id), '[]') as scale
    from hr_leave_type t where ${condition} order by t.code`)

/** The rules of one leave type; undefined when there is none with this id. */
export const findLeaveRules = async (db: Pick<Db, 'rows'>, ctx: Ctx, id: number): Promise<LeaveRules | undefined> =>
  (await readLeaveRules(db, ctx, sql`t.id = ${id}`))[0]

/**
 * The leave years of an employee for a type. Types that accrue on anniversaries run from anniversary to anniversary, whatever the
 * setting is.
 */
export function createYearFinder(
  ctx: Pick<Ctx, 'kernel'>,
  { accrual }: Pick<LeaveRules, 'accrual'>,
  joinDate: string,
): (date: string) => LeaveYear {
  const rule = accrual === 'anniversary' ? ({ kind: 'anniversary' } as const) : readLeaveYearRule(ctx)
  return (date) => findLeaveYear(rule, joinDate, date)
}

/** The rules of the type that a form names. @throws AppError INVALID at `type_id` */
export async function requireRules(db: Pick<Tx, 'rows'>, ctx: Ctx, typeId: number): Promise<LeaveRules> {
  const rules = await findLeaveRules(db, ctx, typeId)
  if (!rules) throw validationError({ type_id: message('core:rule.not_exists') })
  return rules
}
