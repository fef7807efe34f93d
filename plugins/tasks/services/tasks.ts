import { account, type Ctx, type Db, type Kernel, recordAudit, sql, type Sql, token, type Tx } from 'stoa'
import { findPath, type TaskStatus } from '../domain/statuses.ts'
import { task } from '../resources/task.ts'
import { withOrigin } from './task-ctx.ts'
import { visibleSql } from './task-lines.ts'

/** A record that tasks are about. */
interface Subject {
  /** Name of its resource, such as `order`. */
  type: string
  id: number
}

/** The same task in another tool. */
interface ExternalTask {
  /** Name of the tool, such as `clickup`. */
  tool: string
  id: string
  url?: string | null
}

/** A task that another plugin creates. */
export interface NewTask {
  title: string
  description?: string
  /** ISO 8601. */
  due_at?: string | null
  all_day?: boolean
  assignee_admin_id?: number | null
  priority?: 'low' | 'normal' | 'high' | 'urgent'
  checklist?: readonly string[]
  /** The caller has checked that the actor may read it. */
  subject?: Subject
  external?: ExternalTask
}

/** A task as other plugins read it. */
export interface TaskSummary {
  id: number
  title: string
  status: TaskStatus
  due_at: string | null
  all_day: boolean
  assignee_admin_id: number | null
  /** Time of the last change of the values above. */
  changed_at: string
  external_tool: string | null
  external_id: string | null
  external_url: string | null
}

/** A change of a linked task that was made in the other tool. Absent values did not change. */
export interface ExternalChange {
  tool: string
  id: string
  /** Time of the change in the other tool, ISO 8601. */
  changedAt: string
  title?: string
  status?: TaskStatus
  dueAt?: string | null
  allDay?: boolean
  /** Null: nobody. An address that no account has changes nothing. */
  assigneeEmail?: string | null
  /** Nothing of it was changed here since both sides were equal, so it is applied even if another value was changed here later. */
  isConflictFree?: boolean
}

/** Service for plugins that create tasks, and for the synchronization with other tools. Only `readTitles` checks rights. */
export interface Tasks {
  /** Creates a task. Returns its id. @throws AppError INVALID by field, Error when another task has the external link */
  create(tx: Tx, ctx: Ctx, input: NewTask): Promise<number>
  /** Tasks about a record, the oldest first; with `open` those that are still to be done. */
  findBySubject(db: Db, subject: Subject, options?: { open?: boolean }): Promise<TaskSummary[]>
  /** Completes all open tasks about a record. Returns their ids. */
  completeBySubject(tx: Tx, ctx: Ctx, subject: Subject): Promise<number[]>
  /** Titles by id of those tasks that the actor can see. */
  readTitles(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Tasks that are linked to tasks of another tool. */
  findByExternal(db: Db, tool: string, ids: readonly string[]): Promise<TaskSummary[]>
  /** Links a task to one of another tool, or ends its link with null. False when another task has this link. */
  link(tx: Tx, ctx: Ctx, id: number, external: ExternalTask | null): Promise<boolean>
  /**
   * Applies a change of another tool. The later change wins: an older one is `outdated`, and the audit log records its values beside those
   * that stay. `unlinked` when no task has this link. Events of the change name the tool as `origin`. @throws AppError INVALID, WRONG_STATE
   */
  applyExternalChange(tx: Tx, ctx: Ctx, change: ExternalChange): Promise<'applied' | 'outdated' | 'unlinked'>
}

export const TASKS = token<Tasks>('tasks/tasks')

/** Tasks `t` that match a condition. */
const readSummaries = (db: Db, where: Sql): Promise<TaskSummary[]> =>
  db.rows<TaskSummary>(sql`
    select t.id, t.title, t.status, t.due_at, t.all_day, t.assignee_admin_id, t.changed_at, t.external_tool, t.external_id, t.external_url
    from task t where ${where} order by t.id`)

const isOpen = sql`t.status in ('to_do', 'process')`

const UNIQUE_VIOLATION = '23505'

async function link(tx: Tx, ctx: Ctx, id: number, external: ExternalTask | null): Promise<boolean> {
  const { tool, id: externalId, url } = external ?? { tool: null, id: null }
  try {
    await tx.savepoint(() =>
      tx.run(sql`update task set external_tool = ${tool}, external_id = ${externalId}, external_url = ${url ?? null},
        version = version + 1, updated_at = now() where id = ${id}`),
    )
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false
    throw error
  }
  const changes = [{ field: 'external_id', old: null, new: externalId }]
  await recordAudit(tx, ctx, { resource: 'task', rowId: id, verb: 'update', changes })
  tx.invalidate('task')
  return true
}

async function findAccount(tx: Tx, email: string | null | undefined): Promise<number | null | undefined> {
  if (email === null || email === undefined) return email
  const [found] = await tx.query(account).where('email', email.trim().toLowerCase()).where('enabled', true)
  return found?.id
}

type SyncedValues = Pick<typeof task.Row, 'title' | 'status' | 'due_at' | 'all_day' | 'assignee_admin_id'>

/** Values that another tool changes; absent ones did not change. */
type ChangedValues = Partial<SyncedValues>

const omitAbsent = (values: { [F in keyof SyncedValues]?: SyncedValues[F] | undefined }): ChangedValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const isSame = (one: unknown, two: unknown, field: string): boolean =>
  field === 'due_at' && one && two ? Date.parse(String(one)) === Date.parse(String(two)) : one === two

/** Values that lost against later ones, as entries of the audit log: the lost value as the old one, the one that stays as the new one. */
const listLostValues = (row: SyncedValues, lost: ChangedValues) =>
  Object.entries(lost)
    .map(([field, value]) => ({ field, old: value, new: row[field as keyof ChangedValues] }))
    .filter((entry) => !isSame(entry.old, entry.new, entry.field))

async function applyExternalChange(kernel: Kernel, tx: Tx, ctx: Ctx, change: ExternalChange): Promise<'applied' | 'outdated' | 'unlinked'> {
  const { tool, id: externalId, changedAt, title, status, dueAt, allDay, assigneeEmail, isConflictFree = false } = change
  const linked = await tx.one<{ id: number; is_newer: boolean }>(sql`
    select t.id, t.changed_at >= ${changedAt}::timestamptz as is_newer from task t
    where t.external_tool = ${tool} and t.external_id = ${externalId} for update of t`)
  if (!linked) return 'unlinked'
  const origin = withOrigin(ctx, { tool })
  const row = await kernel.resources.lockIn(tx, origin, task, linked.id)
  const values: ChangedValues = omitAbsent({
    title,
    due_at: dueAt,
    all_day: allDay,
    assignee_admin_id: await findAccount(tx, assigneeEmail),
  })
  if (linked.is_newer && !isConflictFree) {
    const changes = [
      { field: 'external_id', old: null, new: `${tool} ${externalId} ${changedAt}` },
      ...listLostValues(row, omitAbsent({ ...values, status })),
    ]
    await recordAudit(tx, ctx, { resource: 'task', rowId: linked.id, verb: 'outdated', changes })
    return 'outdated'
  }
  await kernel.resources.updateIn(tx, origin, task, linked.id, values)
  const path = status === undefined ? [] : findPath(row.status, status)
  await kernel.resources.transitionThroughIn(tx, origin, task, linked.id, path)
  // `changed_at` is now: the change itself was earlier, but a later one of another value stays later.
  await tx.run(sql`
    update task set changed_at = greatest(${row.changed_at}::timestamptz, ${changedAt}::timestamptz) where id = ${linked.id}`)
  return 'applied'
}

export const tasks = (kernel: Kernel): Tasks => ({
  async create(tx, ctx, { subject, external, checklist = [], ...values }) {
    const writer = subject ? withOrigin(ctx, { subject: { subject_type: subject.type, subject_id: subject.id } }) : ctx
    const items = checklist.map((text, n) => ({ id: String(n + 1), text, done: false }))
    const { id } = await kernel.resources.createIn(tx, writer, task, { ...values, checklist: items })
    if (external && !(await link(tx, ctx, id, external))) throw new Error(`${external.tool} ${external.id} is linked to another task`)
    return id
  },
  findBySubject: (db, { type, id }, { open = false } = {}) =>
    readSummaries(db, sql`t.subject_type = ${type} and t.subject_id = ${id} and (${isOpen} or not ${open}::boolean)`),
  async completeBySubject(tx, ctx, { type, id }) {
    const rows = await tx.rows<{ id: number }>(sql`
      select t.id from task t where t.subject_type = ${type} and t.subject_id = ${id} and ${isOpen} order by t.id for update`)
    for (const row of rows) await kernel.resources.transitionIn(tx, ctx, task, row.id, 'complete')
    return rows.map((row) => row.id)
  },
  async readTitles(ctx, ids) {
    const rows = await ctx.kernel.db.rows<{ id: number; title: string }>(sql`
      select t.id, t.title from task t where t.id = any(${[...ids]}::bigint[]) and ${visibleSql(ctx)}`)
    return new Map(rows.map(({ id, title }) => [id, title]))
  },
  findByExternal: (db, tool, ids) => readSummaries(db, sql`t.external_tool = ${tool} and t.external_id = any(${[...ids]}::text[])`),
  link,
  applyExternalChange: (tx, ctx, change) => applyExternalChange(kernel, tx, ctx, change),
})
