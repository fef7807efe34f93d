import { f, AppError, FORBIDDEN, INVALID, NOT_FOUND, route, sql, t, TOO_MANY } from 'stoa'
import { TILL_CLOSED } from '../errors.ts'
import { signInCashier, findWorker } from '../services/cashier.ts'
import { lockSession } from '../services/session.ts'
import { deletePin, setPin, takeOverRegister } from '../services/pin.ts'
import { assertUuids, uuid } from '../services/ticket-input.ts'
import { listPermissions, findStore } from '../services/till.ts'
import { Cashier, CashierAt } from '../api-types.ts'

/** Cashier sign-in by PIN. */
export const cashierRoutes = [
  route({
    on: 'PUT /pos/pin',
    id: 'pos.set_pin',
    summary: 'Set the own cashier PIN; requires the password',
    needs: 'sell pos ticket',
    body: { pin: f.text({ maxLength: 8 }), password: f.text({ maxLength: 200 }) },
    response: null,
    status: 204,
    errors: [INVALID, TOO_MANY],
    run: ({ ctx, body }) => setPin(ctx, body.pin, body.password),
  }),
  route({
    on: 'DELETE /pos/pin',
    id: 'pos.drop_pin',
    summary: 'Delete the own cashier PIN',
    needs: 'sell pos ticket',
    response: null,
    status: 204,
    errors: [],
    run: ({ ctx }) => deletePin(ctx),
  }),
  route({
    on: 'GET /store/:id/cashier',
    id: 'pos.cashiers',
    summary: 'Accounts that can take over a register of the store with a PIN',
    needs: 'sell pos ticket',
    response: t.object({ data: t.list(Cashier) }),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => {
      await findStore(ctx, params.id)
      const ids = await kernel.db.rows<{ id: number }>(sql`select account_id as id from pos_pin order by account_id limit 200`)
      const people = await Promise.all(ids.map(({ id }) => findWorker(ctx, params.id, id)))
      const data = people.flatMap((person) => (person?.actor.kind === 'admin' ? [{ id: person.actor.id, name: person.actor.name }] : []))
      return { data: data.sort((a, b) => a.name.localeCompare(b.name)) }
    },
  }),
  route({
    on: 'POST /store/:id/session/:session/cashier',
    id: 'pos.take_over',
    summary: 'Take over an open register with a PIN',
    needs: 'sell pos ticket',
    params: { session: f.int({ min: 1 }) },
    body: { account_id: f.int({ min: 1 }), pin: f.text({ maxLength: 8 }), device: uuid },
    response: CashierAt,
    errors: [NOT_FOUND, INVALID, FORBIDDEN, TOO_MANY, TILL_CLOSED],
    run: async ({ kernel, ctx, params, body }) => {
      assertUuids({ device: body.device })
      await findStore(ctx, params.id)
      const session = await kernel.transaction((tx) => lockSession(tx, params.id, params.session, 'share'))
      const at = { session: session.id, register: session.register_id, device: body.device }
      const token = await takeOverRegister(ctx, at, body.account_id, body.pin)
      const person = await findWorker(ctx, params.id, body.account_id)
      if (person?.actor.kind !== 'admin') throw new AppError(FORBIDDEN)
      return { token, me: { id: person.actor.id, name: person.actor.name }, may: await listPermissions(person) }
    },
  }),
  route({
    on: 'DELETE /store/:id/session/:session/cashier',
    id: 'pos.hand_back',
    summary: 'Take an open register back with the session of the device: the permissions of the take-over end',
    needs: 'sell pos ticket',
    params: { session: f.int({ min: 1 }) },
    query: { device: uuid },
    response: null,
    status: 204,
    errors: [NOT_FOUND, TILL_CLOSED],
    run: async ({ kernel, ctx, params, query }) => {
      assertUuids({ device: query.device })
      await findStore(ctx, params.id)
      await kernel.transaction(async (tx) => {
        const session = await lockSession(tx, params.id, params.session, 'share')
        await signInCashier(tx, session.id, query.device, null)
      })
    },
  }),
]
