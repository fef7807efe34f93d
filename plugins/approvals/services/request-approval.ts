import { type Ctx, AppError, INVALID, parseMoney, recordAudit, role, sql, relation, recordHistory, message, type Tx } from 'stoa'
import { type Rule, stepsFor } from '../domain/plan.ts'
import { DECIDED } from '../errors.ts'
import { approvalRule } from '../resources/rule.ts'
import { type ApprovableDocument, APPROVABLE_DOCUMENTS, type Approvals, type ApprovalRequest } from './approvable-documents.ts'
import { approval, approvalStep } from '../resources/approval.ts'

/** Active rules, sorted by step, amount and age. */
async function findRules({ query }: Pick<Tx, 'query'>, kind: string): Promise<Rule[]> {
  const rows = await query(approvalRule, { role: relation(role, { only: ['name'] }) })
    .where({ kind, enabled: true })
    .orderByRaw('step, from_amount_minor nulls first, id')
  return rows.map((rule) => ({
    from: rule.from_amount === null ? null : parseMoney(rule.from_amount),
    step: rule.step,
    role_id: rule.role_id,
    role: rule.role.name,
  }))
}

/** The steps that the rules require. A part that a role has approved counts only for the rules of other roles. */
async function findSteps(
  tx: Tx,
  kind: string,
  { amount, parts = [] }: Pick<ApprovalRequest, 'amount' | 'parts'>,
): Promise<ReturnType<typeof stepsFor>> {
  const rules = await findRules(tx, kind)
  if (rules.length === 0) return []
  const subjects = parts.flatMap(({ subject_id }) => subject_id ?? [])
  const rows = await tx.rows<{ subject: number; role: number }>(sql`
    select a.subject_id as subject, s.role_id as role from approval a join approval_step s on s.approval_id = a.id
    where a.kind = ${kind} and a.subject_id = any(${subjects}::bigint[]) and a.status in ('pending', 'approved') and s.status = 'approved'`)
  const approved = new Set(rows.map(({ subject, role }) => `${subject} ${role}`))
  const earlier = (role: number) => parts.reduce((sum, part) => (approved.has(`${part.subject_id} ${role}`) ? sum : sum + part.amount), 0)
  return stepsFor(rules, amount, earlier)
}

interface Waiting {
  id: number
  amount: number | null
}

const getWaiting = (tx: Tx, kind: string, subject: number) =>
  tx.one<Waiting>(
    sql`select id, amount_minor as amount from approval where kind = ${kind} and subject_id = ${subject} and status = 'pending' for update`,
  )

const ends = { approve: 'approved', reject: 'rejected', cancel: 'canceled' } as const

/**
 * Ends a pending request with its open steps. A change of the subject ends its request, also when the actor cannot see it.
 * @throws AppError ALREADY_DECIDED
 */
export async function closeApproval(tx: Tx, ctx: Ctx, id: number, outcome: keyof typeof ends, reason: string): Promise<void> {
  const status = ends[outcome]
  const ended =
    await tx.run(sql`update approval set status = ${status}, decided_at = now(), reason = ${reason}, version = version + 1, updated_at = now()
    where id = ${id} and status = 'pending'`)
  if (ended !== 1) throw new AppError(DECIDED)
  await tx.run(
    sql`update approval_step set status = 'canceled', updated_at = now() where approval_id = ${id} and status in ('pending', 'to_do')`,
  )
  await recordHistory({ tx, ctx }, { name: 'approval' }, id, { from: 'pending', to: status, reason })
  await recordAudit(tx, ctx, {
    resource: 'approval',
    rowId: id,
    verb: 'status',
    changes: [{ field: 'status', old: 'pending', new: status }],
  })
  tx.invalidate('approval')
}

async function write(
  tx: Tx,
  ctx: Ctx,
  kind: string,
  subject: number,
  { of }: ApprovableDocument,
  approvalRequest: ApprovalRequest,
  steps: ReturnType<typeof stepsFor>,
) {
  const by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  const ownerIds = [...new Set([...(by === null ? [] : [by]), ...(approvalRequest.ownerIds ?? [])])]
  const id = await tx.insert(approval, {
    kind,
    subject_type: of,
    subject_id: subject,
    title: approvalRequest.title,
    amount_minor: approvalRequest.amount,
    link: approvalRequest.link,
    requested_by: by,
    own_ids: ownerIds,
  })
  await tx.insertAll(
    approvalStep,
    steps.map(({ role_id, role }, i) => ({ position: i + 1, role_id, role, status: i === 0 ? ('pending' as const) : ('to_do' as const) })),
    { approval_id: id, since: sql`case r.position when 1 then now() end` },
  )
  await recordHistory({ tx, ctx }, { name: 'approval' }, id, { from: null, to: 'pending' })
  await recordAudit(tx, ctx, {
    resource: 'approval',
    rowId: id,
    verb: 'create',
    changes: [{ field: 'title', old: null, new: approvalRequest.title }],
  })
}

/** Service for other plugins. */
export const approvals: Approvals = {
  async request(tx, ctx, kind, subject) {
    const approvable = ctx.kernel.contributions(APPROVABLE_DOCUMENTS).get(kind)
    if (!approvable) throw new Error(`no plugin contributes the approvable document "${kind}"`)
    const approvalRequest = await approvable.lock(tx, ctx, subject)
    if (!approvalRequest) throw new AppError(INVALID, [message('approvals:error.nothing_waits')])
    const waitingRequest = await getWaiting(tx, kind, subject)
    if (waitingRequest?.amount === approvalRequest.amount) return true
    if (waitingRequest) await closeApproval(tx, ctx, waitingRequest.id, 'cancel', '')
    const steps = await findSteps(tx, kind, approvalRequest)
    if (steps.length === 0) return false
    await write(tx, ctx, kind, subject, approvable, approvalRequest, steps)
    return true
  },

  async withdraw(tx, ctx, kind, subject, reason) {
    const waitingRequest = await getWaiting(tx, kind, subject)
    if (waitingRequest) await closeApproval(tx, ctx, waitingRequest.id, 'cancel', reason)
  },

  async findPending(db, kind, subjects) {
    const rows = await db.rows<{ id: number }>(sql`select subject_id as id from approval
      where kind = ${kind} and subject_id = any(${[...subjects]}::bigint[]) and status = 'pending'`)
    return new Set(rows.map(({ id }) => id))
  },

  isRequired: async (tx, kind, approvalRequest) => (await findSteps(tx, kind, approvalRequest)).length > 0,
}
