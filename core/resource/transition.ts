import type { Ctx } from '../context.ts'
import { empty, id as name, join, type Sql, sql } from '../db/sql.ts'
import { AppError, NOT_FOUND, message, WRONG_STATE } from '../http/errors.ts'
import type { Row } from '../api-types.ts'
import { recordChange, recordAuditSql } from '../audit/audit.ts'
import type { Resource } from './compile.ts'
import type { Action, ColumnValues, Transition } from './define.ts'
import { checkInput } from './input.ts'
import { type Env, lock } from './lock.ts'
import { scopeSql } from './scope.ts'
import { rejectHiddenInputReferences } from './hidden-references.ts'

/** A transition or action of a resource, by name. */
export function findOperation(r: Resource, action: string): { move: Transition } | { run: Action } | undefined {
  const move = r.def.states?.transitions[action]
  if (move) return { move }
  const run = r.def.actions?.[action]
  return run ? { run } : undefined
}

/**
 * Runs a transition: lock, check of the transition table, guard, write, history, audit, effect. Also runs plain actions. Returns
 * the row before it.
 * @throws AppError NOT_FOUND, WRONG_STATE, or what guard and effect throw.
 */
export async function runOperation(env: Env, r: Resource, rowId: number, action: string, input: Record<string, unknown>): Promise<Row> {
  const found = findOperation(r, action)
  if (!found) throw new AppError(NOT_FOUND)
  const row = await lock(env, r, rowId)
  if ('run' in found) await runAction(env, r, { row, action, verb: found.run, input })
  else await applyTransitions(env, r, row, [{ action, verb: found.move, input }], (parts) => writeStatus(env, parts))
  env.tx.invalidate(r.name)
  return row
}

/**
 * Runs consecutive transitions of one row as one change: first all guards, then one statement that writes the last status with a
 * history and audit entry for each, then the effects. Returns the row before it.
 * @throws as `runOperation`
 */
export async function transitionThrough(env: Env, r: Resource, rowId: number, actions: readonly string[]): Promise<Row> {
  const steps = actions.map((action): Step => ({ action, verb: getTransition(r, action), input: {} }))
  const row = await lock(env, r, rowId)
  if (steps.length > 0) await applyTransitions(env, r, row, steps, (parts) => writeStatus(env, parts))
  env.tx.invalidate(r.name)
  return row
}

const writeStatus = ({ tx }: Env, parts: Sql): Promise<unknown> => tx.one(sql`with ${parts} select id from moved`)

/** A transition by name. @throws AppError NOT_FOUND */
function getTransition(r: Resource, action: string): Transition {
  const move = r.def.states?.transitions[action]
  if (!move) throw new AppError(NOT_FOUND)
  return move
}

/** A locked row with its current status. */
export interface LockedStatus {
  id: number
  status: string
}

/** Sends a statement that begins with these parts, and returns a row of `moved`. */
export type StatusWrite = (parts: Sql) => Promise<unknown>

/**
 * Like `runOperation`, for a row that the caller has locked: a statement of the caller writes the status together with other
 * changes. The row is read only when a guard, effect or hook needs it.
 * @throws as `runOperation`
 */
export async function transitionLocked(
  env: Env,
  r: Resource,
  locked: LockedStatus,
  input: TransitionInput,
  write: StatusWrite,
): Promise<void> {
  const verb = getTransition(r, input.action)
  const isRead =
    verb.guard !== undefined ||
    verb.effect !== undefined ||
    r.hooks.some(({ beforeTransition, afterTransition }) => beforeTransition ?? afterTransition)
  const row = isRead ? await lock(env, r, locked.id) : { id: locked.id, [statusField(r)]: locked.status }
  await applyTransitions(env, r, row, [{ verb, ...input }], write, isRead ? empty : sql` and ${scopeSql(env.ctx, r)}`)
  env.tx.invalidate(r.name)
}

/** A transition or action by name, with the dialog's input. */
export interface TransitionInput {
  action: string
  input: Record<string, unknown>
}

/** A transition with its declaration. */
type Step = TransitionInput & { verb: Transition }

/** Argument of guards, hooks and effects; `next` is the following transition. */
async function createTransitionContext(
  env: Env,
  row: Row,
  { action, verb, input }: TransitionInput & { verb: Transition | Action },
  next?: string,
) {
  const checked = await checkInput(verb.input, input)
  if (verb.input) await rejectHiddenInputReferences(env, verb.input, checked)
  return { ctx: env.ctx, tx: env.tx, row, input: checked, action, ...(next === undefined ? {} : { next }) }
}

async function runAction(env: Env, r: Resource, { row, ...made }: TransitionInput & { row: Row; verb: Action }): Promise<void> {
  const transition = await createTransitionContext(env, row, made)
  for (const hooks of r.hooks) await hooks.beforeTransition?.(transition)
  await made.verb.run(transition)
  await recordChange(env, r, row.id, made.action)
  for (const hooks of r.hooks) await hooks.afterTransition?.(transition)
}

/** `scope` is a further condition on the row, when it was not read. */
async function applyTransitions(
  env: Env,
  r: Resource,
  row: Row,
  steps: readonly Step[],
  write: StatusWrite,
  scope: Sql = empty,
): Promise<void> {
  const field = statusField(r)
  const changes: (Omit<StatusStep, 'ctx'> & { set: ColumnValues })[] = []
  const effects: (() => Promise<void>)[] = []
  let from = String(row[field])
  for (const [n, step] of steps.entries()) {
    const { verb } = step
    const transition = await createTransitionContext(env, { ...row, [field]: from }, step, steps[n + 1]?.action)
    if (!verb.from.includes(from))
      throw new AppError(WRONG_STATE, {
        [field]: [message('core:error.wrong_state', { from: { status: from }, to: { status: verb.to } })],
      })
    await verb.guard?.(transition)
    for (const hooks of r.hooks) await hooks.beforeTransition?.(transition)
    changes.push({ from, to: verb.to, reason: String(transition.input.reason ?? ''), set: verb.set?.(transition) ?? {} })
    effects.push(async () => {
      await verb.effect?.(transition)
      for (const hooks of r.hooks) await hooks.afterTransition?.(transition)
    })
    from = verb.to
  }
  if (!(await write(statusSql(env, r, row.id, changes, scope)))) throw new AppError(WRONG_STATE)
  for (const run of effects) await run()
}

/** A transition that led a created row to the status it was inserted with, and its actor. */
export interface CompletedTransition {
  ctx: Ctx
  action: string
}

/** The statuses that transitions lead a new row through. @throws AppError NOT_FOUND for an undeclared transition */
export function toStatusSteps(r: Resource, made: readonly CompletedTransition[]): StatusStep[] {
  let from = r.def.states?.initial ?? ''
  return made.map(({ ctx, action }) => {
    const step = { ctx, from, to: getTransition(r, action).to }
    from = step.to
    return step
  })
}

/**
 * Runs the hooks of extensions for the transitions from the initial status to the one a row was created in: all `beforeTransition`
 * first, then all `afterTransition`. The creator of the row has performed the guards and effects. The row may be outside the
 * actor's scope. @throws what hooks throw
 */
export async function runTransitionHooks(env: Env, r: Resource, rowId: number, made: readonly CompletedTransition[]): Promise<void> {
  const extensionHooks = r.hooks.filter((hooks) => hooks !== r.def.hooks && (hooks.beforeTransition ?? hooks.afterTransition))
  if (extensionHooks.length === 0) return
  const row = await lock(env, r, rowId, sql`true`)
  const steps = toStatusSteps(r, made)
  const moves = await Promise.all(
    made.map(({ ctx, action }, n) => {
      const before = { ...row, [statusField(r)]: steps[n]?.from ?? '' }
      return createTransitionContext({ ...env, ctx }, before, { action, verb: getTransition(r, action), input: {} }, made[n + 1]?.action)
    }),
  )
  for (const move of moves) for (const hooks of extensionHooks) await hooks.beforeTransition?.(move)
  for (const move of moves) for (const hooks of extensionHooks) await hooks.afterTransition?.(move)
}

/** A change of status with its actor. */
export interface StatusStep {
  ctx: Ctx
  from: string
  to: string
  reason?: string
}

/**
 * Parts `history` and `audited` of the statement that writes a status: for each step a history entry and, when the resource is
 * audited, an audit entry, if `changed` contains the row.
 */
export function statusStepsSql(r: Resource, rowId: number, steps: readonly StatusStep[], changed: Sql): Sql {
  const lines = steps.map(({ ctx, ...step }) => sql`select ${historyLine(ctx, r, rowId, step)} from ${changed}`)
  const entries = steps.map(({ ctx, from, to }) => ({
    ctx,
    entry: { resource: r.name, rowId, verb: 'status', changes: [{ field: statusField(r), old: from, new: to }] },
  }))
  return sql`history as (insert into status_history (${historyColumns}) ${join(lines, ' union all ')})${
    r.audit ? sql`, audited as (${recordAuditSql(entries, changed)})` : empty
  }`
}

const statusField = (r: Resource): string => r.def.states?.field ?? 'status'

/** Parts of a statement: `moved` writes the last status and returns the row's id, the others record each step. */
function statusSql(
  { ctx }: Env,
  r: Resource,
  rowId: number,
  changes: readonly (Omit<StatusStep, 'ctx'> & { set: ColumnValues })[],
  scope: Sql,
): Sql {
  const field = name(statusField(r))
  const version = r.locked ? sql`, version = version + ${changes.length}::int` : empty
  const columns: ColumnValues = Object.assign({}, ...changes.map(({ set }) => set))
  const set = Object.entries(columns).reduce((list, [column, value]) => sql`${list}, ${name(column)} = ${value}`, empty)
  return sql`moved as (update ${name(r.table)} t set ${field} = ${changes.at(-1)?.to ?? null}, updated_at = now()${version}${set}
      where t.id = ${rowId} and t.${field} = ${changes[0]?.from ?? null}${scope} returning t.id),
    ${statusStepsSql(
      r,
      rowId,
      changes.map(({ set: _, ...step }) => ({ ctx, ...step })),
      sql`moved`,
    )}`
}

const historyColumns = sql`document_type, document_id, from_status, to_status, actor_kind, actor_id, reason`

type HistoryLine = { from: string | null; to: string; reason?: string }

const historyLine = (
  { actor }: Ctx,
  { name: document }: Pick<Resource, 'name'>,
  rowId: number,
  { from, to, reason = '' }: HistoryLine,
): Sql =>
  sql`${document}::text, ${rowId}::bigint, ${from}::text, ${to}::text, ${actor.kind}::text, ${'id' in actor ? actor.id : null}::bigint, ${reason}::text`

/** Writes one entry of a document's status history. */
export async function recordHistory(
  { tx, ctx }: Pick<Env, 'ctx' | 'tx'>,
  r: Pick<Resource, 'name'>,
  rowId: number,
  line: HistoryLine,
): Promise<void> {
  await tx.run(sql`insert into status_history (${historyColumns}) values (${historyLine(ctx, r, rowId, line)})`)
}

/** FROM clause of the status history: entries `h` with the account `a` of staff actors. */
export const historySql = sql`status_history h left join account a on h.actor_kind = 'admin' and a.id = h.actor_id`
