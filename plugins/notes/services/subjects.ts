import { Type } from '@sinclair/typebox'
import {
  hasPermission,
  type Ctx,
  type Db,
  type Declared,
  AppError,
  id as name,
  join,
  type Kernel,
  NOT_FOUND,
  extensionPoint,
  type Scope,
  sql,
} from 'stoa'
import { type Resource, titleSql, verbPermission, scopeSql } from 'stoa/engine'

/** A resource whose rows have comments. */
export interface NoteSubject {
  of: Pick<Declared, 'name'>
  /** Position: `form`, below the fields of the form; `screen`, in the `Timeline` of the plugin's own screen. `form` when absent. */
  at?: 'form' | 'screen'
  /**
   * Path below /admin of a screen for every member of staff, such as `tasks`. The rows can then be read without the permission of their
   * resource, as far as their row scope allows, and so can their comments.
   */
  open?: string
}

/** Resources with comments. */
export const NOTE_SUBJECTS = extensionPoint<NoteSubject>('notes/subjects', {
  description: 'resources whose rows have comments',
  schema: Type.Object({
    of: Type.Object({ name: Type.String({ minLength: 1 }) }),
    at: Type.Optional(Type.Union([Type.Literal('form'), Type.Literal('screen')])),
    open: Type.Optional(Type.String({ minLength: 1 })),
  }),
})

/** The row that comments belong to. */
export interface Subject {
  subject: string
  subject_id: number
}

/** The installed resources with comments. */
const getNoted = (kernel: Kernel): Resource[] =>
  [...kernel.contributions(NOTE_SUBJECTS).values()].flatMap(({ of }) => kernel.registry.resources.get(of.name) ?? [])

/** The path of the screen on which every member of staff opens rows of this resource; undefined for others. */
const findOpenPath = (kernel: Kernel, resource: string): string | undefined =>
  [...kernel.contributions(NOTE_SUBJECTS).values()].find(({ of }) => of.name === resource)?.open

/** Whether the actor may read rows of a resource that are in the row scope. */
export const mayRead = ({ kernel, actor }: Ctx, resource: string): boolean =>
  hasPermission(actor, verbPermission('get', resource)) || (actor.kind === 'admin' && findOpenPath(kernel, resource) !== undefined)

/** The resource with this name, if it has comments and the actor may read it. */
export const readable = (ctx: Ctx, subject: string): Resource | undefined =>
  getNoted(ctx.kernel).find((r) => r.name === subject && mayRead(ctx, r.name))

/** The resources whose comments the actor may read, and their position. */
export const listSubjects = (ctx: Ctx): { name: string; at: 'form' | 'screen' }[] =>
  [...ctx.kernel.contributions(NOTE_SUBJECTS).values()].flatMap(({ of, at = 'form' }) =>
    readable(ctx, of.name) ? [{ name: of.name, at }] : [],
  )

/**
 * Scope of comments: those who may read a row may read its comments. The condition of the row comes from the kernel, as for reads of the
 * row itself.
 */
export const visibleSubjectSql: Scope = (ctx) => {
  if (ctx.actor.kind === 'system') return null
  const parts = getNoted(ctx.kernel)
    .filter((r) => readable(ctx, r.name))
    // The key is selected in a subquery of its own, because inside the next one `t` is the subject.
    .map(
      (r) => sql`(t.subject = ${r.name} and exists (
        select from (select t.subject_id as key) n join ${name(r.table)} t on t.id = n.key where ${scopeSql(ctx, r)}))`,
    )
  return parts.length > 0 ? join(parts, ' or ') : sql`false`
}

/** The name of a subject. @throws AppError NOT_FOUND when it does not exist or the actor may not read it; the two are not distinguished */
export async function requireSubject(db: Db, ctx: Ctx, { subject, subject_id }: Subject, hold = false): Promise<string> {
  const r = readable(ctx, subject)
  const row =
    r &&
    (await db.one<{ title: string | null }>(sql`
      select ${titleSql(r, 't', ctx.language, ctx.mainLanguage)}::text as title from ${name(r.table)} t
      where t.id = ${subject_id} and ${scopeSql(ctx, r)} ${hold ? sql`for share of t` : sql``}`))
  if (!r || !row) throw new AppError(NOT_FOUND)
  return row.title ?? String(subject_id)
}

const getKey = ({ subject, subject_id }: Subject) => `${subject} ${subject_id}`

/** The page, below /admin, of a row that every member of staff may open; undefined for rows of other resources. */
export function findOpenPage({ kernel }: Ctx, { subject, subject_id }: Subject): string | undefined {
  const path = findOpenPath(kernel, subject)
  return path === undefined ? undefined : `${path}/${subject_id}`
}

/** Names of subjects that the actor may read, such as "Order 1001". Others are not in the result. */
export async function readSubjectNames(ctx: Ctx, subjects: readonly Subject[]): Promise<(subject: Subject) => string | undefined> {
  const { kernel } = ctx
  const speech = ctx.interfaceLanguage ?? ctx.language
  const names = new Map<string, string>()
  for (const subject of new Set(subjects.map((subject) => subject.subject))) {
    const r = kernel.registry.resources.get(subject)
    if (!r || !mayRead(ctx, r.name)) continue
    const ids = subjects.flatMap((candidate) => (candidate.subject === subject ? candidate.subject_id : []))
    const rows = await kernel.db.rows<{ id: number; title: string | null }>(sql`
      select t.id, ${titleSql(r, 't', speech, ctx.mainLanguage)}::text as title from ${name(r.table)} t
      where t.id = any(${ids}::bigint[]) and ${scopeSql(ctx, r)}`)
    const label = kernel.i18n.t(speech, `${r.plugin}:${r.name}._label`)
    for (const { id, title } of rows) names.set(getKey({ subject, subject_id: id }), `${label} ${title ?? id}`)
  }
  return (subject) => names.get(getKey(subject))
}
