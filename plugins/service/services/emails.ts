import { toLocale, type Ctx, type Db, defineJob, figureText, sendEmail, sendUnrequestedEmail, sql, t, type JobPayload, type Tx } from 'stoa'
import { toDisplayName } from 'stoa/plugins/people'
import { baseCurrency } from 'stoa/plugins/currency'
import { renderEmailHtml } from 'stoa/plugins/sales'
import { ownLink } from './access.ts'

/** What applicants are written, each once (`ref` tells refusals apart). That an application is to be paid is written with its order. */
export const emailKinds = ['received', 'rejected', 'canceled', 'completed'] as const
export type EmailKind = (typeof emailKinds)[number]

/** Writes to whoever asked for a service. */
export const LETTER = defineJob({
  name: 'service/letter',
  payload: {
    id: t.id(),
    kind: t.pick(emailKinds),
    ref: t.int(),
    own: t.optional(t.flag('Whoever applied did it. Anybody may apply for any address: what they typed is read by staff alone.')),
  },
})

/** What letters know of an application. */
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

/** What a letter says has to be so still. */
const holds: Readonly<Record<EmailKind, readonly string[]>> = {
  received: ['pending'],
  rejected: ['rejected'],
  canceled: ['canceled'],
  completed: ['completed'],
}

/** What letters say of an application. */
export const readEmailedApplication = (db: Db, id: number): Promise<EmailedApplication | undefined> =>
  db.one<EmailedApplication>(sql`select number, status, email, first_name, language, service, choice, price_minor * quantity as total,
    decision_note as note from application where id = ${id}`)

/** Letters about what nobody has paid for. */
const UNPAID: ReadonlySet<string> = new Set(['received', 'rejected', 'canceled'])

/** Writes in the language of the application, and sends with the transaction. */
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
    // What there is nothing to say about leaves no gap.
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
  // Anybody may apply for any address; what was paid for is always written about.
  if (UNPAID.has(kind)) await sendUnrequestedEmail(tx, kernel, mail, hidden)
  else await sendEmail(tx, mail, hidden)
}

/** A mark in the transaction of the mail keeps a letter from being written twice. */
export async function sendApplicationEmail(ctx: Ctx, { id, kind, ref, own }: JobPayload<typeof LETTER>): Promise<void> {
  const row = await readEmailedApplication(ctx.kernel.db, id)
  if (!row || row.email === '' || !holds[kind].includes(row.status)) return
  await ctx.kernel.transaction(async (tx) => {
    const marked = await tx.run(
      sql`insert into application_letter (application_id, kind, ref) values (${id}, ${kind}, ${ref}) on conflict do nothing`,
    )
    if (marked > 0) await composeEmail(tx, ctx, own ? { ...row, note: '' } : row, kind)
  })
}
