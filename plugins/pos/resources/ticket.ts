import { column, type Ctx, defineRecord, f, sql } from 'stoa'
import { ownStoresScope, seeAllStores, worksInStoreSql } from 'stoa/plugins/stores'

const fixed = { readOnly: true } as const

/** Problems to review: prices other than the shop's, missing stock, a session closed before. */
export const ticketProblems = ['price', 'goods', 'late'] as const
export type TicketProblem = (typeof ticketProblems)[number]

/** A sale, return or pickup at the POS; its order has the lines. */
export const ticket = defineRecord({
  name: 'pos_ticket',
  events: [],
  internal: {
    client_uuid: column('uuid'),
    fingerprint: column('text'),
    written_in: column('bigint'),
    device: column('uuid'),
    place: column('integer'),
    order_number: column('text'),
    refund_id: column('bigint'),
    discount_minor: column('bigint'),
    rounding_minor: column('bigint'),
  },
  label: 'number',
  match: 'number',
  verbs: ['get', 'export'],
  sortBy: '-sold_at',
  audit: false,
  listStamps: false,
  fields: {
    number: f.text({ ...fixed, list: 1, search: true }),
    kind: f.pick(['sale', 'return', 'pickup'], { ...fixed, list: 2, filter: true }),
    sold_at: f.instant({ ...fixed, list: 3, sort: true, filter: true }),
    store_id: f.one('store', { ...fixed, list: 4, filter: true }),
    session_id: f.one('pos_session', { ...fixed, filter: true }),
    order_id: f.maybe(f.one('order', { ...fixed, list: 5 })),
    cashier_id: f.maybe(f.one('account', { ...fixed, list: 6, filter: true })),
    total: f.money({ ...fixed, list: 7, sort: true }),
    offline: f.flag({ default: false, ...fixed, filter: true }),
    trouble: f.picks(ticketProblems, { ...fixed, default: [], list: 8, filter: true }),
    review: f.money(fixed),
    approved_by: f.maybe(f.one('account', fixed)),
    seen_by: f.maybe(f.one('account', fixed)),
    seen_at: f.maybe(f.instant({ ...fixed, filter: true })),
  },
  scope: ownStoresScope,
  actions: {
    accept: {
      needs: 'settle pos session',
      batch: true,
      run: async ({ tx, ctx, row }) => {
        await tx.run(sql`update pos_ticket set seen_at = now(), seen_by = ${ctx.actor.kind === 'admin' ? ctx.actor.id : null}
          where id = ${row.id} and seen_at is null`)
      },
    },
  },
})

/** The cash ledger with reasons. Append-only: the database rejects updates and deletes. */
export const cash = defineRecord({
  name: 'pos_cash',
  events: [],
  internal: { ticket_id: column('bigint'), client_uuid: column('uuid'), actor: column('text') },
  label: 'kind',
  verbs: ['get', 'export'],
  sortBy: '-id',
  audit: false,
  fields: {
    session_id: f.one('pos_session', { ...fixed, list: 1, filter: true }),
    kind: f.pick(['float', 'sale', 'refund', 'in', 'out', 'drop'], { ...fixed, list: 2, filter: true }),
    amount: f.money({ ...fixed, list: 3 }),
    reason: f.text({ ...fixed, list: 4, search: true }),
    account_id: f.maybe(f.one('account', { ...fixed, list: 5, filter: true })),
  },
  scope: Object.assign((ctx: Ctx) => worksInStoreSql(ctx, sql`(select s.store_id from pos_session s where s.id = t.session_id)`), {
    all: seeAllStores,
  }),
})
