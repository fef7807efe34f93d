import type { Ctx, Tx } from 'stoa'
import { NOTICES } from 'stoa/plugins/notes'
import type { EmployeeInfo } from '../employees.ts'

/** Notices to employees: a week was published, or a published shift changed. */
export const ROSTER_PUBLISHED = 'attendance-roster-published'
export const ROSTER_CHANGED = 'attendance-roster-changed'

/** Notifies employees that their published shifts changed, each of the first of their changed days. */
export async function notifyRosterChange(
  tx: Tx,
  ctx: Ctx,
  employees: readonly EmployeeInfo[],
  days: readonly { employee_id: number; date: string }[],
): Promise<void> {
  const notices = ctx.kernel.find(NOTICES)
  if (!notices) return
  for (const { id, account_id } of employees) {
    const [date] = days
      .filter(({ employee_id }) => employee_id === id)
      .map((day) => day.date)
      .toSorted()
    if (account_id !== null && date !== undefined)
      await notices.notify(tx, { kind: ROSTER_CHANGED, to: [account_id], actor: ctx.actor, params: { date } })
  }
}
