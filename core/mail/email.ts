import type { Kernel } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { empty, type Sql, sql } from '../db/sql.ts'
import { insertJobSql } from '../db/transaction.ts'
import { defineJob } from '../events/job-definition.ts'
import { t } from '../http/shapes.ts'
import { mailing } from '../setting/basic.ts'
import { type SecretParts, unsealSecrets, sealSecrets } from './secret-parts.ts'
import { getConfiguredTransport, type OutgoingMail, getSender } from './transport.ts'

export interface Email {
  to: string
  subject: string
  text: string
  html?: string
  /** Further headers, such as `List-Unsubscribe`. */
  headers?: Readonly<Record<string, string>>
  /** Stored with the e-mail, so that retries send the same. HTML refers to a picture by its name: `cid:name`. */
  attachments?: readonly { name: string; mime: string; content: Buffer }[]
}

/** Removes line breaks from a header value, which would allow header injection. */
const line = (value: string) => value.replaceAll(/[\r\n\0]+/g, ' ').trim()

const PURPOSE = 'mail'

/** Job: sends a stored e-mail. */
export const MAIL = defineJob({ name: 'core/mail', payload: { id: t.id() } })

/** What is recorded together with an e-mail. */
export interface MailRecord {
  /** An insert that reads the `id` of the e-mail from `m`. When it fails, the e-mail is not stored either. */
  recorded?: Sql
  /** See `sendUnrequestedEmail`. */
  isUnrequested?: boolean
}

/**
 * Stores an e-mail and queues its sending in one statement. Without SMTP it stays readable in the outbox, except its secret parts:
 * these are encrypted, and removed after sending.
 */
export const sendEmail = (db: Db, email: Email, hidden?: SecretParts, record: MailRecord = {}): Promise<number> =>
  insertMail(db, email, hidden, { ...record, queued: sql`, (${insertJobSql(MAIL, sql`json_build_object('id', id)`)}).id as job` })

/** Stores an e-mail in the outbox without sending it. */
export const saveEmail = (db: Db, email: Email, hidden?: SecretParts): Promise<number> => insertMail(db, email, hidden)

/** Stores an e-mail with its attachments and further records. */
async function insertMail(
  db: Db,
  email: Email,
  hidden?: SecretParts,
  { recorded, isUnrequested = false, queued = empty }: MailRecord & { queued?: Sql } = {},
): Promise<number> {
  const { masked, sealed } = sealSecrets(
    PURPOSE,
    { text_body: email.text, html_body: email.html ?? '', subject: line(email.subject) },
    hidden,
  )
  const headers = Object.fromEntries(Object.entries(email.headers ?? {}).map(([name, value]) => [line(name), line(value)]))
  const attached = email.attachments?.length ? sql`, attached as (${attachSql(email.attachments)})` : empty
  const row = await db.one<{ id: number }>(sql`with m as (
      insert into mail (recipient, subject, text_body, html_body, headers, sealed, unrequested) values (${line(email.to)}, ${masked.subject},
        ${masked.text_body}, ${masked.html_body}, ${JSON.stringify(headers)}::jsonb, ${sealed}, ${isUnrequested}) returning id
    )${attached}${recorded ? sql`, recorded as (${recorded})` : empty}
    select id${queued} from m`)
  return row?.id ?? 0
}

/** Stores the attachments of the e-mail `m` in order. */
const attachSql = (attachments: NonNullable<Email['attachments']>): Sql => sql`insert into mail_attachment (mail_id, name, mime, content)
  select m.id, a.name, a.mime, a.content from m, unnest(${attachments.map(({ name }) => line(name))}::text[], ${attachments.map(({ mime }) => mime)}::text[],
    ${attachments.map(({ content }) => content)}::bytea[]) with ordinality a(name, mime, content, n) order by a.n`

/** Subject and bodies of an e-mail. */
export interface EmailText {
  [part: string]: string
  subject: string
  text_body: string
  html_body: string
}

/** Subject and bodies of an e-mail as sent, with the secret parts decrypted. Undefined when it is deleted or cannot be decrypted. */
export async function readEmail(kernel: Pick<Kernel, 'config' | 'db'>, id: number): Promise<EmailText | undefined> {
  const row = await kernel.db.one<EmailText & { sealed: string | null }>(
    sql`select subject, text_body, html_body, sealed from mail where id = ${id}`,
  )
  if (!row) return undefined
  const { sealed, ...masked } = row as { sealed: string | null } & EmailText
  return unsealSecrets<EmailText>(kernel.config, PURPOSE, masked, sealed)
}

/** The attachments of an e-mail in the form transports expect. */
const getAttachments = (db: Db, id: number) =>
  db.rows<NonNullable<OutgoingMail['attachments']>[number]>(sql`select name as filename, mime as "contentType", content,
    case when mime like 'image/%' then name end as cid from mail_attachment where mail_id = ${id} order by id`)

/** Timeout of the transport in milliseconds. */
const TIMEOUT = 20_000

/**
 * Sends one e-mail by the transport. At-least-once: after a crash between acceptance and our update it is sent again, with the same
 * Message-ID.
 */
export async function deliverEmail(kernel: Kernel, id: number): Promise<void> {
  const transport = getConfiguredTransport(kernel)
  if (!transport) return
  const mail = await kernel.db.one<{ recipient: string; headers: Record<string, string> }>(
    sql`select recipient, headers from mail where id = ${id} and status <> 'sent'`,
  )
  if (!mail) return
  const words = await readEmail(kernel, id)
  // No retry: the key will not come back.
  if (!words) return void (await mark(kernel.db, id, 'pending', 'the encrypted text cannot be decrypted: the key is missing'))
  const { sender_name, reply_to } = kernel.settings.of(mailing)
  try {
    const connection = await transport.connect(kernel, TIMEOUT)
    await connection
      .send({
        from: getSender(kernel.config, sender_name),
        ...(reply_to ? { replyTo: reply_to } : {}),
        to: mail.recipient,
        subject: words.subject,
        text: words.text_body,
        headers: mail.headers,
        ...(words.html_body ? { html: words.html_body } : {}),
        attachments: await getAttachments(kernel.db, id),
        messageId: `<mail-${id}@${new URL(kernel.config.publicUrl).hostname}>`,
      })
      .finally(() => connection.close())
    await mark(kernel.db, id, 'sent', '')
  } catch (error) {
    await mark(kernel.db, id, 'pending', (error as Error).message.slice(0, 500))
    throw error
  }
}

const mark = (db: Db, id: number, status: string, error: string) =>
  db.run(
    sql`update mail set status = ${status}, error = ${error}, updated_at = now(), sent_at = case when ${status} = 'sent' then now() end,
      sealed = case when ${status} = 'sent' then null else sealed end where id = ${id}`,
  )
