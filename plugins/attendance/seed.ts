import { addDays, type Ctx, getWeekday, listDates, type Seed, sql } from 'stoa'
import { hrEmployee } from 'stoa/plugins/hr'
import { toInstant, toLocalDate } from './domain/clock.ts'
import { appealColumns } from './resources/appeal-columns.ts'
import { punchColumns } from './resources/punch-columns.ts'
import { hrKiosk } from './resources/kiosk.ts'
import { hrShift } from './resources/shift.ts'
import { hrShiftAssignment } from './resources/shift-assignment.ts'
import { hrSite } from './resources/site.ts'
import { computeInChunks } from './services/recalculate.ts'
import { getShopZone } from './services/shop-zone.ts'

/** Weeks of punches before the day of the seed. */
const WEEKS = 4

const shifts = [
  { name: 'Office 09:00–18:00', start_min: 540, end_min: 1_080, break_start_min: 780, break_minutes: 60, late_grace_min: 5 },
  { name: 'Shop early 10:00–19:00', start_min: 600, end_min: 1_140, break_minutes: 60, late_grace_min: 5, colour: '#0d9488' },
  { name: 'Shop late 13:00–22:00', start_min: 780, end_min: 1_320, break_minutes: 60, late_grace_min: 5, colour: '#a855f7' },
]

/** Shifts, a roster for every employee, and four weeks of punches with a few late and missing ones. */
export const seedAttendance: Seed = async (ctx) => {
  const { kernel } = ctx
  const shiftIds: number[] = []
  for (const input of shifts) {
    const found = await kernel.resources.findBy(ctx, hrShift, 'name', input.name)
    shiftIds.push(found?.id ?? (await kernel.resources.create(ctx, hrShift, input)).id)
  }
  const assigned = new Set(
    (await kernel.db.rows<{ id: number }>(sql`select employee_id as id from hr_shift_assignment`)).map(({ id }) => id),
  )
  const employees = (await kernel.query(hrEmployee).where('enabled', true).orderBy('id')).filter(({ id }) => !assigned.has(id))
  if (employees.length === 0) return
  const today = toLocalDate(Date.now(), getShopZone(ctx))
  const from = addDays(today, -7 * WEEKS)
  for (const [n, { id }] of employees.entries()) {
    const input = { employee_id: id, shift_id: shiftIds[n % shiftIds.length] ?? 0, start_date: from, weekdays: [1, 2, 3, 4, 5] }
    const { id: assignment } = await kernel.resources.create(ctx, hrShiftAssignment, input)
    await kernel.resources.transition(ctx, hrShiftAssignment, assignment, 'publish')
    await addPunches(ctx, id, { shift: shifts[n % shifts.length], from, to: addDays(today, -1), seed: n })
  }
  await computeInChunks(ctx, { employees: employees.map(({ id }) => id), from, to: addDays(today, -1) })
  await addSiteWithKiosk(ctx)
  await addAppeal(ctx)
}

/** A punch site, and a kiosk there that no tablet is paired with. */
async function addSiteWithKiosk(ctx: Ctx): Promise<void> {
  const input = { name: 'Sheung Wan shop', latitude: '22.2866', longitude: '114.1506', radius_m: 200 }
  const found = await ctx.kernel.resources.findBy(ctx, hrSite, 'name', input.name)
  const site_id = found?.id ?? (await ctx.kernel.resources.create(ctx, hrSite, input)).id
  const kiosk = { name: 'Staff entrance', site_id }
  if (!(await ctx.kernel.resources.findBy(ctx, hrKiosk, 'name', kiosk.name))) await ctx.kernel.resources.create(ctx, hrKiosk, kiosk)
}

/** An open appeal of the latest day without an out. */
async function addAppeal(ctx: Ctx): Promise<void> {
  const reason = '手機沒電，未能打下班卡。'
  await ctx.kernel.transaction(async (tx) => {
    const day = await tx.one<{ id: number; employee_id: number; scheduled_end: string }>(sql`
      select id, employee_id, scheduled_end from hr_attendance where 'missing_out' = any(reasons) and scheduled_end is not null
      order by work_date desc, id limit 1`)
    if (!day) return
    const { id: attendance_id, employee_id, scheduled_end: requested_out } = day
    await tx.insert(appealColumns, { attendance_id, employee_id, requested_out, reason, status: 'pending' })
  })
}

/** Punches of an employee: mostly on time, sometimes late, long, or without an out. The pattern repeats, so the sample is the same each time. */
async function addPunches(
  ctx: Ctx,
  employee_id: number,
  { shift, from, to, seed }: { shift: (typeof shifts)[number] | undefined; from: string; to: string; seed: number },
): Promise<void> {
  if (!shift) return
  const zone = getShopZone(ctx)
  const rows = listDates(from, to)
    .filter((date) => getWeekday(date) <= 5)
    .flatMap((date, n) => {
      const turn = (n * 7 + seed * 3) % 20
      if (turn === 11) return []
      const at = (minute: number) => new Date(toInstant(date, minute, zone)).toISOString()
      const first = shift.start_min + (turn === 4 ? 22 : -((turn * 3) % 9))
      const last = shift.end_min + (turn === 7 ? 50 : turn % 6)
      return [
        { employee_id, at: at(first), direction: 'in' as const },
        ...(turn === 15 ? [] : [{ employee_id, at: at(last), direction: 'out' as const }]),
      ]
    })
  await ctx.kernel.transaction(async (tx) => {
    await tx.run(
      sql`${tx.insertAllSql(punchColumns, rows, { source: 'import', device_id: 'front-door' })} on conflict (employee_id, at, source) do nothing`,
    )
  })
}
