import { AppError, type Ctx, NOT_FOUND, sql, storeFile, type Tx, validationError, WRONG_STATE } from 'stoa'
import { nextNumber } from 'stoa/plugins/documents'
import { daysText } from '../domain/figures.ts'
import type { LeaveSpan } from '../domain/leave-days.ts'
import { hrLeave } from '../resources/leave.ts'
import { leaveSettings } from '../settings.ts'
import { countEmployeeLeave } from './count-leave.ts'
import { type StoredLeave, toSpan } from './decide-leave.ts'
import { type LeaveEmployee, lockEmployee, readLeaveEmployee } from './employee.ts'
import { evaluateRequest, findDatesProblem, type RequestProblem } from './evaluate-request.ts'
import { requireRules } from './leave-rules.ts'
import { withDrafts } from './leave-scope.ts'
import { notifyApprovers } from './notices.ts'

/** A request as a form sends it. */
export interface LeaveRequest extends LeaveSpan {
  type_id: number
  reason: string
}

/** An uploaded file of a form. */
export interface UploadedFile {
  name: string
  bytes: Buffer
}

/** A stored file that no row has claimed yet. */
export type StoredDocument = Awaited<ReturnType<typeof storeFile>>

type Employee = Pick<LeaveEmployee, 'id'>

/** Stores the upload of a form. It is a file without a row until a transaction claims it. Unclaimed files are deleted within a day. */
export const storeDocument = async ({ kernel, actor: by }: Ctx, file: UploadedFile | undefined): Promise<StoredDocument | undefined> =>
  file && storeFile(kernel, kernel.db, { ...file, type: 'file', trusted: false, isPrivate: true, field: 'document', by })

const toValidationError = (problems: readonly RequestProblem[]) =>
  validationError(Object.fromEntries(problems.toReversed().map(({ field, reason }) => [field, reason])))

/** The draft of an employee, whose lock is held. @throws AppError NOT_FOUND, also for a draft of somebody else, WRONG_STATE */
async function requireDraft(tx: Tx, employeeId: number, id: number): Promise<StoredLeave & { has_document: boolean }> {
  const leave = await tx.one<StoredLeave & { has_document: boolean }>(sql`
    select id, number, employee_id, type_id, to_char(start_date, 'YYYY-MM-DD') as start_date, to_char(end_date, 'YYYY-MM-DD') as end_date,
      start_half, end_half, hours::text as hours, status, approval_step, endorsed_by, document is not null as has_document
    from hr_leave where id = ${id} and employee_id = ${employeeId}`)
  if (!leave) throw new AppError(NOT_FOUND)
  if (leave.status !== 'draft') throw new AppError(WRONG_STATE)
  return leave
}

/**
 * Adds a draft, or changes the one with `id`; without a document it keeps the one it has. A draft takes no days and keeps no dates free,
 * so only its type and dates are checked. @throws AppError INVALID by field, NOT_FOUND, WRONG_STATE
 */
export async function writeDraft(
  tx: Tx,
  ctx: Ctx,
  { id: employeeId }: Employee,
  { request, document, id }: { request: LeaveRequest; document: StoredDocument | undefined; id?: number },
): Promise<number> {
  const { resources } = ctx.kernel
  await lockEmployee(tx, employeeId)
  if (id !== undefined) await requireDraft(tx, employeeId, id)
  const rules = await requireRules(tx, ctx, request.type_id)
  const { type_id, reason, ...span } = request
  const problem = findDatesProblem(span, rules.unit)
  if (problem) throw toValidationError([problem])
  const { days, detail } = await countEmployeeLeave(tx, ctx, employeeId, span, rules.includes_holidays)
  const values = {
    type_id,
    ...span,
    hours: span.hours === null ? null : String(span.hours),
    days: daysText(days),
    days_detail: Object.fromEntries(detail.map(({ date, fraction }) => [date, fraction])),
    reason,
    ...(document && { document: document.id, document_path: document.path, document_name: document.name }),
  }
  const as = withDrafts(ctx)
  if (id !== undefined) return (await resources.updateIn(tx, as, hrLeave, id, values)).id
  const number = await nextNumber(tx, 'LV', 'hr_leave_number_seq')
  return (await resources.createIn(tx, as, hrLeave, { number, employee_id: employeeId, ...values })).id
}

/**
 * Submits a draft after a check of all rules, the other leaves and the balance. The lock of the employee runs it after other changes of
 * their leave. @throws AppError INVALID by field, NOT_FOUND, WRONG_STATE
 */
export async function submitDraft(tx: Tx, ctx: Ctx, { id: employeeId }: Employee, id: number): Promise<void> {
  const { resources, settings } = ctx.kernel
  await lockEmployee(tx, employeeId)
  const draft = await requireDraft(tx, employeeId, id)
  const employee = await readLeaveEmployee(tx, ctx, employeeId)
  const rules = await requireRules(tx, ctx, draft.type_id)
  const evaluation = await evaluateRequest(tx, ctx, { employee, rules, span: toSpan(draft), hasDocument: draft.has_document })
  if (evaluation.problems.length > 0) throw toValidationError(evaluation.problems)
  const skipsManager = settings.of(leaveSettings).approval === 'manager_hr' && employee.manager_account_id === null
  const approval_step = skipsManager ? 'hr' : 'manager'
  const as = withDrafts(ctx)
  await resources.updateIn(tx, as, hrLeave, id, {
    days: daysText(evaluation.days),
    days_detail: Object.fromEntries(evaluation.detail.map(({ date, fraction }) => [date, fraction])),
    approval_step,
  })
  await resources.transitionIn(tx, as, hrLeave, id, 'submit')
  await notifyApprovers(tx, ctx, { ...draft, approval_step })
}

/** Deletes a draft with its document. @throws AppError NOT_FOUND, WRONG_STATE */
export async function deleteDraft(tx: Tx, ctx: Ctx, { id: employeeId }: Employee, id: number): Promise<void> {
  await lockEmployee(tx, employeeId)
  await requireDraft(tx, employeeId, id)
  await ctx.kernel.resources.removeIn(tx, withDrafts(ctx), hrLeave, id)
}
