import { type Ctx, idempotent, message, storeFile, type Tx, validationError } from 'stoa'
import { nextNumber } from 'stoa/plugins/documents'
import { withAllEmployees } from 'stoa/plugins/hr'
import { daysText } from '../domain/figures.ts'
import type { LeaveSpan } from '../domain/leave-days.ts'
import { hrLeave } from '../resources/leave.ts'
import { leaveSettings } from '../settings.ts'
import { type LeaveEmployee, lockEmployee, readLeaveEmployee } from './employee.ts'
import { evaluateRequest, type RequestProblem } from './evaluate-request.ts'
import { findLeaveRules, type LeaveRules } from './leave-rules.ts'
import { notifyApprovers } from './notices.ts'

/** A request as a form sends it. */
export interface LeaveRequest extends LeaveSpan {
  type_id: number
  reason: string
}

/** An uploaded file of a form. */
interface UploadedFile {
  name: string
  bytes: Buffer
}

/** A stored file that no row has claimed yet. */
type StoredDocument = Awaited<ReturnType<typeof storeFile>>

/** Request fields as numbers; hours are a decimal text in forms. */
export const toRequest = <R extends { hours: string | null }>({ hours, ...request }: R) => ({
  ...request,
  hours: hours === null ? null : Number(hours),
})

/** The rules of the type that a form names. @throws AppError INVALID at `type_id` */
export async function requireRules(db: Pick<Tx, 'rows'>, ctx: Ctx, typeId: number): Promise<LeaveRules> {
  const rules = await findLeaveRules(db, ctx, typeId)
  if (!rules) throw validationError({ type_id: message('core:rule.not_exists') })
  return rules
}

const toValidationError = (problems: readonly RequestProblem[]) =>
  validationError(Object.fromEntries(problems.toReversed().map(({ field, reason }) => [field, reason])))

/**
 * Submits a request of an employee, for the employee or for staff who act for them. The lock of the employee runs it after other
 * changes of their leave. The caller has checked whose leave it is. @throws AppError INVALID by field
 */
export async function submitRequest(
  ctx: Ctx,
  { id: employeeId }: Pick<LeaveEmployee, 'id'>,
  request: LeaveRequest,
  { file, key }: { file: UploadedFile | undefined; key: string | undefined },
): Promise<number> {
  const { kernel } = ctx
  // The upload is a file without a row until the transaction claims it. Unclaimed files are deleted within a day.
  const document =
    file &&
    (await storeFile(kernel, kernel.db, { ...file, type: 'file', trusted: false, isPrivate: true, field: 'document', by: ctx.actor }))
  return kernel.transaction((tx) =>
    idempotent(tx, `leave ${employeeId}`, key, request, () => submitRequestIn(tx, ctx, employeeId, request, document)),
  )
}

async function submitRequestIn(
  tx: Tx,
  ctx: Ctx,
  employeeId: number,
  request: LeaveRequest,
  document: StoredDocument | undefined,
): Promise<number> {
  const { kernel } = ctx
  await lockEmployee(tx, employeeId)
  const employee = await readLeaveEmployee(tx, ctx, employeeId)
  const rules = await requireRules(tx, ctx, request.type_id)
  const { type_id, reason, hours, ...dates } = request
  const evaluation = await evaluateRequest(tx, ctx, { employee, rules, span: { ...dates, hours }, hasDocument: document !== undefined })
  if (evaluation.problems.length > 0) throw toValidationError(evaluation.problems)
  const skipsManager = kernel.settings.of(leaveSettings).approval === 'manager_hr' && employee.manager_account_id === null
  const as = withAllEmployees(ctx)
  const approval_step = skipsManager ? 'hr' : 'manager'
  const { id } = await kernel.resources.createIn(tx, as, hrLeave, {
    number: await nextNumber(tx, 'LV', 'hr_leave_number_seq'),
    employee_id: employeeId,
    type_id,
    ...dates,
    hours: hours === null ? null : String(hours),
    days: daysText(evaluation.days),
    days_detail: Object.fromEntries(evaluation.detail.map(({ date, fraction }) => [date, fraction])),
    reason,
    document: document?.id ?? null,
    document_path: document?.path ?? '',
    document_name: document?.name ?? '',
    approval_step,
  })
  await kernel.resources.transitionIn(tx, as, hrLeave, id, 'submit')
  await notifyApprovers(tx, ctx, { id, number: '', employee_id: employeeId, approval_step, ...dates })
  return id
}
