import type { Kernel } from '../context.ts'
import { sql } from '../db/sql.ts'
import type { Tx } from '../db/work.ts'
import { sendMail } from '../mail/mail.ts'
import type { Locale } from '../wire.ts'
import { newToken, tokenHash } from './token.ts'

/** Mails a member of staff a link with which they choose a new password, for half an hour and once. */
export async function sendResetLink(kernel: Kernel, tx: Tx, to: { id: number; email: string }, language: Locale): Promise<void> {
  const token = newToken()
  await tx.run(sql`insert into password_reset (token_hash, kind, subject_id, expires_at)
    values (${tokenHash(token)}, 'admin', ${to.id}, now() + interval '30 minutes')`)
  const link = `${kernel.config.adminOrigin ?? kernel.config.publicUrl}/admin-reset-password?token=${token}&email=${encodeURIComponent(to.email)}`
  const words = {
    subject: kernel.i18n.t(language, 'core:mail.reset_subject'),
    text: kernel.i18n.t(language, 'core:mail.reset_text', { link }),
  }
  await sendMail(tx, { to: to.email, ...words }, { config: kernel.config, parts: [link, token] })
}
