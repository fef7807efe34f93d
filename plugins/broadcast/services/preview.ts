import { account, type Ctx, AppError, validationError, type Kernel, type Locale, NOT_FOUND, sendEmail, sql, message } from 'stoa'
import { fullName, SMS, topicKeySql } from 'stoa/plugins/people'
import { fillLine } from '../domain/merge.ts'
import type { Preview } from '../api-types.ts'
import { candidatesSql } from './audience.ts'
import { EmailRenderer, type EmailSource, type EmailRecipient } from './email-renderer.ts'
import { findAudienceAuthor, readStoredBroadcast, toAudienceQuery } from './start.ts'

async function findSource(kernel: Kernel, id: number): Promise<EmailSource & { title: string }> {
  const row = await kernel.db.one<Omit<EmailSource, 'links' | 'tracked'> & { title: string }>(sql`
    select b.id, b.title, b.channel, ${topicKeySql(sql`b.topic_id`)} as topic, b.subject, b.body, b.message from broadcast b where b.id = ${id}`)
  if (!row) throw new AppError(NOT_FOUND)
  return { ...row, tracked: false, links: new Map() }
}

/** A reserved address (RFC 2606) that belongs to nobody. */
const SAMPLE_ADDRESS = 'reader@example.com'

/** The first recipient with a language that the actor may see; else the actor. */
async function findSampleRecipient(ctx: Ctx, id: number, language: Locale): Promise<EmailRecipient> {
  const { kernel, actor } = ctx
  const stored = await readStoredBroadcast(kernel, id)
  const me = actor.kind === 'admin' ? actor.id : null
  const by = stored && (stored.audience_by === me ? ctx : await findAudienceAuthor(kernel, stored.audience_by))
  const found =
    stored &&
    by &&
    (await candidatesSql(by, ctx, toAudienceQuery(stored))
      .then((candidates) =>
        kernel.db.one<{ address_norm: string; first_name: string; last_name: string; company: string }>(sql`
          with ${candidates} select address_norm, first_name, last_name, company from candidates
          where why is null order by coalesce(language, ${kernel.settings.mainLanguage}) <> ${language}, first_name = '', address_norm limit 1`),
      )
      .catch((error: unknown) => {
        if (error instanceof AppError && error.kind.status < 500) return undefined
        throw error
      }))
  if (!found) return { id: 0, address: SAMPLE_ADDRESS, language, data: await getActorData(ctx) }
  const { address_norm: address, first_name, last_name, company } = found
  return { id: 0, address, language, data: toMergeData({ first_name, last_name, company, address }) }
}

const toMergeData = ({
  first_name,
  last_name,
  company,
  address,
}: {
  first_name: string
  last_name: string
  company: string
  address: string
}) => ({
  first_name,
  last_name,
  company,
  name: fullName(first_name, last_name),
  email: address.includes('@') ? address : '',
})

async function getActorData({ actor }: Ctx) {
  return {
    first_name: 'name' in actor && actor.kind === 'admin' ? actor.name : '',
    name: 'name' in actor && actor.kind === 'admin' ? actor.name : '',
  }
}

/** Renders a broadcast in a language for a sample recipient. @throws AppError NOT_FOUND */
export async function createPreview(ctx: Ctx, id: number, language: Locale): Promise<Preview> {
  const source = await findSource(ctx.kernel, id)
  const to = await findSampleRecipient(ctx, id, language)
  const renderer = new EmailRenderer(ctx.kernel, source)
  const reader = [to.data.name, to.address].filter(Boolean).join(', ')
  // Unsubscribe links are signed for their recipient. A preview signs them for the reserved address.
  const sampleRecipient = { ...to, address: SAMPLE_ADDRESS }
  if (source.channel === 'sms') return { language, reader, subject: '', html: '', text: renderer.renderSms(sampleRecipient) }
  const { subject, html, text: plain } = renderer.renderEmail(sampleRecipient)
  return { language, reader, subject, html, text: plain }
}

/** Sends a test to the actor only: an e-mail to the address of the account, or an SMS to the given number. @throws AppError */
export async function sendTest(ctx: Ctx, id: number, { language, phone }: { language: Locale; phone: string | null }): Promise<string> {
  const { kernel, actor } = ctx
  const source = await findSource(kernel, id)
  const renderer = new EmailRenderer(kernel, source)
  const data = await getActorData(ctx)
  if (source.channel === 'sms') {
    if (!phone) throw validationError({ phone: message('core:rule.required') })
    const body = renderer.renderSms({ id: 0, address: phone, language, data })
    if (body === '') throw validationError({ message: message('core:rule.required') })
    await kernel.transaction((tx) => kernel.get(SMS).send(tx, { to: phone, body }))
    return phone
  }
  const actorAccount = actor.kind === 'admin' ? await kernel.query(account, {}).findById(actor.id) : undefined
  if (!actorAccount) throw validationError({ language: message('broadcast:error.no_address') })
  const email = renderer.renderEmail({ id: 0, address: actorAccount.email, language, data: { ...data, email: actorAccount.email } })
  const subject = fillLine(`[${kernel.i18n.t(ctx.interfaceLanguage ?? ctx.language, 'broadcast:letter.test')}] ${email.subject}`, {})
  // The unsubscribe link of a test is signed for the actor's address alone.
  await sendEmail(kernel.db, { to: actorAccount.email, subject, text: email.text, html: email.html })
  return actorAccount.email
}
