import { account, toLocale, type Ctx, sendEmail, sql, createStaffCtx, type JobPayload } from 'stoa'
import { describeNotices, type Stored } from './inbox.ts'
import type { NOTICE_MAIL } from './notices.ts'

/** Sends a notification by e-mail, in the language and with the current permissions of the reader, unless it was read meanwhile. */
export async function mailNotice({ id }: JobPayload<typeof NOTICE_MAIL>, { kernel, mainLanguage }: Ctx): Promise<void> {
  const row = await kernel.db.one<Stored & { account_id: number; language: string }>(sql`
    select n.*, m.language from notice n join notice_mail m on m.account_id = n.account_id where n.id = ${id} and n.read_at is null`)
  if (!row) return
  const language = toLocale(row.language, mainLanguage)
  const ctx = await createStaffCtx(kernel, row.account_id, language)
  const reader = await kernel.query(account).findById(row.account_id)
  if (!ctx || !reader) return
  const [notice] = await describeNotices(ctx, [row])
  if (!notice) return
  const say = (part: string) => kernel.i18n.t(language, `notes:mail.${part}`, { name: reader.name })
  const link = `${kernel.config.publicUrl}/admin/notice`
  await kernel.transaction(async (tx) => {
    // Marked in the transaction of the e-mail, so that a repeated job sends nothing.
    const first = await tx.run(sql`update notice set mailed_at = now() where id = ${id} and mailed_at is null`)
    if (first === 1) await sendEmail(tx, { to: reader.email, subject: notice.text, text: `${notice.text}\n\n${link}\n\n${say('foot')}` })
  })
}
