import { hasPermission, f, type Kernel, NOT_FOUND, route, type Route, t, WRONG_STATE } from 'stoa'
import { findSimilarContacts } from '../services/similar-contacts.ts'
import { readBoard, readContactSummary, readContactView, readLeadHistory } from '../services/board.ts'
import { countMembers, findMembers } from '../services/groups.ts'
import { unmergeContacts } from '../services/merge.ts'
import { contact } from '../resources/contact.ts'
import { readLeadOrder, createOrderFromLead } from '../services/orders.ts'
import { Alike, ContactView, FunnelBoard, LeadHistory, LeadOrder, Members } from '../api-types.ts'

const word = f.text({ default: '', maxLength: 254 })
const Id = t.object({ id: t.id() })

const ownRoutes = [
  route({
    on: 'GET /funnel/:id/board',
    id: 'funnel.board',
    summary: 'Stages of a funnel with number and value of their leads',
    needs: 'get funnel & get lead',
    response: FunnelBoard,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readBoard(ctx, params.id),
  }),
  route({
    on: 'GET /lead/:id/history',
    id: 'lead.history',
    summary: 'History of a lead',
    needs: 'get lead',
    response: LeadHistory,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readLeadHistory(ctx, params.id),
  }),
  route({
    on: 'GET /contact/alike',
    id: 'contact.alike',
    summary: 'Possible duplicates of a contact',
    needs: 'get contact',
    query: { email: word, country_code: word, phone: word, but: f.int({ default: 0, min: 0, max: Number.MAX_SAFE_INTEGER }) },
    response: Alike,
    run: async ({ ctx, query }) => ({ data: await findSimilarContacts(ctx, query) }),
  }),
  route({
    on: 'GET /contact/:id/about',
    id: 'contact.about',
    summary: 'Records linked to a contact that the caller may see',
    needs: 'get contact',
    response: ContactView,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readContactView(ctx, params.id, hasPermission(ctx.actor, 'get lead')),
  }),
  route({
    on: 'GET /contact/:id/now',
    id: 'contact.now',
    summary: 'Contact that another one was merged into',
    needs: 'get contact',
    response: Id,
    errors: [NOT_FOUND],
    run: async ({ ctx, params }) => ({ id: await readContactSummary(ctx, params.id) }),
  }),
  route({
    on: 'POST /contact/:id/unmerge',
    id: 'contact.unmerge',
    summary: 'Undo the latest merge of a contact',
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
    summary: 'Size of a contact group, and the filter that lists it',
    needs: 'get group & get contact',
    response: Members,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => findMembers(ctx, params.id),
  }),
  route({
    on: 'POST /group/count',
    id: 'group.count',
    summary: 'Number of contacts that match a filter',
    needs: 'get group & get contact',
    body: { filter: f.texts() },
    response: t.object({ count: t.int() }),
    run: async ({ ctx, body }) => ({ count: await countMembers(ctx, body.filter) }),
  }),
]

/** Order routes. They exist only with the sales plugin. */
const orderRoutes = [
  route({
    on: 'GET /lead/:id/order',
    id: 'lead.order',
    summary: 'The order that was created for a lead, or that won it',
    needs: 'get lead',
    response: LeadOrder,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readLeadOrder(ctx, params.id),
  }),
  route({
    on: 'POST /lead/:id/order',
    id: 'lead.open_order',
    summary: 'Create a draft order for a won lead, or return the existing one',
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
