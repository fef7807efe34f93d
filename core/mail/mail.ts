import type { Kernel } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { Tx } from '../db/work.ts'

export interface Letter {
  to: string
  subject: string
  text: string
  html?: string
}

/** A header must stay one line, or a name could add recipients. */
const line = (value: string) => value.replaceAll(/[\r\n\0]+/g, ' ').trim()

/** Writes a mail and queues its sending, both with the transaction. Without SMTP it stays readable in the outbox. */
export async function sendMail(tx: Tx, letter: Letter): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`insert into mail (recipient, subject, text_body, html_body)
    values (${line(letter.to)}, ${line(letter.subject)}, ${letter.text}, ${letter.html ?? ''}) returning id`)
  const id = row?.id ?? 0
  tx.enqueue('core/mail', { id })
  return id
}

interface Waiting {
  id: number
  recipient: string
  subject: string
  text_body: string
  html_body: string
}

/**
 * Hands one mail to the SMTP server. At least once: a crash between the server's yes and ours sends it again,
 * under the same Message-ID.
 */
export async function deliver(kernel: Kernel, id: number): Promise<void> {
  if (!kernel.config.smtpUrl) return
  const mail = await kernel.db.one<Waiting>(
    sql`select id, recipient, subject, text_body, html_body from mail where id = ${id} and status <> 'sent'`,
  )
  if (!mail) return
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(kernel.config.smtpUrl, { connectionTimeout: 10_000, socketTimeout: 20_000 } as never)
  try {
    await transport.sendMail({
      from: kernel.config.mailFrom,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      ...(mail.html_body ? { html: mail.html_body } : {}),
      messageId: `<mail-${mail.id}@${new URL(kernel.config.publicUrl).hostname}>`,
    })
    await mark(kernel.db, id, 'sent', '')
  } catch (error) {
    await mark(kernel.db, id, 'pending', (error as Error).message.slice(0, 500))
    throw error
  } finally {
    transport.close()
  }
}

const mark = (db: Db, id: number, status: string, error: string) =>
  db.run(
    sql`update mail set status = ${status}, error = ${error}, updated_at = now(), sent_at = case when ${status} = 'sent' then now() end where id = ${id}`,
  )
