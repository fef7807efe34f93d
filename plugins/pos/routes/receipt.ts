import { f, INVALID, media, NOT_FOUND, route, TOO_MANY } from 'stoa'
import { PRINTING_BUSY, sendDocument } from 'stoa/plugins/documents'
import { mailReceipt } from '../services/mail-receipt.ts'
import { createReceipt, readTicket } from '../services/receipt.ts'
import { findStore } from '../services/till.ts'

const ticket = { ticket: f.int({ min: 1 }) }

/** Receipts, printed and by e-mail. */
export const receiptRoutes = [
  route({
    on: 'GET /store/:id/ticket/:ticket/receipt',
    id: 'pos.receipt',
    summary: 'Receipt of a ticket as PDF for 80 mm paper',
    needs: 'sell pos ticket | get pos ticket',
    params: ticket,
    response: media('application/pdf'),
    errors: [NOT_FOUND, PRINTING_BUSY],
    run: async ({ kernel, ctx, params, reply }) => {
      const store = await findStore(ctx, params.id)
      const sold = await readTicket(ctx, params.id, params.ticket)
      return sendDocument(kernel, reply, sold.ticket.number, await createReceipt(ctx, store, sold))
    },
  }),
  route({
    on: 'POST /store/:id/ticket/:ticket/mail',
    id: 'pos.mail_receipt',
    summary: 'Email the receipt of a ticket to a given address, or to the member',
    needs: 'sell pos ticket',
    params: ticket,
    body: { email: f.maybe(f.email()) },
    response: null,
    status: 204,
    errors: [NOT_FOUND, INVALID, TOO_MANY, PRINTING_BUSY],
    run: async ({ ctx, params, body }) => {
      const store = await findStore(ctx, params.id)
      await mailReceipt(ctx, store, params.ticket, body.email)
    },
  }),
]
