import { type Ctx, findStaffWith, type Tx } from 'stoa'
import { SEE_ALL } from 'stoa/plugins/hr'
import { NOTICES } from 'stoa/plugins/notes'
import { readLeaveEmployee } from './employee.ts'

/** Notice to who decides on a request. */
export const REQUESTED = 'leave.requested'
/** Notices to the employee, by outcome. */
export const outcomes = ['approved', 'rejected', 'canceled'] as const
export const toNoticeKind = (outcome: (typeof outcomes)[number]): string => `leave.${outcome}`

interface NoticeLeave {
  id: number
  number: string
  employee_id: number
  approval_step: string
  start_date: string
  end_date: string
}

/** Notifies who decides of a pending request: the manager, or HR. The kind of leave is not in the text. */
export async function notifyApprovers(tx: Tx, ctx: Ctx, leave: NoticeLeave): Promise<void> {
  const notices = ctx.kernel.find(NOTICES)
  if (!notices) return
  const employee = await readLeaveEmployee(tx, ctx, leave.employee_id)
  const to =
    leave.approval_step === 'manager' && employee.manager_account_id !== null
      ? [employee.manager_account_id]
      : await findHrAccounts(tx, ctx)
  await notices.notify(tx, {
    kind: REQUESTED,
    to: to.filter((id) => id !== employee.account_id),
    about: { subject: 'hr_leave', subject_id: leave.id },
    actor: ctx.actor,
    params: { name: employee.name, from: leave.start_date, to: leave.end_date },
    key: `leave ${leave.id} ${leave.approval_step}`,
  })
}

/** Accounts that may decide on all employees: at most 20. */
const findHrAccounts = async (tx: Tx, { kernel }: Ctx): Promise<number[]> =>
  (await findStaffWith(kernel, `approve hr leave & ${SEE_ALL}`, tx)).slice(0, 20).map(({ id }) => id)

/** Notifies the employee of the outcome of a request. */
export async function notifyRequester(tx: Tx, ctx: Ctx, leave: NoticeLeave, outcome: (typeof outcomes)[number]): Promise<void> {
  const notices = ctx.kernel.find(NOTICES)
  const { account_id } = await readLeaveEmployee(tx, ctx, leave.employee_id)
  if (!notices || account_id === null) return
  await notices.notify(tx, {
    kind: toNoticeKind(outcome),
    to: [account_id],
    about: { subject: 'hr_leave', subject_id: leave.id },
    actor: ctx.actor,
    params: { number: leave.number, from: leave.start_date, to: leave.end_date },
    key: `leave ${leave.id} ${outcome}`,
  })
}
