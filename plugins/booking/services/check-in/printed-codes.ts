import { type Ctx, AppError, NOT_FOUND, sql } from 'stoa'
import { millis } from '../clock.ts'
import type { Readable } from 'node:stream'
import { type Cell, DOCUMENTS, type Grid, type PrintedDocument, qrPicture } from 'stoa/plugins/documents'
import { fullName } from 'stoa/plugins/people'
import { groupCode } from '../../domain/check-in/code-alphabet.ts'
import { readTicket } from './ticket.ts'
import { signCode } from './codes.ts'
import { readCheckInTime } from './lists.ts'

/** Badge sheet: two columns and five rows. */
const BADGES: Grid = { columns: 2, rows: 5, width: 90, height: 54, left: 15, top: 13.5, gapX: 0, gapY: 0, start: 0 }

/** Most badges in one file. */
const MOST_BADGES = 2_000

interface BadgeRow {
  id: number
  seat_no: number
  of: number
  first_name: string
  last_name: string
  number: string
  rev: number
  ends: number
}

/** Badges of the expected guests of a time, by name. @throws AppError NOT_FOUND, PRINTING_BUSY */
export async function createBadges(ctx: Ctx, session: number): Promise<Readable> {
  const { kernel, language } = ctx
  const time = await readCheckInTime(ctx, kernel.db, session)
  const rows = await kernel.db
    .rows<BadgeRow>(sql`select s.id, s.seat_no, b.quantity as of, b.first_name, b.last_name, b.number, b.code_rev as rev,
      ${millis(sql`b.ends_at`)} as ends
    from booking b join booking_seat s on s.booking_id = b.id and s.seat_no <= b.quantity
    where b.session_id = ${session} and b.status in ('approved', 'present') order by b.last_name, b.first_name, b.id, s.seat_no limit ${MOST_BADGES}`)
  if (rows.length === 0) throw new AppError(NOT_FOUND)
  const at = new Date(time.starts_at).toLocaleString(language, { timeZone: time.zone, dateStyle: 'medium', timeStyle: 'short' })
  const cells = rows.map((row): Cell => ({
    copies: 1,
    code: { kind: 'qrcode', text: signCode(ctx, 'seat', row.id, { session, ends: row.ends, rev: row.rev }) },
    title: fullName(row.first_name, row.last_name) || row.number,
    detail: time.title,
    caption: at,
    strong: row.of > 1 ? `${row.seat_no}/${row.of}` : '',
  }))
  const title = kernel.i18n.t(language, 'booking:door.badges', { title: time.title })
  const sheet: PrintedDocument = {
    title,
    language,
    page: { width: 210, height: 297, margin: 0 },
    blocks: [{ type: 'cells', grid: BADGES, cells }],
  }
  return kernel.get(DOCUMENTS).print(sheet, { long: rows.length > 200 })
}

/** A PDF with the codes of a booking; undefined if it has none. @throws AppError PRINTING_BUSY */
export async function createTicketDocument(ctx: Ctx, id: number): Promise<{ name: string; content: Buffer } | undefined> {
  const ticket = await readTicket(ctx, id)
  if (!ticket) return undefined
  const { kernel } = ctx
  const say = (key: string, more: Record<string, unknown> = {}) => kernel.i18n.t(ticket.language, key, more)
  const shop = String(kernel.settings.read('basic', ticket.language).name)
  const sheet: PrintedDocument = {
    title: `${ticket.title} ${ticket.number}`,
    language: ticket.language,
    running: `${ticket.number}`,
    foot: '{page} / {pages}',
    blocks: [
      { type: 'text', text: shop, quiet: true },
      { type: 'heading', text: ticket.title, level: 1 },
      { type: 'text', text: ticket.when, strong: true },
      ...(ticket.location === '' ? [] : [{ type: 'text' as const, text: ticket.location }]),
      { type: 'text', text: say('booking:door.show'), quiet: true },
      { type: 'space', height: 4 },
      ...ticket.codes.flatMap(({ seat_no, code, short }) => [
        { type: 'rule' as const },
        { type: 'heading' as const, text: say('booking:door.seat', { seat: seat_no, of: ticket.quantity }), level: 2 as const },
        { type: 'code' as const, code: { kind: 'qrcode' as const, text: code }, height: 34 },
        { type: 'space' as const, height: 2 },
        { type: 'code' as const, code: { kind: 'code128' as const, text: short }, height: 12, caption: groupCode(short) },
        { type: 'space' as const, height: 4 },
      ]),
    ],
  }
  return { name: `${ticket.number}.pdf`, content: await kernel.get(DOCUMENTS).bytes(sheet) }
}

/** Most codes shown in an e-mail; larger bookings have them in the PDF only. */
const MOST_SHOWN = 12

/** Codes of a booking for an e-mail: an image for each guest, its label, and the digits to type. */
export async function listCodes(ctx: Ctx, id: number): Promise<{ name: string; content: Buffer; alt: string; below: string }[]> {
  const ticket = await readTicket(ctx, id)
  if (!ticket || ticket.quantity > MOST_SHOWN) return []
  return Promise.all(
    ticket.codes.map(async ({ seat_no, code, short }) => ({
      name: `code-${seat_no}.png`,
      content: await qrPicture(code),
      alt: ctx.kernel.i18n.t(ticket.language, 'booking:door.seat', { seat: seat_no, of: ticket.quantity }),
      below: groupCode(short),
    })),
  )
}
