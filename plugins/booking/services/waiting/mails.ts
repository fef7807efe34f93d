import { type Ctx, sendUnrequestedEmail, sql, type Tx } from 'stoa'
import { toDisplayName } from 'stoa/plugins/people'
import { renderEmailHtml } from 'stoa/plugins/sales'
import { millis, zoneSql } from '../clock.ts'
import { formatWhen } from '../format-when.ts'
import { waitLink } from './access.ts'

/** A waiting list entry with the data of its e-mails. */
export interface WaitingEntry {
  id: number
  email: string
  first_name: string
  quantity: number
  title: string
  kind: string
  zone: string
  starts: number
}

/** Sends a waiting list e-mail with the link of the entry. */
export async function mailWaiting(
  tx: Tx,
  ctx: Ctx,
  mail: 'joined' | 'offer',
  entry: WaitingEntry,
  more: Record<string, string | number>,
): Promise<void> {
  const { kernel, language } = ctx
  const shop = String(kernel.settings.read('basic', language).name)
  const link = waitLink(ctx, language, entry.id)
  const words = {
    name: toDisplayName(entry.first_name),
    title: entry.title,
    when: formatWhen(entry, language),
    count: entry.quantity,
    ...more,
  }
  const say = (key: string) => kernel.i18n.t(language, `booking:mail.${mail}_${key}`, words)
  const parts = { language, shop, title: say('subject'), text: say('text'), button: say('button'), link }
  await sendUnrequestedEmail(
    tx,
    kernel,
    { to: entry.email, subject: parts.title, text: `${parts.text}\n\n${parts.button}: ${link}\n\n${shop}`, html: renderEmailHtml(parts) },
    { config: kernel.config, parts: [link] },
  )
}

/** Confirms an entry by e-mail: only the owner of the address sees position and link. */
export async function mailJoined(tx: Tx, ctx: Ctx, id: number, place: number): Promise<void> {
  const entry = await tx.one<WaitingEntry>(sql`select w.id, w.email, w.first_name, w.quantity, e.kind,
      coalesce(e.title->>${ctx.language}, e.title->>${ctx.mainLanguage}, e.url) as title,
      coalesce(e.time_zone, ${zoneSql(ctx, sql`s.id`)}) as zone, ${millis(sql`s.starts_at`)} as starts
    from booking_waitlist w join booking_session s on s.id = w.session_id join event e on e.id = s.event_id where w.id = ${id}`)
  if (entry) await mailWaiting(tx, ctx, 'joined', entry, { place })
}
