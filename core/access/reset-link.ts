import type { Kernel } from '../context.ts'
import { sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { sendEmail } from '../mail/email.ts'
import { defineJob, type JobPayload } from '../events/job-definition.ts'
import { t } from '../http/shapes.ts'
import { locales } from '../i18n/locale.ts'
import type { Locale } from '../api-types.ts'
import { createToken, hashToken } from './token.ts'

/** Mails whoever of the staff an address belongs to a link for a new password. */
export const RESET_MAIL = defineJob({ name: 'core/reset-mail', payload: { email: t.text(), language: t.pick(locales) } })

/** What a forgotten password sets off, after the answer: whether there is such an account shows in no way, not in time either. */
export async function sendReset(kernel: Kernel, { email, language }: JobPayload<typeof RESET_MAIL>): Promise<void> {
  await kernel.transaction(async (tx) => {
    const found = await tx.one<{ id: number }>(sql`select id from account where lower(email) = ${email} and enabled`)
    if (found) await sendResetLink(kernel, tx, { id: found.id, email }, language)
  })
}

/** Mails a member of staff a link with which they choose a new password, for half an hour and once. */
export async function sendResetLink(kernel: Kernel, tx: Tx, to: { id: number; email: string }, language: Locale): Promise<void> {
  const token = createToken()
  await tx.run(sql`insert into password_reset (token_hash, kind, subject_id, expires_at)
    values (${hashToken(token)}, 'admin', ${to.id}, now() + interval '30 minutes')`)
  const link = `${kernel.config.adminOrigin ?? kernel.config.publicUrl}/admin-reset-password?token=${token}&email=${encodeURIComponent(to.email)}`
  const words = {
    subject: kernel.i18n.t(language, 'core:mail.reset_subject'),
    text: kernel.i18n.t(language, 'core:mail.reset_text', { link }),
  }
  await sendEmail(tx, { to: to.email, ...words }, { config: kernel.config, parts: [link, token] })
}
