import { AppError, checkPassword, type Ctx, findStaffWith, preferNonOwners, sql, systemCtx } from 'stoa'
import { hrEmployee, SEE_ALL } from 'stoa/plugins/hr'
import { NOTICES } from 'stoa/plugins/notes'
import type { KioskPunch } from '../../api-types.ts'
import { toLocalDate, toLocalTime } from '../../domain/clock.ts'
import { listStaffNoSpellings } from '../../domain/pin.ts'
import { WRONG_PIN } from '../../errors.ts'
import { type EmployeeInfo, toInfo } from '../employees.ts'
import { recordPunch } from '../record-punch.ts'
import type { PairedKiosk } from './kiosk-session.ts'
import { RESET_PIN } from './own-pin.ts'
import { countPinAttempt, forgetPinAttempts } from './pin-attempts.ts'

/** Notice to HR: wrong attempts locked the kiosk PIN of an employee. */
export const PIN_LOCKED = 'attendance-pin-locked'

/** Most accounts that get the notice. */
const MOST_RECIPIENTS = 5

interface KioskInput {
  staff_no: string
  pin: string
  direction: 'in' | 'out'
  ip: string | null
}

/** The employee with a staff number, as typed or in another case. */
async function findByTypedNumber(ctx: Ctx, typed: string): Promise<EmployeeInfo | undefined> {
  const spellings = listStaffNoSpellings(typed)
  const rows = await ctx.kernel.query(hrEmployee).whereIn('staff_no', spellings)
  const row = spellings.map((spelling) => rows.find(({ staff_no }) => staff_no === spelling)).find((found) => found !== undefined)
  return row && toInfo(ctx, row)
}

/** Whether an employee works here today, on the clock of the employee. */
function isEmployedToday({ enabled, join_date, last_day, zone }: EmployeeInfo): boolean {
  const today = toLocalDate(Date.now(), zone)
  return enabled && join_date <= today && (last_day === null || last_day >= today)
}

/**
 * Punches at a kiosk with staff number and PIN. An unknown staff number, an employee without a PIN, and one who does not work here today
 * get the same answer as a wrong PIN, after the same time (a decoy is hashed) and with the same lock.
 * @throws AppError WRONG_PIN, TOO_MANY
 */
export async function punchAtKiosk({ kernel, language }: Ctx, kiosk: PairedKiosk, input: KioskInput): Promise<KioskPunch> {
  const ctx = systemCtx(kernel, 'attendance', language)
  const attempt = await countPinAttempt(kernel.db, kiosk.id, input.staff_no)
  const employee = await findByTypedNumber(ctx, input.staff_no)
  const stored = await kernel.db.one<{ pin_hash: string }>(
    sql`select pin_hash from hr_kiosk_pin where employee_id = ${employee?.id ?? 0}::bigint`,
  )
  const isRight = await checkPassword(employee && isEmployedToday(employee) ? stored?.pin_hash : undefined, input.pin)
  if (!employee || !isRight) {
    if (!attempt.isLast) throw new AppError(WRONG_PIN)
    if (employee && stored) await notifyLock(ctx, employee, kiosk)
    throw attempt.lockError
  }
  await forgetPinAttempts(kernel.db, kiosk.id, input.staff_no)
  const { at, direction } = await kernel.transaction((tx) =>
    recordPunch(ctx, tx, employee.id, {
      direction: input.direction,
      source: 'kiosk',
      device_id: `${kiosk.name} (#${kiosk.id})`,
      lat: kiosk.latitude,
      lng: kiosk.longitude,
      accuracy_m: null,
      ip: input.ip,
    }),
  )
  return { name: employee.name, time: toLocalTime(Date.parse(at), employee.zone), direction }
}

async function notifyLock(ctx: Ctx, { name, staff_no }: EmployeeInfo, kiosk: PairedKiosk): Promise<void> {
  const notices = ctx.kernel.find(NOTICES)
  if (!notices) return
  await ctx.kernel.transaction(async (tx) => {
    // Only staff who see all employees may learn the name.
    const staff = preferNonOwners(await findStaffWith(ctx.kernel, `${RESET_PIN} & ${SEE_ALL}`, tx))
    const to = staff.slice(0, MOST_RECIPIENTS).map(({ id }) => id)
    await notices.notify(tx, { kind: PIN_LOCKED, to, actor: ctx.actor, params: { name, staff_no, kiosk: kiosk.name } })
  })
}
