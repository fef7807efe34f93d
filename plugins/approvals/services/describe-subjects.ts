import type { Ctx } from 'stoa'
import { APPROVABLE_DOCUMENTS } from './approvable-documents.ts'

/** Subjects of requests. */
export type Subjects = readonly { kind: string; subject_id: number }[]

/** Descriptions of subjects by their owners, for the actor: one call per document type. */
export async function describeSubjects(ctx: Ctx, subjects: Subjects): Promise<(kind: string, subject: number) => string> {
  const offered = ctx.kernel.contributions(APPROVABLE_DOCUMENTS)
  const descriptions = await Promise.all(
    [...new Set(subjects.map(({ kind }) => kind))].map(async (kind) => {
      const ids = subjects.flatMap((subject) => (subject.kind === kind ? subject.subject_id : []))
      return [kind, await offered.get(kind)?.about?.(ctx, [...new Set(ids)])] as const
    }),
  )
  const descriptionsByKind = new Map(descriptions)
  return (kind, subject) => descriptionsByKind.get(kind)?.get(subject) ?? ''
}
