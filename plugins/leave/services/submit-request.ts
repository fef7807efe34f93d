import { type Ctx, idempotent } from 'stoa'
import type { LeaveEmployee } from './employee.ts'
import { type LeaveRequest, storeDocument, submitDraft, type UploadedFile, writeDraft } from './leave-draft.ts'

/** Request fields as numbers; hours are a decimal text in forms. */
export const toRequest = <R extends { hours: string | null }>({ hours, ...request }: R) => ({
  ...request,
  hours: hours === null ? null : Number(hours),
})

/**
 * Submits a request of an employee, for the employee or for staff who act for them; with `isDraft` it only stores the draft. The caller
 * has checked whose leave it is. @throws AppError INVALID by field
 */
export async function submitRequest(
  ctx: Ctx,
  employee: Pick<LeaveEmployee, 'id'>,
  request: LeaveRequest,
  { file, key, isDraft = false }: { file: UploadedFile | undefined; key: string | undefined; isDraft?: boolean },
): Promise<number> {
  const document = await storeDocument(ctx, file)
  const scope = `leave ${isDraft ? 'draft ' : ''}${employee.id}`
  return ctx.kernel.transaction((tx) =>
    idempotent(tx, scope, key, request, async () => {
      const id = await writeDraft(tx, ctx, employee, { request, document })
      if (!isDraft) await submitDraft(tx, ctx, employee, id)
      return id
    }),
  )
}
