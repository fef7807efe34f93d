import { type Ctx, figureText, findStaffWith, sql, type Tx } from 'stoa'
import { isOwnEmployee, SEE_ALL } from 'stoa/plugins/hr'
import { NOTICES } from 'stoa/plugins/notes'
import { readClaimEmployee } from './employee.ts'

/** Notice to who decides on a claim. */
export const REQUESTED = 'claims.requested'
/** Notices to the employee, by outcome. */
export const outcomes = ['approved', 'rejected', 'canceled', 'paid'] as const
export const toNoticeKind = (outcome: (typeof outcomes)[number]): string => `claims.${outcome}`

interface NoticeContext {
  ctx: Ctx
  tx: Tx
  row: { id: number; number: string; employee_id: number }
}

/** Accounts that may decide for finance about all employees: at most 20. */
const findFinanceAccounts = async (tx: Tx, { kernel }: Ctx): Promise<number[]> =>
  (await findStaffWith(kernel, `approve hr reimbursement & ${SEE_ALL}`, tx)).slice(0, 20).map(({ id }) => id)

interface ClaimFigures {
  total: number
  currency: string
  version: number
}

/** Total and version of a claim. The version makes the notices of each submission and decision distinct. */
async function readFigures({ tx, row }: Pick<NoticeContext, 'tx' | 'row'>): Promise<ClaimFigures> {
  const claim = await tx.one<ClaimFigures>(
    sql`select total_claimed_minor as total, currency, version from hr_reimbursement where id = ${row.id}`,
  )
  return claim ?? { total: 0, currency: '', version: 0 }
}

async function notifyDeciders(context: NoticeContext, to: readonly number[]): Promise<void> {
  const { ctx, tx, row } = context
  const notices = ctx.kernel.find(NOTICES)
  if (!notices) return
  const { name, account_id } = await readClaimEmployee(tx, row.employee_id)
  const { total, currency, version } = await readFigures(context)
  await notices.notify(tx, {
    kind: REQUESTED,
    to: to.filter((id) => id !== account_id),
    about: { subject: 'hr_reimbursement', subject_id: row.id },
    actor: ctx.actor,
    params: { name, number: row.number, total: figureText(total, currency, `${currency} `) },
    key: `claim ${row.id} ${version}`,
  })
}

/** Notifies the manager of a submitted claim; finance, when there is no manager with an account. */
export async function notifyManager(context: NoticeContext): Promise<void> {
  const { manager_account_id } = await readClaimEmployee(context.tx, context.row.employee_id)
  await notifyDeciders(context, manager_account_id === null ? await findFinanceAccounts(context.tx, context.ctx) : [manager_account_id])
}

/** Effect of the approval by the manager: finance decides next. */
export async function notifyFinance(context: NoticeContext): Promise<void> {
  await notifyDeciders(context, await findFinanceAccounts(context.tx, context.ctx))
}

/** Notifies the employee of the outcome of a claim, unless the employee caused it. */
export async function notifyRequester(context: NoticeContext, outcome: (typeof outcomes)[number]): Promise<void> {
  const { ctx, tx, row } = context
  const notices = ctx.kernel.find(NOTICES)
  const employee = await readClaimEmployee(tx, row.employee_id)
  const { account_id } = employee
  if (!notices || account_id === null || isOwnEmployee(ctx, employee)) return
  const { version } = await readFigures(context)
  await notices.notify(tx, {
    kind: toNoticeKind(outcome),
    to: [account_id],
    about: { subject: 'hr_reimbursement', subject_id: row.id },
    actor: ctx.actor,
    params: { number: row.number },
    key: `claim ${row.id} ${version}`,
  })
}
