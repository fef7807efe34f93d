import {
  toLocale,
  type Ctx,
  defineJob,
  type Email,
  type Locale,
  sendEmail,
  sendUnrequestedEmail,
  sql,
  type Sql,
  t,
  type JobPayload,
} from 'stoa'
import { millis } from './clock.ts'
import { toDisplayName } from 'stoa/plugins/people'
import { renderEmailHtml } from 'stoa/plugins/sales'
import { icsFile } from './ics.ts'
import { bookingsAtOnce } from './limits.ts'
import { formatWhen } from './format-when.ts'
import { listCodes, createTicketDocument } from './check-in/printed-codes.ts'
import { manageLink } from './access.ts'
import type { BookingRow } from '../resources/booking-columns.ts'

/** E-mails about bookings, each sent once per revision (`ref`). */
export const emailKinds = ['received', 'approved', 'moved', 'rejected', 'canceled', 'reminder'] as const
export type EmailKind = (typeof emailKinds)[number]

/** Sends an e-mail to the customer. */
export const BOOKING_EMAIL = defineJob({
  name: 'booking/letter',
  payload: {
    id: t.id(),
    kind: t.pick(emailKinds),
    ref: t.int(),
    own: t.optional(t.flag('The customer did it. Anyone can book for any address, so their text is shown to staff only.')),
  },
})

interface EmailedBooking
  extends
    Pick<BookingRow, 'number' | 'status' | 'email' | 'first_name' | 'language' | 'zone' | 'quantity' | 'sequence'>,
    Pick<BookingRow, 'session_id' | 'customer_id'> {
  starts: number
  ends: number
  /** In minor units. */
  price: number
  reason: string
  kind: string
  url: string
  title: string
  location: string
  changed: number
  one_per_person: boolean
}

const read = (ctx: Ctx, id: number, language: Locale | null) => {
  const text = (column: Sql, otherwise: Sql) =>
    sql`coalesce(${column}->>coalesce(${language}, b.language), ${column}->>${ctx.mainLanguage}, ${otherwise})`
  return sql`select b.number, b.status, b.email, b.first_name, b.language, b.zone, ${millis(sql`b.starts_at`)} as starts,
      ${millis(sql`b.ends_at`)} as ends, b.quantity, b.price_minor as price, b.sequence, b.cancel_reason as reason, e.kind, e.url,
      ${text(sql`e.title`, sql`e.url`)} as title, ${text(sql`e.location`, sql`''`)} as location, ${millis(sql`b.updated_at`)} as changed,
      b.session_id, b.customer_id, e.one_per_person
    from booking b join event e on e.id = b.event_id where b.id = ${id}`
}

const ends: ReadonlySet<string> = new Set(['canceled', 'rejected', 'refunded'])

const getFile = (ctx: Ctx, b: EmailedBooking, language: Locale): string =>
  icsFile({
    uid: `booking-${b.number}@${new URL(ctx.kernel.config.publicUrl).hostname}`,
    sequence: b.sequence,
    title: b.title,
    text: ctx.kernel.i18n.t(language, 'booking:ics.text', { number: b.number, count: b.quantity }),
    location: b.location,
    url: manageLink(ctx, language, b),
    starts: b.starts,
    ends: b.ends,
    allDay: b.kind === 'day',
    zone: b.zone,
    isCanceled: ends.has(b.status),
    changed: b.changed,
  })

/** iCalendar file of a booking in a language; undefined if there is none. */
export async function calendarFile(ctx: Ctx, id: number): Promise<{ name: string; content: string } | undefined> {
  const b = await ctx.kernel.db.one<EmailedBooking>(read(ctx, id, ctx.language))
  return b && { name: `${b.number}.ics`, content: getFile(ctx, b, ctx.language) }
}

/** Whether the e-mail is still current: a later change of the booking has its own e-mail. */
const holds = (b: EmailedBooking, { kind, ref }: JobPayload<typeof BOOKING_EMAIL>): boolean =>
  b.sequence === ref && (kind === 'reminder' ? b.status === 'approved' : true)

/** E-mails with an iCalendar file. */
const filed: ReadonlySet<EmailKind> = new Set(['approved', 'moved', 'canceled', 'rejected'])

/** E-mails with check-in codes. */
const ticketed: ReadonlySet<EmailKind> = new Set(['approved', 'moved', 'reminder'])

/** Sends an e-mail in the booking's language. A marker row in the same transaction prevents duplicates. */
export async function sendBookingEmail(ctx: Ctx, payload: JobPayload<typeof BOOKING_EMAIL>): Promise<void> {
  const { kernel } = ctx
  const b = await kernel.db.one<EmailedBooking>(read(ctx, payload.id, null))
  if (!b || b.email === '' || !holds(b, payload)) return
  const language = toLocale(b.language, ctx.mainLanguage)
  const shop = String(kernel.settings.read('basic', language).name)
  const link = manageLink(ctx, language, b)
  const others = b.one_per_person && !ends.has(b.status) ? await bookingsAtOnce(kernel.db, payload.id, b) : []
  const words = {
    numbers: others.join(', '),
    name: toDisplayName(b.first_name),
    number: b.number,
    title: b.title,
    when: formatWhen(b, language),
    location: b.location,
    count: b.quantity,
    reason: payload.own ? '' : b.reason,
    shop,
  }
  const say = (key: string) => kernel.i18n.t(language, key, words)
  // Rendered before the transaction, since PDF rendering may have to wait.
  const printed = ticketed.has(payload.kind) ? await createTicketDocument(ctx, payload.id) : undefined
  const codes = printed ? await listCodes(ctx, payload.id) : []
  const parts = {
    language,
    shop,
    title: say(`booking:mail.${payload.kind}_subject`),
    // Empty variables leave no blank lines.
    text: [
      say(`booking:mail.${payload.kind}_text`),
      printed ? say('booking:mail.codes') : '',
      others.length > 0 ? say('booking:mail.others') : '',
    ]
      .join('\n\n')
      .replace(/\n{3,}/g, '\n\n')
      .trimEnd(),
    button: say('booking:mail.button'),
    link,
    pictures: codes,
  }
  const digits = codes.map(({ alt, below }) => `\n${alt}: ${below}`).join('')
  const file = getFile(ctx, b, language)
  await kernel.transaction(async (tx) => {
    const marked = await tx.run(
      sql`insert into booking_letter (booking_id, kind, ref) values (${payload.id}, ${payload.kind}, ${payload.ref}) on conflict do nothing`,
    )
    if (marked === 0) return
    const mail: Email = {
      to: b.email,
      subject: parts.title,
      text: `${parts.text}${digits && `\n${digits}`}\n\n${parts.button}: ${link}\n\n${shop}`,
      html: renderEmailHtml(parts),
      attachments: [
        ...codes.map(({ name, content }) => ({ name, mime: 'image/png', content })),
        ...(printed ? [{ name: printed.name, mime: 'application/pdf', content: printed.content }] : []),
        ...(filed.has(payload.kind)
          ? [
              {
                name: `${b.number}.ics`,
                mime: `text/calendar; charset=utf-8; method=${ends.has(b.status) ? 'CANCEL' : 'PUBLISH'}`,
                content: Buffer.from(file),
              },
            ]
          : []),
      ],
    }
    const hidden = { config: kernel.config, parts: [link, ...codes.map(({ below }) => below)] }
    // Rate limit: anybody can enter any address. E-mails about paid bookings are always sent.
    if (b.price > 0 && b.status !== 'pending') await sendEmail(tx, mail, hidden)
    else await sendUnrequestedEmail(tx, ctx.kernel, mail, hidden)
  })
}
