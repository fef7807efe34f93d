import { f, FORBIDDEN, formatMoney, NOT_FOUND, rateLimit, route, t, TOO_MANY, WRONG_STATE } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { searchBuyers, fullName } from 'stoa/plugins/people'
import { ORDERS, toStatedTaxes } from 'stoa/plugins/sales'
import { TICKET_NEEDS_APPROVAL, TICKET_REUSED, TILL_CLOSED, TOTAL_CHANGED } from '../errors.ts'
import { maskEmail, maskPhone } from '../domain/mask.ts'
import { findApprover } from '../services/approver.ts'
import { listArticles } from '../services/articles.ts'
import { cashierCtx, assertPermission } from '../services/cashier.ts'
import type { RecordedTicket } from '../services/claim-ticket.ts'
import { recordContact } from '../services/device-contact.ts'
import { findTicket } from '../services/find.ts'
import { isByHand, readLimits, untouched } from '../services/limits.ts'
import { parkSale, listParked, resumeParked } from '../services/parked-tickets.ts'
import { sellTicket } from '../services/sell.ts'
import { getActorId } from '../services/actor.ts'
import { sumRefundedAtCounter, returnFields, returnAtCounter } from '../services/counter-return.ts'
import { cashier, counterFields, assertUuids, ticketFields, uuid } from '../services/ticket-input.ts'
import { toCounter, assertWithinLimits } from '../services/ticket-price.ts'
import { findStore } from '../services/till.ts'
import { recordUnproven, unprovenFields } from '../services/unverified-ticket.ts'
import { Articles, CounterQuote, FoundTicket, Member, Parked, ReturnResult, TicketResult } from '../api-types.ts'

/** A ticket in API format. */
export const toTicketResult = (ticket: RecordedTicket) => ({
  ...ticket,
  total: formatMoney(ticket.total),
  trouble: ticket.trouble as ('price' | 'goods' | 'late')[],
})

/** Rate limit of customer searches per account: enough for a busy register, too few to read out all customers. */
const MEMBER_SEARCHES = [
  { max: 60, seconds: 60 },
  { max: 600, seconds: 3_600 },
] as const

/** POS sales and returns. */
export const sellingRoutes = [
  route({
    on: 'GET /store/:id/article',
    id: 'pos.articles',
    summary: 'Articles of the point of sale, page by page, for offline devices',
    needs: 'sell pos ticket',
    query: { after: f.int({ default: 0, min: 0 }), known: f.text({ default: '', maxLength: 40 }) },
    response: Articles,
    errors: [NOT_FOUND],
    run: async ({ ctx, params, query }) => {
      const store = await findStore(ctx, params.id)
      return listArticles(ctx, store.warehouse_id ?? null, query)
    },
  }),
  route({
    on: 'POST /store/:id/quote',
    id: 'pos.quote',
    summary: 'Price the lines of a ticket; nothing is stored',
    needs: 'sell pos ticket',
    body: { ...counterFields, cashier, session_id: f.maybe(f.int({ min: 1 })), device: f.maybe(uuid) },
    response: CounterQuote,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, body }) => {
      const store = await findStore(ctx, params.id)
      const at = { session_id: body.session_id ?? 0, device: body.device ?? '', cashier: body.cashier }
      assertUuids({ device: body.device })
      const person = isByHand(body) ? await cashierCtx(ctx, params.id, at) : ctx
      const [q, limits] = await Promise.all([
        kernel.get(ORDERS).priceCounter(ctx, { ...toCounter(ctx, body), store: store.id }, kernel.db),
        isByHand(body) ? readLimits(person) : untouched,
        body.device === null ? undefined : recordContact(kernel.db, at.session_id, body.device),
      ])
      assertWithinLimits(person, limits, body, q)
      return {
        lines: q.lines
          .filter(({ gift }) => !gift)
          .map(({ name, sku, quantity, shopUnit, unit }, i) => ({
            ...{ name, sku, quantity },
            usual: formatMoney(shopUnit),
            unit: formatMoney(unit),
            total: formatMoney(q.adjusted.lines[i] ?? 0),
          })),
        subtotal: formatMoney(q.subtotal),
        discount: formatMoney(q.discount),
        total: formatMoney(q.total),
        taxes: toStatedTaxes(q.taxes),
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
    summary: 'Create a ticket with its order, payment and stock movement; the same ticket again returns the same result',
    needs: 'sell pos ticket',
    body: ticketFields,
    response: TicketResult,
    errors: [NOT_FOUND, FORBIDDEN, TILL_CLOSED, TOTAL_CHANGED, TICKET_NEEDS_APPROVAL, TICKET_REUSED, OUT_OF_STOCK, TOO_MANY, WRONG_STATE],
    run: async ({ kernel, ctx, params, body }) => {
      assertUuids({ client_uuid: body.client_uuid, device: body.device })
      const [store, person] = await Promise.all([findStore(ctx, params.id), cashierCtx(ctx, params.id, body)])
      const [limits, approver] = await Promise.all([
        isByHand(body) || body.offline ? readLimits(person) : untouched,
        findApprover(ctx, params.id, body.session_id, body),
      ])
      const at = { id: store.id, warehouse: store.warehouse_id ?? null, limits, approver }
      return toTicketResult(await kernel.transaction((tx) => sellTicket(tx, person, at, body)))
    },
  }),
  route({
    on: 'GET /store/:id/ticket',
    id: 'pos.find',
    summary: 'A ticket by the number on its receipt, with the units that can still be returned',
    needs: 'sell pos ticket | return pos ticket',
    query: { barcode: f.text({ maxLength: 60 }) },
    response: FoundTicket,
    errors: [NOT_FOUND],
    run: async ({ ctx, params, query }) => {
      await findStore(ctx, params.id)
      return findTicket(ctx, params.id, query.barcode)
    },
  }),
  route({
    on: 'POST /store/:id/ticket/:ticket/return',
    id: 'pos.return',
    summary: 'Accept a return of a ticket and refund it from the drawer or through the original payment method',
    needs: 'sell pos ticket | return pos ticket',
    params: { ticket: f.int({ min: 1 }) },
    body: returnFields,
    response: ReturnResult,
    errors: [NOT_FOUND, TILL_CLOSED, TICKET_REUSED, WRONG_STATE, FORBIDDEN],
    run: async ({ kernel, ctx, params, body }) => {
      assertUuids({ client_uuid: body.client_uuid, device: body.device })
      const person = await cashierCtx(ctx, params.id, body)
      assertPermission(person, 'return pos ticket')
      const [store, limits, sold] = await Promise.all([
        findStore(ctx, params.id),
        readLimits(person),
        kernel.resources.get(person, 'pos_ticket', params.ticket),
      ])
      const order = sold.store_id === store.id ? Number(sold.order_id) : 0
      const ticket = await kernel.transaction((tx) => returnAtCounter(tx, person, { id: store.id, limits }, order, body))
      const ways = await sumRefundedAtCounter(kernel.db, ticket.id)
      return { ...toTicketResult(ticket), ways: ways.map(({ method, amount }) => ({ method, amount: formatMoney(amount) })) }
    },
  }),
  route({
    on: 'POST /store/:id/return',
    id: 'pos.return_unproven',
    summary: 'Accept a return without a receipt, at most at the current price, refunded in cash',
    needs: 'sell pos ticket | refund pos ticket',
    body: unprovenFields,
    response: TicketResult,
    errors: [NOT_FOUND, TILL_CLOSED, TICKET_REUSED, FORBIDDEN],
    run: async ({ kernel, ctx, params, body }) => {
      assertUuids({ client_uuid: body.client_uuid, device: body.device })
      const person = await cashierCtx(ctx, params.id, body)
      assertPermission(person, 'refund pos ticket')
      const [store, limits] = await Promise.all([findStore(ctx, params.id), readLimits(person)])
      const at = { id: store.id, warehouse: store.warehouse_id ?? null, limits }
      return toTicketResult(await kernel.transaction((tx) => recordUnproven(tx, person, at, body)))
    },
  }),
  route({
    on: 'GET /store/:id/parked',
    id: 'pos.parked',
    summary: 'Parked tickets of a store',
    needs: 'sell pos ticket',
    response: t.object({ data: t.list(Parked) }),
    errors: [NOT_FOUND],
    run: async ({ ctx, params }) => {
      await findStore(ctx, params.id)
      return { data: await listParked(ctx, params.id) }
    },
  }),
  route({
    on: 'POST /store/:id/parked',
    id: 'pos.park',
    summary: 'Park a ticket for any register of the store',
    needs: 'sell pos ticket',
    body: { id: uuid, label: f.text({ default: '', maxLength: 60 }), body: f.json<Record<string, unknown>>() },
    response: null,
    status: 204,
    errors: [NOT_FOUND, TICKET_REUSED],
    run: async ({ ctx, params, body }) => {
      assertUuids({ id: body.id })
      await findStore(ctx, params.id)
      await parkSale(ctx, params.id, body)
    },
  }),
  route({
    on: 'DELETE /store/:id/parked/:ticket',
    id: 'pos.take_up',
    summary: 'Resume a parked ticket: of concurrent requests, one gets it',
    needs: 'sell pos ticket',
    params: { ticket: uuid },
    response: Parked,
    errors: [NOT_FOUND],
    run: async ({ ctx, params }) => {
      assertUuids({ ticket: params.ticket })
      await findStore(ctx, params.id)
      return resumeParked(ctx, params.id, params.ticket)
    },
  }),
  route({
    on: 'GET /store/:id/member',
    id: 'pos.member',
    summary: 'Search members by name, number or address; contact data is masked',
    needs: 'sell pos ticket',
    query: { q: f.text({ minLength: 2, maxLength: 100 }) },
    response: t.object({ data: t.list(Member) }),
    errors: [NOT_FOUND, TOO_MANY],
    run: async ({ kernel, ctx, params, query }) => {
      await findStore(ctx, params.id)
      for (const limit of MEMBER_SEARCHES) await rateLimit(kernel.db, `pos member ${limit.seconds} ${getActorId(ctx) ?? 0}`, limit)
      const found = await searchBuyers(kernel.db, query.q)
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
