import {
  type Ctx,
  AppError,
  ignoreNotFound,
  validationError,
  NOT_FOUND,
  recordAudit,
  sql,
  type Sql,
  message,
  type Tx,
  WRONG_STATE,
} from 'stoa'
import { DECIDED, FALLEN, NOT_YOURS, OWN_REQUEST } from '../errors.ts'
import { type ApprovableDocument, APPROVABLE_DOCUMENTS, type ApprovalRequest } from './approvable-documents.ts'
import { closeApproval } from './request-approval.ts'
import { getActorId, visibleSql } from './scope.ts'
import { readNames } from './people.ts'
import { type DeciderRole, deciderRoleSql, listDeciderRoles } from './decider-roles.ts'

export interface Decision {
  verdict: 'approve' | 'reject'
  /** The step that was shown; it may have been decided since. */
  step: number
  reason: string
}

interface Head {
  id: number
  kind: string
  subject_id: number
  amount: number | null
  status: string
  requested_by: number | null
  /** The request concerns the actor, whoever created it. */
  own: boolean
}

interface Step {
  id: number
  position: number
  role: string
}

interface Found {
  head: Head
  approvable: ApprovableDocument
  approvalRequest: ApprovalRequest | undefined
  seats: readonly DeciderRole[]
}

const headSql = (ctx: Ctx, where: Sql): Sql => sql`
  select t.id, t.kind, t.subject_id, t.amount_minor as amount, t.status, t.requested_by, coalesce(${getActorId(ctx)} = any(t.own_ids), false) as own
  from approval t where ${where}`

/** Locks the subject and then the request, the lock order of owners. @throws AppError NOT_FOUND, WRONG_STATE */
async function locked(tx: Tx, ctx: Ctx, id: number): Promise<Found> {
  const seats = await listDeciderRoles(ctx.kernel, ctx.actor, tx)
  const first = await tx.one<Head>(headSql(ctx, sql`t.id = ${id} and ${visibleSql(ctx, sql`t`, seats) ?? sql`true`}`))
  if (!first) throw new AppError(NOT_FOUND)
  const approvable = ctx.kernel.contributions(APPROVABLE_DOCUMENTS).get(first.kind)
  if (!approvable) throw new AppError(WRONG_STATE, [message('approvals:error.kind_off')])
  // A deleted subject needs no approval.
  const approvalRequest = await ignoreNotFound(approvable.lock(tx, ctx, first.subject_id))
  const head = await tx.one<Head>(headSql(ctx, sql`t.id = ${id} for update`))
  if (!head) throw new AppError(NOT_FOUND)
  return { head, approvable, approvalRequest, seats }
}

/** @throws AppError ALREADY_DECIDED with the name of the decider */
async function openStep(tx: Tx, head: Head, requested?: number): Promise<Step> {
  const step = await tx.one<Step>(sql`select id, position, role from approval_step where approval_id = ${head.id} and status = 'pending'`)
  if (head.status === 'pending' && step && (requested === undefined || step.id === requested)) return step
  const last = await tx.one<{ by: number | null; status: string }>(sql`select decided_by as by, status from approval_step
    where approval_id = ${head.id} and decided_at is not null order by decided_at desc, position desc limit 1`)
  const name = last && (await readNames(tx, [last.by])).get(last.by)
  if (head.status === 'canceled' || !name)
    throw new AppError(DECIDED, [message('approvals:error.over', { status: { status: head.status } })])
  throw new AppError(DECIDED, [message('approvals:error.decided_by', { name, status: { status: last.status } })])
}

/** The role in which the actor decides: their own, or that of a person who has delegated to them. @throws AppError */
async function findSeat(tx: Tx, ctx: Ctx, { head, seats }: Pick<Found, 'head' | 'seats'>, step: Step): Promise<number | null> {
  if (ctx.actor.kind !== 'admin') throw new AppError(NOT_YOURS)
  const me = ctx.actor.id
  if (head.own) throw new AppError(OWN_REQUEST)
  const seat = await tx.one<{ holder: number }>(sql`select q.holder from approval r join approval_step s on s.approval_id = r.id,
      lateral (select q.holder ${deciderRoleSql(seats, getActorId(ctx))}) q where s.id = ${step.id} order by q.holder <> ${me}, q.holder limit 1`)
  if (!seat) throw new AppError(NOT_YOURS, [message('approvals:error.not_yours_role', { role: step.role })])
  return seat.holder === me ? null : seat.holder
}

/** Cancels a request whose subject has changed, and returns a subject that still waits to its owner. */
async function fall(tx: Tx, ctx: Ctx, { head, approvable, approvalRequest }: Found): Promise<void> {
  const note = ctx.kernel.i18n.t(ctx.interfaceLanguage ?? ctx.language, 'approvals:note.changed')
  await closeApproval(tx, ctx, head.id, 'cancel', note)
  if (approvalRequest) await approvable.withdrawn(tx, ctx, head.subject_id, note)
}

/**
 * Decides the pending step. The last approval executes the request, a rejection refuses it, in the same transaction. Permissions are read
 * from the database now, and the request is compared with the current subject.
 * @throws AppError NOT_FOUND, OWN_REQUEST, NOT_YOURS_TO_DECIDE, ALREADY_DECIDED, REQUEST_FALLEN, INVALID, and the errors of the owner
 */
export async function decideApproval(ctx: Ctx, id: number, { verdict, step: requested, reason }: Decision): Promise<void> {
  const trimmedReason = reason.trim()
  if (verdict === 'reject' && trimmedReason === '') throw validationError({ reason: message('core:rule.required') })
  const fell = await ctx.kernel.transaction(async (tx) => {
    const found = await locked(tx, ctx, id)
    const { head, approvable, approvalRequest } = found
    const step = await openStep(tx, head, requested)
    const holder = await findSeat(tx, ctx, found, step)
    if (!approvalRequest || approvalRequest.amount !== head.amount) {
      await fall(tx, ctx, found)
      return true
    }
    await settle(tx, ctx, head, step, { verdict, reason: trimmedReason, holder })
    if (verdict === 'reject') {
      await closeApproval(tx, ctx, id, 'reject', trimmedReason)
      await approvable.rejected(tx, ctx, head.subject_id, trimmedReason)
    } else if (!(await next(tx, head, step))) {
      await closeApproval(tx, ctx, id, 'approve', trimmedReason)
      await approvable.approved(tx, ctx, head.subject_id)
    }
    return false
  })
  // Thrown after the commit, so that the cancellation is kept.
  if (fell) throw new AppError(FALLEN)
}

async function settle(
  tx: Tx,
  ctx: Ctx,
  head: Head,
  step: Step,
  d: { verdict: Decision['verdict']; reason: string; holder: number | null },
) {
  const status = d.verdict === 'approve' ? 'approved' : 'rejected'
  const by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  const settled =
    await tx.run(sql`update approval_step set status = ${status}, decided_by = ${by}, decided_for = ${d.holder}, decided_at = now(),
    reason = ${d.reason}, updated_at = now() where id = ${step.id} and status = 'pending'`)
  if (settled !== 1) throw new AppError(DECIDED)
  await recordAudit(tx, ctx, {
    resource: 'approval',
    rowId: head.id,
    verb: d.verdict,
    changes: [
      { field: 'steps', old: null, new: `${step.position}: ${status}` },
      ...(d.holder === null ? [] : [{ field: 'decided_for', old: null, new: d.holder }]),
    ],
  })
}

/** Sets the next step to pending. @returns false when there is none */
async function next(tx: Tx, head: Head, { position }: Step): Promise<boolean> {
  const begun = await tx.run(sql`update approval_step set status = 'pending', since = now(), updated_at = now()
    where approval_id = ${head.id} and position = ${position + 1} and status = 'to_do'`)
  tx.invalidate('approval')
  return begun === 1
}

/** Withdraws a request; only the requester may. @throws AppError NOT_FOUND, NOT_YOURS_TO_DECIDE, ALREADY_DECIDED */
export async function withdraw(ctx: Ctx, id: number, reason: string): Promise<void> {
  await ctx.kernel.transaction(async (tx) => {
    const { head, approvable, approvalRequest } = await locked(tx, ctx, id)
    if (ctx.actor.kind !== 'admin' || head.requested_by !== ctx.actor.id)
      throw new AppError(NOT_YOURS, [message('approvals:error.not_asker')])
    await openStep(tx, head)
    await closeApproval(tx, ctx, id, 'cancel', reason.trim())
    if (approvalRequest) await approvable.withdrawn(tx, ctx, head.subject_id, reason.trim())
  })
}
