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
    summary: 'Orders that wait at a store for whoever comes for them, by number, name, address or phone; longest waiting first',
    needs: 'sell pos ticket',
    query: { q: f.text({ default: '', maxLength: 100 }) },
    response: t.object({ data: t.list(PickupShort), here: t.flag('Orders can be collected at this store: it has a place for that.') }),
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
    summary: 'An order to hand out, by its number: what is in it and what is missing; or why it cannot be handed out here',
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
    summary: 'Hands an order out to whoever came for it, and takes what is missing into the drawer',
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
