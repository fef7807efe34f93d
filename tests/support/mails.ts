import { sql } from '../../core/db/sql.ts'
import { readEmail, type EmailText } from '../../core/mail/email.ts'
import type { TestApp } from './app.ts'

/** The newest mail to an address as the recipient reads it; parts that are hidden from staff are decrypted. */
export async function newestMail(it: Pick<TestApp, 'kernel'>, to: string): Promise<EmailText | undefined> {
  const row = await it.kernel.db.one<{ id: number }>(sql`select id from mail where recipient = ${to} order by id desc limit 1`)
  return row && readEmail(it.kernel, row.id)
}
