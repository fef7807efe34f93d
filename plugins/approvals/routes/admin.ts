import { f, NOT_FOUND, route, t, WRONG_STATE } from 'stoa'
import { DECIDED, FALLEN, NOT_YOURS, OWN_REQUEST } from '../errors.ts'
import { decideApproval, withdraw } from '../services/decide.ts'
import { findDeputies } from '../services/deputies.ts'
import { readInbox, readRequest, listRequests } from '../services/inbox.ts'
import { Deputy, Request, Requests, tabs } from '../api-types.ts'

const reason = f.area({ default: '', maxLength: 500 })

/** Routes of the approval inbox. */
export const adminRoutes = [
  route({
    on: 'GET /approvals',
    id: 'approvals.inbox',
    summary: 'Requests waiting for the caller, made by the caller, or decided by the caller',
    needs: 'get approval',
    query: { tab: f.pick(tabs, { default: 'mine' }), page: f.int({ default: 1, min: 1, max: 10_000 }) },
    response: Requests,
    run: ({ ctx, query: { tab, page } }) => readInbox(ctx, tab, page),
  }),
  route({
    on: 'GET /approvals/of/:kind/:id',
    id: 'approvals.of',
    summary: 'Requests about one row, newest first, for those who may read the row',
    open: 'signed-in',
    params: { kind: f.text({ maxLength: 100 }) },
    response: t.object({ data: t.list(Request) }),
    errors: [NOT_FOUND],
    run: async ({ ctx, params: { kind, id } }) => ({ data: await listRequests(ctx, kind, id) }),
  }),
  route({
    on: 'POST /approvals/:id/decide',
    id: 'approvals.decide',
    summary: 'Approve or reject the current step; the last approval applies the request',
    open: 'signed-in',
    body: {
      verdict: f.pick(['approve', 'reject']),
      step: f.int({ min: 1, docs: 'The step that was seen. When it is decided already, nothing happens.' }),
      reason,
    },
    response: Request,
    errors: [NOT_FOUND, OWN_REQUEST, NOT_YOURS, DECIDED, FALLEN, WRONG_STATE],
    run: async ({ ctx, params: { id }, body }) => {
      await decideApproval(ctx, id, body)
      return readRequest(ctx, id)
    },
  }),
  route({
    on: 'POST /approvals/:id/withdraw',
    id: 'approvals.withdraw',
    summary: 'Withdraw a request of the caller',
    open: 'signed-in',
    body: { reason },
    response: Request,
    errors: [NOT_FOUND, NOT_YOURS, DECIDED, WRONG_STATE],
    run: async ({ ctx, params: { id }, body }) => {
      await withdraw(ctx, id, body.reason)
      return readRequest(ctx, id)
    },
  }),
  route({
    on: 'GET /approvals/deputies',
    id: 'approvals.deputies',
    summary: 'Accounts that could decide for the caller while the caller is away',
    needs: 'create approval delegation',
    response: t.object({ data: t.list(Deputy) }),
    run: async ({ kernel, ctx }) => ({ data: ctx.actor.kind === 'admin' ? await findDeputies(kernel, kernel, ctx.actor.id) : [] }),
  }),
]
