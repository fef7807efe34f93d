import { type Ctx, type Seed, sql, systemCtx } from 'stoa'
import { hrEmployee, hrHoliday } from 'stoa/plugins/hr'
import { hongKongTypes } from './hong-kong-types.ts'
import { hrLeave } from './resources/leave.ts'
import { hrLeaveOpening } from './resources/opening.ts'
import { hrLeaveType } from './resources/leave-type.ts'
import { accrueLeave } from './services/accrue-leave.ts'
import { repairLeaves } from './services/repair-holidays.ts'
import { submitRequest } from './services/submit-request.ts'

type TypeIds = Readonly<Record<(typeof hongKongTypes)[number]['code'], number>>

/** Leave types of Hong Kong, the balances of the sample employees, and some requests. */
export const seedLeave: Seed = async (ctx) => {
  const { db, resources } = ctx.kernel
  const typeIds = { annual: 0, sickness: 0, unpaid: 0 }
  for (const { accrual_table, ...type } of hongKongTypes) {
    const found = await resources.findBy(ctx, hrLeaveType, 'code', type.code)
    const input = { ...type, accrual_table: [...accrual_table] }
    typeIds[type.code] = found?.id ?? (await resources.create(ctx, hrLeaveType, input)).id
  }
  await accrueLeave(systemCtx(ctx.kernel, 'leave'))
  if ((await db.one(sql`select 1 from hr_leave limit 1`)) === undefined) await seedRequests(ctx, typeIds)
}

/** Dates from Tuesday to Thursday that are no holidays, counted from today. */
async function listWorkDates({ kernel }: Ctx, from: number, to: number): Promise<string[]> {
  const holidays = new Set((await kernel.query(hrHoliday)).map(({ date }) => date))
  const days = await kernel.db.rows<{ day: string }>(sql`
    select to_char(d, 'YYYY-MM-DD') as day from generate_series(business_day() + ${from}::int, business_day() + ${to}::int, interval '1 day') d
    where extract(isodow from d) between 2 and 4 order by d`)
  return days.map(({ day }) => day).filter((day) => !holidays.has(day))
}

/** An approved leave and one that waits. Dates count from today, so that the screens show them. */
async function seedRequests(ctx: Ctx, { annual, sickness, unpaid }: TypeIds): Promise<void> {
  const { kernel } = ctx
  const [first, second] = await kernel.query(hrEmployee).where('enabled', true).whereNotNull('manager_id').orderBy('id').limit(2)
  const [soon, , later] = await listWorkDates(ctx, 7, 35)
  if (!first || !second || !soon || !later) return
  const ask = (employee: { id: number }, type_id: number, date: string, reason = '') => {
    const request = { type_id, start_date: date, end_date: date, start_half: 'full', end_half: 'full', hours: null, reason } as const
    return submitRequest(ctx, employee, request, { file: undefined, key: undefined })
  }
  await kernel.resources.transition(ctx, hrLeave, await ask(first, unpaid, soon), 'approve')
  await ask(second, annual, later, 'Family visit')
  await seedAdjustment(ctx, (date) => ask(first, sickness, date))
  const opening = { employee_id: first.id, type_id: annual, days: '2', valid_from: soon, note: 'Days of the former system' }
  await kernel.resources.create(ctx, hrLeaveOpening, { ...opening, reference: `${first.staff_no}-annual` })
}

/** A company holiday that was published after leave on its date had been approved, so that a proposal to give the day back waits. */
async function seedAdjustment(ctx: Ctx, ask: (date: string) => Promise<number>): Promise<void> {
  const { kernel } = ctx
  const [date] = await listWorkDates(ctx, -30, -10)
  const calendar = (await kernel.query(hrHoliday).orderBy('id').limit(1))[0]?.calendar_id
  if (!ctx.year || date === undefined || calendar === undefined) return
  await kernel.resources.transition(ctx, hrLeave, await ask(date), 'approve')
  const title = { 'en-US': 'Stocktaking day', 'zh-HK': '盤點日', 'zh-CN': '盘点日' }
  const { id } = await kernel.resources.create(ctx, hrHoliday, { calendar_id: calendar, date, title, kind: 'company' })
  await kernel.resources.transition(ctx, hrHoliday, id, 'publish')
  await repairLeaves(systemCtx(kernel, 'leave'), id)
}
