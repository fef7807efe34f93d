import { type Ctx, defineJob, sql, t, type JobPayload } from 'stoa'
import { readEmailedApplication, composeEmail } from './emails.ts'

/** Notifies an applicant about new files; files that are added within a minute share one e-mail. */
export const FILES_EMAIL = defineJob({
  name: 'service/files-letter',
  payload: { id: t.id() },
  key: ({ id }) => `service/files-letter ${id}`,
})

/** Each file is announced once: it is marked in the transaction of the e-mail. Deleted files are not announced. */
export async function sendFilesEmail(ctx: Ctx, { id }: JobPayload<typeof FILES_EMAIL>): Promise<void> {
  const row = await readEmailedApplication(ctx.kernel.db, id)
  if (!row || row.email === '') return
  await ctx.kernel.transaction(async (tx) => {
    const files = await tx.rows<{ name: string }>(
      sql`with told as (update application_file set told_at = now() where application_id = ${id} and told_at is null returning id, name)
        select name from told order by id`,
    )
    if (files.length === 0) return
    tx.invalidate('application_file')
    await composeEmail(tx, ctx, row, 'files', { files: files.map(({ name }) => name).join('\n') })
  })
}
