import { f, FORBIDDEN, media, NOT_FOUND, route, sendWebManifest, t, WRONG_STATE } from 'stoa'
import { TICKET_REUSED, TICKETS_MISSING, TILL_CLOSED } from '../errors.ts'
import { cashierCtx, assertPermission } from '../services/cashier.ts'
import { readDay } from '../services/day.ts'
import { readReport } from '../services/report.ts'
import { announceDevice, closeSession, countCash, moveCash, openSession, resumeSession } from '../services/session.ts'
import { cashier, assertUuids, uuid } from '../services/ticket-input.ts'
import { findStore, readTill } from '../services/till.ts'
import { Counted, DayReport, Opened, Report, Till } from '../api-types.ts'

const session = { session: f.int({ min: 1 }) }
/** Ticket sequence numbers of a device. */
const turns = {
  last: f.int({ default: 0, min: 0, max: 1_000_000 }),
  unused: f.ids({ default: [], maxItems: 1_000 }),
}

/** Till sessions: open, count and close. */
export const sessionRoutes = [
  route({
    on: 'GET /store/:id/till',
    id: 'pos.till',
    summary: 'Configuration of a device: registers, payment methods, rules and permissions',
    needs: 'sell pos ticket | close pos session',
    query: { device: f.maybe(uuid) },
    response: Till,
    errors: [NOT_FOUND],
    run: ({ ctx, params, query }) => {
      assertUuids({ device: query.device })
      return readTill(ctx, params.id, query.device)
    },
  }),
  route({
    on: 'GET /store/:id/webmanifest',
    id: 'pos.webmanifest',
    summary: 'Web app manifest of the point of sale of a store',
    needs: 'sell pos ticket',
    response: media('application/manifest+json'),
    errors: [NOT_FOUND],
    run: async ({ ctx, params, reply }) => {
      const { name } = await findStore(ctx, params.id)
      return sendWebManifest(reply, `/admin/store/pos/new/${params.id}`, name, name.slice(0, 12))
    },
  }),
  route({
    on: 'POST /store/:id/session',
    id: 'pos.open',
    summary: 'Open a register with its opening float, or join its open session',
    needs: 'open pos session',
    body: { register_id: f.int({ min: 1 }), opening_float: f.money({ default: '0.00', min: 0 }), device: uuid },
    response: Opened,
    status: 201,
    errors: [NOT_FOUND, TILL_CLOSED],
    run: async ({ kernel, ctx, params, body }) => {
      assertUuids({ device: body.device })
      await findStore(ctx, params.id)
      const { store_id: _, float: __, ...opened } = await kernel.transaction((tx) => openSession(tx, ctx, params.id, body))
      return opened
    },
  }),
  route({
    on: 'POST /store/:id/session/:session/announce',
    id: 'pos.announce',
    summary: 'Report the number of tickets of a device: the drawer is closed only when all of them are synchronized',
    needs: 'sell pos ticket',
    params: session,
    body: { device: uuid, ...turns },
    response: null,
    status: 204,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, body }) => {
      assertUuids({ device: body.device })
      await findStore(ctx, params.id)
      await kernel.transaction((tx) => announceDevice(tx, params.id, params.session, body))
    },
  }),
  route({
    on: 'POST /store/:id/session/:session/cash',
    id: 'pos.cash',
    summary: 'Record a cash movement: pay-in, payout or cash drop',
    needs: 'sell pos ticket | move pos cash',
    params: session,
    body: {
      cashier,
      device: f.maybe(uuid),
      id: uuid,
      kind: f.pick(['in', 'out', 'drop']),
      amount: f.money({ min: 0.01 }),
      reason: f.text({ maxLength: 200 }),
    },
    response: null,
    status: 204,
    errors: [NOT_FOUND, TILL_CLOSED, TICKET_REUSED, FORBIDDEN],
    run: async ({ kernel, ctx, params, body }) => {
      assertUuids({ id: body.id })
      await findStore(ctx, params.id)
      const at = { session_id: params.session, device: body.device ?? '', cashier: body.cashier }
      const person = await cashierCtx(ctx, params.id, at)
      assertPermission(person, 'move pos cash')
      await kernel.transaction((tx) => moveCash(tx, person, params.id, params.session, body))
    },
  }),
  route({
    on: 'POST /store/:id/session/:session/count',
    id: 'pos.count',
    summary: 'Count the drawer; the expected amount is returned afterwards',
    needs: 'close pos session',
    params: session,
    body: {
      counted: f.money({ min: 0 }),
      device: f.maybe(uuid),
      ...turns,
      /** Counts without missing tickets; requires the settle permission. */
      without_missing: f.flag({ default: false }),
    },
    response: Counted,
    errors: [NOT_FOUND, TICKETS_MISSING, WRONG_STATE, FORBIDDEN],
    run: async ({ kernel, ctx, params, body }) => {
      assertUuids({ device: body.device })
      await findStore(ctx, params.id)
      if (body.without_missing) assertPermission(ctx, 'settle pos session')
      const { device } = body
      // It stays recorded, whatever the result of the count.
      if (device !== null) await kernel.transaction((tx) => announceDevice(tx, params.id, params.session, { ...body, device }))
      return kernel.transaction((tx) => countCash(tx, ctx, params.id, params.session, body.counted, body.without_missing))
    },
  }),
  route({
    on: 'POST /store/:id/session/:session/resume',
    id: 'pos.resume',
    summary: 'Continue selling after a count, which is kept',
    needs: 'close pos session',
    params: session,
    response: null,
    status: 204,
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params }) => {
      await findStore(ctx, params.id)
      await kernel.transaction((tx) => resumeSession(tx, ctx, params.id, params.session))
    },
  }),
  route({
    on: 'POST /store/:id/session/:session/close',
    id: 'pos.close',
    summary: 'Close a counted drawer; a difference requires a reason',
    needs: 'close pos session',
    params: session,
    body: { reason: f.text({ default: '', maxLength: 500 }) },
    response: t.object({ status: t.pick(['completed', 'abnormal']) }),
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params, body }) => {
      await findStore(ctx, params.id)
      return { status: await kernel.transaction((tx) => closeSession(tx, ctx, params.id, params.session, body.reason)) }
    },
  }),
  route({
    on: 'GET /store/:id/session/:session/report',
    id: 'pos.report',
    summary: 'Report of a drawer: X report while it is open, Z report once it is closed',
    needs: 'sell pos ticket | get pos session',
    params: session,
    response: Report,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => {
      await findStore(ctx, params.id)
      return readReport(ctx, kernel.db, params.id, params.session, true)
    },
  }),
  route({
    on: 'GET /store/:id/day',
    id: 'pos.day',
    summary: 'Drawers of a store on a day, today by default, and what prevents closing the day',
    needs: 'get pos session',
    query: { day: f.maybe(f.date()) },
    response: DayReport,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, query }) => {
      const { name } = await findStore(ctx, params.id)
      return readDay(ctx, kernel.db, { id: params.id, name }, query.day)
    },
  }),
]
