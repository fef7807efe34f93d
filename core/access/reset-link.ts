import type { Kernel } from '../context.ts'
import { sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { sendEmail } from '../mail/email.ts'
import { defineJob, type JobPayload } from '../events/job-definition.ts'
import { t } from '../http/shapes.ts'
import { locales } from '../i18n/locale.ts'
import type { Locale } from '../api-types.ts'
import { createToken, hashToken } from './token.ts'

/** Job: sends a reset link to the member of staff with this e-mail address, if there is one. */
export const RESET_MAIL = defineJob({ name: 'core/reset-mail', payload: { email: t.text(), language: t.pick(locales) } })

/**
 * Handles a forgotten password. Runs after the response, so that neither the response nor its timing reveals whether the account
 * exists.
 */
export async function sendReset(kernel: Kernel, { email, language }: JobPayload<typeof RESET_MAIL>): Promise<void> {
  await kernel.transaction(async (tx) => {
    const found = await tx.one<{ id: number }>(sql`select id from account where lower(email) = ${email} and enabled`)
    if (found) await sendResetLink(kernel, tx, { id: found.id, email }, language)
  })
}

/** Sends a member of staff a link for choosing a new password. It works once, within half an hour. */
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
