import { f, NOT_FOUND, route, t, WRONG_STATE } from 'stoa'
import { MONEY_RESERVED, NOT_PAYABLE } from 'stoa/plugins/payments'
import { TICKET_REUSED, TILL_CLOSED, TOTAL_CHANGED } from '../errors.ts'
import { cashierCtx } from '../services/cashier.ts'
import { handOverPickup, handOverFields } from '../services/hand-over.ts'
import { assertPresent, pickupPlace, pickupShape, listPickups } from '../services/pickup.ts'
import { assertUuids } from '../services/ticket-input.ts'
import { findStore } from '../services/till.ts'
import { Pickup, PickupShort, TicketResult } from '../api-types.ts'
import { toTicketResult } from './selling.ts'

/** Pickup orders of a store. */
export const pickupRoutes = [
  route({
    on: 'GET /store/:id/pickup',
    id: 'pos.pickups',
    summary: 'Orders waiting for pickup at a store, by number, name, address or phone; longest waiting first',
    needs: 'sell pos ticket',
    query: { q: f.text({ default: '', maxLength: 100 }) },
    response: t.object({ data: t.list(PickupShort), here: t.flag('The store has a pickup point.') }),
    errors: [NOT_FOUND],
    run: async ({ ctx, params, query }) => {
      const store = await findStore(ctx, params.id)
      const warehouse = pickupPlace(store)
      return { data: await listPickups(ctx, warehouse, query.q), here: warehouse !== null }
    },
  }),
  route({
    on: 'GET /store/:id/pickup/:number',
    id: 'pos.pickup',
    summary: 'An order for pickup by its number, with contents and balance due, or the reason it cannot be handed over here',
    needs: 'sell pos ticket',
    params: { number: f.text({ maxLength: 60 }) },
    response: Pickup,
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params }) => {
      const store = await findStore(ctx, params.id)
      return pickupShape(await assertPresent(ctx, kernel.db, pickupPlace(store), { number: params.number.trim() }))
    },
  }),
  route({
    on: 'POST /store/:id/pickup/:order/hand_over',
    id: 'pos.hand_over',
    summary: 'Hand over an order and take its balance due into the drawer',
    needs: 'sell pos ticket',
    params: { order: f.int({ min: 1 }) },
    body: handOverFields,
    response: TicketResult,
    errors: [NOT_FOUND, WRONG_STATE, TILL_CLOSED, TOTAL_CHANGED, TICKET_REUSED, NOT_PAYABLE, MONEY_RESERVED],
    run: async ({ kernel, ctx, params, body }) => {
      assertUuids({ client_uuid: body.client_uuid, device: body.device })
      const [store, person] = await Promise.all([findStore(ctx, params.id), cashierCtx(ctx, params.id, body)])
      const at = { id: store.id, warehouse: pickupPlace(store) }
      return toTicketResult(await kernel.transaction((tx) => handOverPickup(tx, person, at, params.order, body)))
    },
  }),
]
