import { toLocale, type Ctx, type Db, defineJob, figureText, sendEmail, sendUnrequestedEmail, sql, t, type JobPayload, type Tx } from 'stoa'
import { toDisplayName } from 'stoa/plugins/people'
import { baseCurrency } from 'stoa/plugins/currency'
import { renderEmailHtml } from 'stoa/plugins/sales'
import { ownLink } from './access.ts'

/** Types of e-mails to applicants, each sent once (`ref` distinguishes rejections). The payment link is part of the order e-mail. */
export const emailKinds = ['received', 'rejected', 'canceled', 'completed'] as const
export type EmailKind = (typeof emailKinds)[number]

/** Sends an e-mail to an applicant. */
export const APPLICATION_EMAIL = defineJob({
  name: 'service/letter',
  payload: {
    id: t.id(),
    kind: t.pick(emailKinds),
    ref: t.int(),
    own: t.optional(t.flag('The customer did it. Anyone can apply for any address, so their text is shown to staff only.')),
  },
})

/** The fields of an application that e-mails use. */
export interface EmailedApplication {
  number: string
  status: string
  email: string
  first_name: string
  language: string
  service: string
  choice: string
  total: number
  note: string
}

/** Statuses in which an e-mail is still true. */
const holds: Readonly<Record<EmailKind, readonly string[]>> = {
  received: ['pending'],
  rejected: ['rejected'],
  canceled: ['canceled'],
  completed: ['completed'],
}

/** Reads the fields that e-mails use. */
export const readEmailedApplication = (db: Db, id: number): Promise<EmailedApplication | undefined> =>
  db.one<EmailedApplication>(sql`select number, status, email, first_name, language, service, choice, price_minor * quantity as total,
    decision_note as note from application where id = ${id}`)

/** E-mails about unpaid applications. */
const UNPAID: ReadonlySet<string> = new Set(['received', 'rejected', 'canceled'])

/** Composes an e-mail in the language of the application and sends it with the transaction. */
export async function composeEmail(
  tx: Tx,
  { kernel, mainLanguage }: Ctx,
  row: EmailedApplication,
  kind: EmailKind | 'files',
  more: Record<string, string> = {},
): Promise<void> {
  const language = toLocale(row.language, mainLanguage)
  const shop = String(kernel.settings.read('basic', language).name)
  const link = ownLink({ kernel }, language, row.number)
  const words = {
    name: toDisplayName(row.first_name),
    number: row.number,
    service: [row.service, row.choice].filter(Boolean).join(' · '),
    amount: figureText(row.total, baseCurrency(kernel)),
    note: row.note,
    shop,
    ...more,
  }
  const say = (key: string) => kernel.i18n.t(language, key, words)
  const parts = {
    language,
    shop,
    title: say(`service:mail.${kind}_subject`),
    // Empty parameters are left out without a gap.
    text: say(`service:mail.${kind}_text`)
      .replace(/\n{3,}/g, '\n\n')
      .trimEnd(),
    button: say('service:mail.button'),
    link,
  }
  const mail = {
    to: row.email,
    subject: parts.title,
    text: `${parts.text}\n\n${parts.button}: ${link}\n\n${shop}`,
    html: renderEmailHtml(parts),
  }
  const hidden = { config: kernel.config, parts: [link] }
  // Anybody can apply with any address, so e-mails before payment are rate-limited. Paid applications are always notified.
  if (UNPAID.has(kind)) await sendUnrequestedEmail(tx, kernel, mail, hidden)
  else await sendEmail(tx, mail, hidden)
}

/** Marks the e-mail in its transaction, so that a repeated job does not send it twice. */
export async function sendApplicationEmail(ctx: Ctx, { id, kind, ref, own }: JobPayload<typeof APPLICATION_EMAIL>): Promise<void> {
  const row = await readEmailedApplication(ctx.kernel.db, id)
  if (!row || row.email === '' || !holds[kind].includes(row.status)) return
  await ctx.kernel.transaction(async (tx) => {
    const marked = await tx.run(
      sql`insert into application_letter (application_id, kind, ref) values (${id}, ${kind}, ${ref}) on conflict do nothing`,
    )
    if (marked > 0) await composeEmail(tx, ctx, own ? { ...row, note: '' } : row, kind)
  })
}
