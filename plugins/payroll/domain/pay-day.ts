import { roundQuantity } from './ratio.ts'
import type { PayDay } from './types.ts'

/** A day as the roster, holidays and work days of an employee define it. */
interface WorkDayInput {
  date: string
  kind: 'work' | 'rest' | 'holiday'
  minutes: number
  fraction: number
  holiday: { paid: boolean; half_day: string } | null
}

/** An approved absence on the day. */
interface AbsenceInput {
  fraction: number
  paid_fraction: number
  ref: string
}

/** The attendance of the day for one shift. Amounts are minutes. */
interface AttendanceInput {
  id: number
  status: 'pending' | 'present' | 'absent' | 'abnormal'
  reasons: readonly string[]
  scheduled_min: number
  worked_min: number
  late_min: number
  overtime_min: number
  overtime_approved_min: number
}

/** A day of an employee before pay looks at it. */
export interface PayDayInput {
  workDay: WorkDayInput
  absences: readonly AbsenceInput[]
  attendance: readonly AttendanceInput[]
  /** What a work day without attendance counts as. */
  unmarkedAs: 'present' | 'absent'
  isEmployed: boolean
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** What pay counts of a day. Source: specification backoffice 2.9, payment days. */
export function toPayDay({ workDay, absences, attendance, unmarkedAs, isEmployed }: PayDayInput): PayDay {
  const { date, kind, minutes, fraction: work, holiday } = workDay
  const freed = kind === 'holiday' ? 1 : kind === 'work' && holiday ? 1 - work : 0
  const open = Math.max(0, roundQuantity(work - sum(absences.map(({ fraction }) => fraction))))
  const processed = attendance.filter(({ status }) => status !== 'pending')
  const isUnmarked = processed.length === 0
  const missed = isUnmarked ? (unmarkedAs === 'absent' ? 1 : 0) : findMissedShare(processed)
  const regular = isUnmarked
    ? roundQuantity((open - open * missed) * minutes)
    : sum(processed.map((row) => Math.max(0, row.worked_min - row.overtime_min)))
  return {
    date,
    kind,
    work,
    minutes,
    isEmployed,
    paidHoliday: holiday?.paid ? freed : 0,
    unpaidHoliday: holiday && !holiday.paid ? freed : 0,
    leaves: absences.map(({ fraction, paid_fraction, ref }) => ({ date, fraction, ref, paid: paid_fraction })),
    absent: isEmployed ? roundQuantity(open * missed) : 0,
    ref: processed[0] ? `attendance/${processed[0].id}` : null,
    workedMinutes: isEmployed ? regular : 0,
    overtimeMinutes: sum(processed.map((row) => row.overtime_approved_min)),
    lateMinutes: sum(processed.map((row) => row.late_min)),
  }
}

/** Part of the work that was missed. A shift counts by its scheduled minutes; one worked less than half a day counts half. */
function findMissedShare(rows: readonly AttendanceInput[]): number {
  const hasMinutes = rows.some(({ scheduled_min }) => scheduled_min > 0)
  const weigh = (row: AttendanceInput) => (hasMinutes ? row.scheduled_min : 1)
  const missed = rows.map((row) => weigh(row) * (row.status === 'absent' ? 1 : row.reasons.includes('half_day') ? 0.5 : 0))
  return sum(missed) / sum(rows.map(weigh))
}
