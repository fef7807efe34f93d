import type { Ctx } from 'stoa'
import { APPROVABLE_DOCUMENTS } from './approvable-documents.ts'

/** What requests are about. */
export type Subjects = readonly { kind: string; subject_id: number }[]

/** What some subjects are about, as their owners tell whoever looks: one question for each kind among them. */
export async function describeSubjects(ctx: Ctx, subjects: Subjects): Promise<(kind: string, subject: number) => string> {
  const offered = ctx.kernel.contributions(APPROVABLE_DOCUMENTS)
  const told = await Promise.all(
    [...new Set(subjects.map(({ kind }) => kind))].map(async (kind) => {
      const ids = subjects.flatMap((one) => (one.kind === kind ? one.subject_id : []))
      return [kind, await offered.get(kind)?.about?.(ctx, [...new Set(ids)])] as const
    }),
  )
  const known = new Map(told)
  return (kind, subject) => known.get(kind)?.get(subject) ?? ''
}
