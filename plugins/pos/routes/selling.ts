import { f, FORBIDDEN, formatMoney, NOT_FOUND, rateLimit, route, t, TOO_MANY, WRONG_STATE } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { findBuyers, fullName } from 'stoa/plugins/people'
import { ORDERS, statedTaxes } from 'stoa/plugins/sales'
import { TICKET_NEEDS_APPROVAL, TICKET_REUSED, TILL_CLOSED, TOTAL_CHANGED } from '../errors.ts'
import { maskEmail, maskPhone } from '../domain/mask.ts'
import { approverOf } from '../services/approver.ts'
import { articlesOf } from '../services/articles.ts'
import { cashierCtx, mustMay } from '../services/cashier.ts'
import type { Told } from '../services/claim.ts'
import { recordContact } from '../services/device-contact.ts'
import { findTicket } from '../services/find.ts'
import { isByHand, limitsOf, untouched } from '../services/limits.ts'
import { park, parkedOf, takeUp } from '../services/parked.ts'
import { sell } from '../services/sell.ts'
import { me } from '../services/actor.ts'
import { givenAtCounter, returnFields, takeBack } from '../services/take-back.ts'
import { cashier, counterFields, mustBeUuids, ticketFields, uuid } from '../services/ticket-input.ts'
import { counterOf, mustBeWithin } from '../services/ticket-price.ts'
import { storeOf } from '../services/till.ts'
import { takeUnproven, unprovenFields } from '../services/unproven.ts'
import { Articles, CounterQuote, FoundTicket, Member, Parked, ReturnTold, TicketTold } from '../wire.ts'

/** A ticket as calls answer it. */
export const told = (ticket: Told) => ({
  ...ticket,
  total: formatMoney(ticket.total),
  trouble: ticket.trouble as ('price' | 'goods' | 'late')[],
})

/** Searches for members by one account: enough for a busy counter, too few to read off all there are. */
const MEMBER_SEARCHES = [
  { max: 60, seconds: 60 },
  { max: 600, seconds: 3_600 },
] as const

/** What is sold at a counter, and taken back over it. */
export const sellingRoutes = [
  route({
    on: 'GET /store/:id/article',
    id: 'pos.articles',
    summary: 'What a counter sells, page by page, for devices to keep',
    needs: 'sell pos ticket',
    query: { after: f.int({ default: 0, min: 0 }), known: f.text({ default: '', maxLength: 40 }) },
    answer: Articles,
    fails: [NOT_FOUND],
    run: async ({ ctx, params, query }) => {
      const store = await storeOf(ctx, params.id)
      return articlesOf(ctx, store.warehouse_id ?? null, query)
    },
  }),
  route({
    on: 'POST /store/:id/quote',
    id: 'pos.quote',
    summary: 'What lies on the counter, priced: a question, nothing is written',
    needs: 'sell pos ticket',
    body: { ...counterFields, cashier, session_id: f.maybe(f.int({ min: 1 })), device: f.maybe(uuid) },
    answer: CounterQuote,
    fails: [NOT_FOUND],
    run: async ({ kernel, ctx, params, body }) => {
      const store = await storeOf(ctx, params.id)
      const at = { session_id: body.session_id ?? 0, device: body.device ?? '', cashier: body.cashier }
      mustBeUuids({ device: body.device })
      const person = isByHand(body) ? await cashierCtx(ctx, params.id, at) : ctx
      const [q, limits] = await Promise.all([
        kernel.get(ORDERS).priceCounter(ctx, { ...counterOf(ctx, body), store: store.id }, kernel.db),
        isByHand(body) ? limitsOf(person) : untouched,
        body.device === null ? undefined : recordContact(kernel.db, at.session_id, body.device),
      ])
      mustBeWithin(person, limits, body, q)
      return {
        lines: q.lines
          .filter(({ gift }) => !gift)
          .map(({ name, sku, quantity, usual, unit }, i) => ({
            ...{ name, sku, quantity },
            usual: formatMoney(usual),
            unit: formatMoney(unit),
            total: formatMoney(q.adjusted.lines[i] ?? 0),
          })),
        subtotal: formatMoney(q.subtotal),
        discount: formatMoney(q.discount),
        total: formatMoney(q.total),
        taxes: statedTaxes(q.taxes),
        off: q.adjusted.applied.map(({ label, code, shares }) => ({
          label,
          code,
          amount: formatMoney(shares.reduce((sum, share) => sum + share, 0)),
        })),
      }
    },
  }),
  route({
    on: 'POST /store/:id/ticket',
    id: 'pos.sell',
    summary: 'Writes a ticket down: order, money and goods in one; the same ticket again is answered the same',
    needs: 'sell pos ticket',
    body: ticketFields,
    answer: TicketTold,
    fails: [NOT_FOUND, FORBIDDEN, TILL_CLOSED, TOTAL_CHANGED, TICKET_NEEDS_APPROVAL, TICKET_REUSED, OUT_OF_STOCK, TOO_MANY, WRONG_STATE],
    run: async ({ kernel, ctx, params, body }) => {
      mustBeUuids({ client_uuid: body.client_uuid, device: body.device })
      const [store, person] = await Promise.all([storeOf(ctx, params.id), cashierCtx(ctx, params.id, body)])
      const [limits, approver] = await Promise.all([
        isByHand(body) || body.offline ? limitsOf(person) : untouched,
        approverOf(ctx, params.id, body.session_id, body),
      ])
      const at = { id: store.id, warehouse: store.warehouse_id ?? null, limits, approver }
      return told(await kernel.work((tx) => sell(tx, person, at, body)))
    },
  }),
  route({
    on: 'GET /store/:id/ticket',
    id: 'pos.find',
    summary: 'A ticket by the number on its receipt, with what can still come back',
    needs: 'sell pos ticket | return pos ticket',
    query: { barcode: f.text({ maxLength: 60 }) },
    answer: FoundTicket,
    fails: [NOT_FOUND],
    run: async ({ ctx, params, query }) => {
      await storeOf(ctx, params.id)
      return findTicket(ctx, params.id, query.barcode)
    },
  }),
  route({
    on: 'POST /store/:id/ticket/:ticket/return',
    id: 'pos.return',
    summary: 'Takes goods of a ticket back and gives their money out of the drawer, or the way it came',
    needs: 'sell pos ticket | return pos ticket',
    params: { ticket: f.int({ min: 1 }) },
    body: returnFields,
    answer: ReturnTold,
    fails: [NOT_FOUND, TILL_CLOSED, TICKET_REUSED, WRONG_STATE, FORBIDDEN],
    run: async ({ kernel, ctx, params, body }) => {
      mustBeUuids({ client_uuid: body.client_uuid, device: body.device })
      const person = await cashierCtx(ctx, params.id, body)
      mustMay(person, 'return pos ticket')
      const [store, limits, sold] = await Promise.all([
        storeOf(ctx, params.id),
        limitsOf(person),
        kernel.resources.get(person, 'pos_ticket', params.ticket),
      ])
      const order = sold.store_id === store.id ? Number(sold.order_id) : 0
      const ticket = await kernel.work((tx) => takeBack(tx, person, { id: store.id, limits }, order, body))
      const ways = await givenAtCounter(kernel.db, ticket.id)
      return { ...told(ticket), ways: ways.map(({ method, amount }) => ({ method, amount: formatMoney(amount) })) }
    },
  }),
  route({
    on: 'POST /store/:id/return',
    id: 'pos.return_unproven',
    summary: 'Takes goods back without a receipt, at what they cost today at most, for cash of the drawer',
    needs: 'sell pos ticket | refund pos ticket',
    body: unprovenFields,
    answer: TicketTold,
    fails: [NOT_FOUND, TILL_CLOSED, TICKET_REUSED, FORBIDDEN],
    run: async ({ kernel, ctx, params, body }) => {
      mustBeUuids({ client_uuid: body.client_uuid, device: body.device })
      const person = await cashierCtx(ctx, params.id, body)
      mustMay(person, 'refund pos ticket')
      const [store, limits] = await Promise.all([storeOf(ctx, params.id), limitsOf(person)])
      const at = { id: store.id, warehouse: store.warehouse_id ?? null, limits }
      return told(await kernel.work((tx) => takeUnproven(tx, person, at, body)))
    },
  }),
  route({
    on: 'GET /store/:id/parked',
    id: 'pos.parked',
    summary: 'Tickets that wait at a store',
    needs: 'sell pos ticket',
    answer: t.object({ data: t.list(Parked) }),
    fails: [NOT_FOUND],
    run: async ({ ctx, params }) => {
      await storeOf(ctx, params.id)
      return { data: await parkedOf(ctx, params.id) }
    },
  }),
  route({
    on: 'POST /store/:id/parked',
    id: 'pos.park',
    summary: 'Lays a ticket aside for any register of the store',
    needs: 'sell pos ticket',
    body: { id: uuid, label: f.text({ default: '', maxLength: 60 }), body: f.json<Record<string, unknown>>() },
    answer: null,
    status: 204,
    fails: [NOT_FOUND, TICKET_REUSED],
    run: async ({ ctx, params, body }) => {
      mustBeUuids({ id: body.id })
      await storeOf(ctx, params.id)
      await park(ctx, params.id, body)
    },
  }),
  route({
    on: 'DELETE /store/:id/parked/:ticket',
    id: 'pos.take_up',
    summary: 'Takes a ticket up again that was laid aside: one of several who reach for it gets it',
    needs: 'sell pos ticket',
    params: { ticket: uuid },
    answer: Parked,
    fails: [NOT_FOUND],
    run: async ({ ctx, params }) => {
      mustBeUuids({ ticket: params.ticket })
      await storeOf(ctx, params.id)
      return takeUp(ctx, params.id, params.ticket)
    },
  }),
  route({
    on: 'GET /store/:id/member',
    id: 'pos.member',
    summary: 'Members by words of their name, number or address, which are answered with their middle masked',
    needs: 'sell pos ticket',
    query: { q: f.text({ minLength: 2, maxLength: 100 }) },
    answer: t.object({ data: t.list(Member) }),
    fails: [NOT_FOUND, TOO_MANY],
    run: async ({ kernel, ctx, params, query }) => {
      await storeOf(ctx, params.id)
      for (const limit of MEMBER_SEARCHES) await rateLimit(kernel.db, `pos member ${limit.seconds} ${me(ctx) ?? 0}`, limit)
      const found = await findBuyers(kernel.db, query.q)
      const data = found.map((b) => ({
        id: b.id,
        name: fullName(b.first_name, b.last_name),
        email: maskEmail(b.email),
        phone: b.phone && maskPhone(b.phone),
      }))
      return { data }
    },
  }),
]
