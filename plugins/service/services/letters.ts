import { asLocale, type Ctx, defineJob, formatMoney, sendMail, sql, t, type Told } from '#core'
import { letterHtml } from '#plugins/sales/index'
import { ownLink } from './access.ts'

/** What applicants are written, each once (`ref` tells refusals apart). That an application is to be paid is written with its order. */
export const letterKinds = ['received', 'rejected', 'canceled', 'completed'] as const
export type LetterKind = (typeof letterKinds)[number]

/** Writes to whoever asked for a service. */
export const LETTER = defineJob({ name: 'service/letter', payload: { id: t.id(), kind: t.pick(letterKinds), ref: t.int() } })

interface Row {
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
const holds: Readonly<Record<LetterKind, readonly string[]>> = {
  received: ['pending'],
  rejected: ['rejected'],
  canceled: ['canceled'],
  completed: ['completed'],
}

/** Writes in the language of the application. A mark in the transaction of the mail keeps it from being written twice. */
export async function sendLetter(ctx: Ctx, { id, kind, ref }: Told<typeof LETTER>): Promise<void> {
  const { kernel } = ctx
  const row = await kernel.db.one<Row>(sql`select number, status, email, first_name, language, service, choice,
    price_minor * quantity as total, decision_note as note from application where id = ${id}`)
  if (!row || row.email === '' || !holds[kind].includes(row.status)) return
  const language = asLocale(row.language, ctx.main)
  const shop = String(kernel.settings.read('basic', language).name)
  const link = ownLink(ctx, language, row.number)
  const words = {
    name: row.first_name,
    number: row.number,
    service: [row.service, row.choice].filter(Boolean).join(' · '),
    amount: formatMoney(row.total),
    note: row.note,
    shop,
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
  await kernel.work(async (tx) => {
    const marked = await tx.run(
      sql`insert into application_letter (application_id, kind, ref) values (${id}, ${kind}, ${ref}) on conflict do nothing`,
    )
    if (marked === 0) return
    await sendMail(
      tx,
      { to: row.email, subject: parts.title, text: `${parts.text}\n\n${parts.button}: ${link}\n\n${shop}`, html: letterHtml(parts) },
      { config: kernel.config, parts: [link] },
    )
  })
}
