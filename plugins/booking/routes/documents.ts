import type { FastifyReply } from 'fastify'
import { f, AppError, media, NOT_FOUND, qrCode, route, TOO_MANY } from 'stoa'
import { PRINTING_BUSY } from 'stoa/plugins/documents'
import { findByToken } from '../services/access.ts'
import { createTicketDocument } from '../services/check-in/printed-codes.ts'
import { readTicket } from '../services/check-in/ticket.ts'
import { calendarFile } from '../services/emails.ts'
import { limit } from './limit.ts'

const token = f.text({ maxLength: 300 })

const sendFile = (reply: FastifyReply, type: string, { name, content }: { name: string; content: Buffer | string }) =>
  reply.header('cache-control', 'no-store').header('content-disposition', `attachment; filename="${name}"`).type(type).send(content)

/** Documents of a booking: codes on screen and as PDF, and an iCalendar file. */
export const documentRoutes = [
  route({
    on: 'GET /booking/code',
    id: 'booking.code',
    summary: 'Image of the code of one place, by the token of its link',
    access: 'public',
    query: { token, seat: f.int({ min: 1, max: 1_000_000 }) },
    response: media('image/svg+xml'),
    errors: [NOT_FOUND, TOO_MANY],
    admit: limit('code', 600),
    run: async ({ kernel, ctx, query, reply }) => {
      const ticket = await readTicket(ctx, await findByToken(ctx, kernel.db, query.token))
      const ticketCode = ticket?.codes.find(({ seat_no }) => seat_no === query.seat)
      if (!ticketCode) throw new AppError(NOT_FOUND)
      return reply
        .header('cache-control', 'no-store')
        .type('image/svg+xml')
        .send(await qrCode(ticketCode.code))
    },
  }),
  route({
    on: 'GET /booking/ticket',
    id: 'booking.ticket',
    summary: 'PDF with the codes of a booking, by the token of its link',
    access: 'public',
    query: { token },
    response: media('application/pdf'),
    errors: [NOT_FOUND, TOO_MANY, PRINTING_BUSY],
    admit: limit('ticket', 60),
    run: async ({ kernel, ctx, query, reply }) => {
      const printed = await createTicketDocument(ctx, await findByToken(ctx, kernel.db, query.token))
      if (!printed) throw new AppError(NOT_FOUND)
      return sendFile(reply, 'application/pdf', printed)
    },
  }),
  route({
    on: 'GET /booking/calendar',
    id: 'booking.calendar',
    summary: 'iCalendar file of a booking, by the token of its link',
    access: 'public',
    query: { token },
    response: media('text/calendar'),
    errors: [NOT_FOUND, TOO_MANY],
    admit: limit('open', 60),
    run: async ({ kernel, ctx, query, reply }) => {
      const file = await calendarFile(ctx, await findByToken(ctx, kernel.db, query.token))
      if (!file) throw new AppError(NOT_FOUND)
      return sendFile(reply, 'text/calendar; charset=utf-8', file)
    },
  }),
]
