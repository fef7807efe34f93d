import type { Kernel } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { Tx } from '../db/work.ts'
import { mailing } from '../setting/basic.ts'

export interface Letter {
  to: string
  subject: string
  text: string
  html?: string
  /** Further headers, such as `List-Unsubscribe`. */
  headers?: Readonly<Record<string, string>>
  /** Kept with the mail, so that they are the same however often sending is tried. */
  attachments?: readonly { name: string; mime: string; content: Buffer }[]
}

/** A header must stay one line, or a name could add recipients. */
const line = (value: string) => value.replaceAll(/[\r\n\0]+/g, ' ').trim()

/** Writes a mail and queues its sending, both with the transaction. Without SMTP it stays readable in the outbox. */
export async function sendMail(tx: Tx, letter: Letter): Promise<number> {
  const id = await keepMail(tx, letter)
  for (const { name, mime, content } of letter.attachments ?? [])
    await tx.run(sql`insert into mail_attachment (mail_id, name, mime, content) values (${id}, ${line(name)}, ${mime}, ${content})`)
  tx.enqueue('core/mail', { id })
  return id
}

/** Puts a mail into the outbox without sending it. */
async function keepMail(db: Db, letter: Letter): Promise<number> {
  const headers = Object.fromEntries(Object.entries(letter.headers ?? {}).map(([name, value]) => [line(name), line(value)]))
  const row = await db.one<{ id: number }>(sql`insert into mail (recipient, subject, text_body, html_body, headers)
    values (${line(letter.to)}, ${line(letter.subject)}, ${letter.text}, ${letter.html ?? ''}, ${JSON.stringify(headers)}::jsonb) returning id`)
  return row?.id ?? 0
}

/** What became of a mail that was written to see whether mails go out. */
export type TestOutcome = { status: 'sent' | 'kept'; id: number } | { status: 'failed'; id: number; error: string }

/** Sends a mail at once and once only, so that whoever asked sees what the mail server says. */
export async function tryMail(kernel: Kernel, letter: Letter): Promise<TestOutcome> {
  const id = await keepMail(kernel.db, letter)
  if (!kernel.config.smtpUrl) return { status: 'kept', id }
  try {
    await deliver(kernel, id)
    return { status: 'sent', id }
  } catch (error) {
    return { status: 'failed', id, error: (error as Error).message.slice(0, 500) }
  }
}

interface Waiting {
  id: number
  recipient: string
  subject: string
  text_body: string
  html_body: string
  headers: Record<string, string>
}

/** The files of a mail, under the names the transport has for their parts. */
const filesOf = (id: number) =>
  sql`select name as filename, mime as "contentType", content from mail_attachment where mail_id = ${id} order by id`

/**
 * Hands one mail to the SMTP server. At least once: a crash between the server's yes and ours sends it again,
 * under the same Message-ID.
 */
export async function deliver(kernel: Kernel, id: number): Promise<void> {
  if (!kernel.config.smtpUrl) return
  const mail = await kernel.db.one<Waiting>(
    sql`select id, recipient, subject, text_body, html_body, headers from mail where id = ${id} and status <> 'sent'`,
  )
  if (!mail) return
  const { sender_name, reply_to } = kernel.settings.of(mailing)
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(kernel.config.smtpUrl, { connectionTimeout: 10_000, socketTimeout: 20_000 } as never)
  try {
    await transport.sendMail({
      from: sender_name ? { name: sender_name, address: kernel.config.mailFrom } : kernel.config.mailFrom,
      ...(reply_to ? { replyTo: reply_to } : {}),
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      headers: mail.headers,
      ...(mail.html_body ? { html: mail.html_body } : {}),
      attachments: await kernel.db.rows<object>(filesOf(id)),
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
