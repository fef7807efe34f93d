import { type Ctx, hasPermission, id as name, message, sql, validationError } from 'stoa'
import { type Resource, scopeSql, titleSql, verbPermission } from 'stoa/engine'
import type { TaskSubject } from '../api-types.ts'

/** A record that a task is about. */
export interface SubjectRef {
  subject_type: string | null
  subject_id: number | null
}

/** The resource, if rows of it have a page and the actor may read them. */
function findReadable({ kernel, actor }: Ctx, type: string): Resource | undefined {
  const r = kernel.registry.resources.get(type)
  return r?.verbs.includes('get') && hasPermission(actor, verbPermission('get', r.name)) ? r : undefined
}

/** @throws AppError INVALID at `subject_id`: records that do not exist and records the actor may not read give the same error */
export async function assertReadable(ctx: Ctx, ref: { subject_type: string; subject_id: number }): Promise<void> {
  if (!(await readSubjects(ctx, [ref]))(ref)) throw validationError({ subject_id: message('core:rule.not_exists') })
}

/** Records by type and id, with their titles, one statement for each type. Records the actor may not read are not among them. */
export async function readSubjects(ctx: Ctx, refs: readonly SubjectRef[]): Promise<(ref: SubjectRef) => TaskSubject | null> {
  const { kernel } = ctx
  const language = ctx.interfaceLanguage ?? ctx.language
  const ids = new Map<string, Set<number>>()
  for (const { subject_type: type, subject_id: id } of refs)
    if (type !== null && id !== null) ids.set(type, (ids.get(type) ?? new Set()).add(id))
  const found = await Promise.all(
    [...ids].map(async ([type, wanted]) => {
      const r = findReadable(ctx, type)
      if (!r) return []
      const label = kernel.i18n.t(language, `${r.plugin}:${r.name}._label`)
      const rows = await kernel.db.rows<{ id: number; title: string | null }>(sql`
        select t.id, ${titleSql(r, 't', language, ctx.mainLanguage)}::text as title from ${name(r.table)} t
        where t.id = any(${[...wanted]}::bigint[]) and ${scopeSql(ctx, r)}`)
      return rows.map(({ id, title }): TaskSubject => ({ resource: type, id, label, title: title ?? `#${id}` }))
    }),
  )
  const subjects = new Map(found.flat().map((subject) => [`${subject.resource} ${subject.id}`, subject]))
  return ({ subject_type: type, subject_id: id }) => subjects.get(`${type} ${id}`) ?? null
}
