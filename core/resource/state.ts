import type { Ctx } from '../context.ts'
import { empty, id as name, join, type Sql, sql } from '../db/sql.ts'
import { Failed, NOT_FOUND, text, WRONG_STATE } from '../http/errors.ts'
import type { Row } from '../wire.ts'
import { recordChange, recordWith } from '../audit/audit.ts'
import type { Resource } from './compile.ts'
import type { Action, Move } from './define.ts'
import { checkInput } from './input.ts'
import { type Env, lock } from './lock.ts'
import { refuseUnseenSaid } from './unseen.ts'

/** A state move or action of a resource, by name. */
export function actionOf(r: Resource, action: string): { move: Move } | { run: Action } | undefined {
  const move = r.def.states?.moves[action]
  if (move) return { move }
  const run = r.def.actions?.[action]
  return run ? { run } : undefined
}

/**
 * The one way a status changes: lock, check the table of moves, guard, write, history, audit, effect.
 * Also runs plain actions. Answers the row as it was before.
 * @throws Failed NOT_FOUND, WRONG_STATE, or what guard and effect throw.
 */
export async function move(env: Env, r: Resource, rowId: number, action: string, input: Record<string, unknown>): Promise<Row> {
  const found = actionOf(r, action)
  if (!found) throw new Failed(NOT_FOUND)
  const row = await lock(env, r, rowId)
  const verb = 'move' in found ? found.move : found.run
  const moving = { ctx: env.ctx, tx: env.tx, row, input: await checkInput(verb.input, input) }
  if (verb.input) await refuseUnseenSaid(env, verb.input, moving.input)
  const joined = { ...moving, move: action }
  if ('run' in found) {
    for (const hooks of r.hooks) await hooks.moving?.(joined)
    await found.run.run(moving)
    await recordChange(env, r, rowId, action)
  } else {
    const field = statusField(r)
    const from = String(row[field])
    if (!found.move.from.includes(from))
      throw new Failed(WRONG_STATE, {
        [field]: [text('core:error.wrong_state', { from: { status: from }, to: { status: found.move.to } })],
      })
    await found.move.guard?.(moving)
    for (const hooks of r.hooks) await hooks.moving?.(joined)
    await setStatus(env, r, rowId, { from, to: found.move.to, reason: String(moving.input.reason ?? '') })
    await found.move.effect?.(moving)
  }
  for (const hooks of r.hooks) await hooks.moved?.(joined)
  env.tx.touch(r.name)
  return row
}

/** A change of a status, and in whose name it is made. */
export interface StatusStep {
  ctx: Ctx
  from: string
  to: string
  reason?: string
}

/**
 * Parts `history` and `audited` of the statement that writes a status: for each step, in their order, a line of the history and, where the
 * declaration wants it, of the audit log, if `changed` has the row.
 */
export function statusStepsSql(r: Resource, rowId: number, steps: readonly StatusStep[], changed: Sql): Sql {
  const lines = steps.map(({ ctx, ...step }) => sql`select ${historyLine(ctx, r, rowId, step)} from ${changed}`)
  const entries = steps.map(({ ctx, from, to }) => ({
    ctx,
    entry: { resource: r.name, rowId, verb: 'status', changes: [{ field: statusField(r), old: from, new: to }] },
  }))
  return sql`history as (insert into status_history (${historyColumns}) ${join(lines, ' union all ')})${
    r.audit ? sql`, audited as (${recordWith(entries, changed)})` : empty
  }`
}

const statusField = (r: Resource): string => r.def.states?.field ?? 'status'

/** In one statement with what is recorded of it. */
async function setStatus({ tx, ctx }: Env, r: Resource, rowId: number, step: Omit<StatusStep, 'ctx'>): Promise<void> {
  const field = name(statusField(r))
  const version = r.locked ? sql`, version = version + 1` : empty
  const row = await tx.one(sql`with moved as (update ${name(r.table)} set ${field} = ${step.to}, updated_at = now()${version}
      where id = ${rowId} and ${field} = ${step.from} returning id), ${statusStepsSql(r, rowId, [{ ctx, ...step }], sql`moved`)}
    select id from moved`)
  if (!row) throw new Failed(WRONG_STATE)
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

/** One line of a document's history. */
export async function tellHistory(
  { tx, ctx }: Pick<Env, 'ctx' | 'tx'>,
  r: Pick<Resource, 'name'>,
  rowId: number,
  line: HistoryLine,
): Promise<void> {
  await tx.run(sql`insert into status_history (${historyColumns}) values (${historyLine(ctx, r, rowId, line)})`)
}

/** Where the history of documents is read from: its lines `h`, and whoever of staff `a` wrote them. */
export const historySql = sql`status_history h left join account a on h.actor_kind = 'admin' and a.id = h.actor_id`
