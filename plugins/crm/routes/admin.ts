import { hasPermission, f, type Kernel, NOT_FOUND, route, type Route, t, WRONG_STATE } from 'stoa'
import { findSimilarContacts } from '../services/similar-contacts.ts'
import { readBoard, readContactSummary, readContactView, readLeadHistory } from '../services/board.ts'
import { readDashboard } from '../services/dashboard.ts'
import { countMembers, findMembers } from '../services/groups.ts'
import { unmergeContacts } from '../services/merge.ts'
import { contact } from '../resources/contact.ts'
import { readLeadOrder, createOrderFromLead } from '../services/orders.ts'
import { Alike, ContactView, CrmDashboard, FunnelBoard, LeadHistory, LeadOrder, Members } from '../api-types.ts'

const word = f.text({ default: '', maxLength: 254 })
const Id = t.object({ id: t.id() })

const ownRoutes = [
  route({
    on: 'GET /funnel/:id/board',
    id: 'funnel.board',
    summary: 'The stages of a funnel with how many leads stand in each and what they come to',
    needs: 'get funnel & get lead',
    response: FunnelBoard,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readBoard(ctx, params.id),
  }),
  route({
    on: 'GET /lead/:id/history',
    id: 'lead.history',
    summary: 'Every step of a lead',
    needs: 'get lead',
    response: LeadHistory,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readLeadHistory(ctx, params.id),
  }),
  route({
    on: 'GET /contact/alike',
    id: 'contact.alike',
    summary: 'Contacts that may be the same person',
    needs: 'get contact',
    query: { email: word, country_code: word, phone: word, but: f.int({ default: 0, min: 0, max: Number.MAX_SAFE_INTEGER }) },
    response: Alike,
    run: async ({ ctx, query }) => ({ data: await findSimilarContacts(ctx, query) }),
  }),
  route({
    on: 'GET /contact/:id/about',
    id: 'contact.about',
    summary: 'What hangs on a contact, as far as the member of staff sees it',
    needs: 'get contact',
    response: ContactView,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readContactView(ctx, params.id, hasPermission(ctx.actor, 'get lead')),
  }),
  route({
    on: 'GET /contact/:id/now',
    id: 'contact.now',
    summary: 'Where a contact is that may have been merged into another',
    needs: 'get contact',
    response: Id,
    errors: [NOT_FOUND],
    run: async ({ ctx, params }) => ({ id: await readContactSummary(ctx, params.id) }),
  }),
  route({
    on: 'POST /contact/:id/unmerge',
    id: 'contact.unmerge',
    summary: 'Takes the newest merge of a contact back',
    needs: 'merge contact',
    response: Id,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => {
      await kernel.resources.get(ctx, contact, params.id)
      return { id: await kernel.transaction((tx) => unmergeContacts(tx, ctx, params.id)) }
    },
  }),
  route({
    on: 'GET /group/:id/members',
    id: 'group.members',
    summary: 'How many contacts a group holds, and the filter that lists them',
    needs: 'get group & get contact',
    response: Members,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => findMembers(ctx, params.id),
  }),
  route({
    on: 'POST /group/count',
    id: 'group.count',
    summary: 'How many contacts a filter leaves',
    needs: 'get group & get contact',
    body: { filter: f.texts() },
    response: t.object({ count: t.int() }),
    run: async ({ ctx, body }) => ({ count: await countMembers(ctx, body.filter) }),
  }),
  route({
    on: 'GET /crm-dashboard',
    id: 'crm.dashboard',
    summary: 'How leads do, as far as the member of staff sees them',
    open: 'signed-in',
    query: { days: f.int({ default: 30, min: 1, max: 366 }) },
    response: CrmDashboard,
    run: ({ ctx, query }) => readDashboard(ctx, query.days),
  }),
]

/** Order routes. They exist only with the sales plugin. */
const orderRoutes = [
  route({
    on: 'GET /lead/:id/order',
    id: 'lead.order',
    summary: 'The order a lead was opened for, or won by',
    needs: 'get lead',
    response: LeadOrder,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readLeadOrder(ctx, params.id),
  }),
  route({
    on: 'POST /lead/:id/order',
    id: 'lead.open_order',
    summary: 'Opens an order as a draft for whoever is behind a lead that was won; the same when it was opened before',
    needs: 'update lead & create order',
    response: t.object({ id: t.id(), order_number: t.text() }),
    status: 201,
    errors: [NOT_FOUND, WRONG_STATE],
    run: ({ ctx, params }) => createOrderFromLead(ctx, params.id),
  }),
]

/** Admin routes of contacts and leads that the generic resource routes do not cover. */
export const adminRoutes = (kernel: Kernel): readonly Route[] =>
  kernel.registry.resources.has('order') ? [...ownRoutes, ...orderRoutes] : ownRoutes
