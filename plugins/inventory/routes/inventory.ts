import { f, validationError, NOT_FOUND, route, t, message } from 'stoa'
import { adjustStock, discardStock, transferStock } from '../services/stock/adjust.ts'

/** Default reason of an adjustment (specification C §9). */
const reasonFields = { remark: f.text({ default: '' }), reason: f.text({ default: 'Correction' }) }
const line = { inventory_id: f.int({ min: 1 }), quantity: f.int(), ...reasonFields }

const byHand = { needs: 'update inventory', errors: [NOT_FOUND] } as const
/** The line and its resulting quantity. */
const Line = t.object({ id: t.id(), quantity: t.int() })

/** `POST /api/admin/inventory/plus|minus|update|transfer` (specification C §7) and `/discard`. */
export const inventoryRoutes = [
  route({
    ...byHand,
    on: 'POST /inventory/plus',
    id: 'inventory.plus',
    summary: 'Adds units to an inventory row',
    body: line,
    response: Line,
    run: ({ ctx, body }) => adjustStock(ctx, 'plus', body),
  }),
  route({
    ...byHand,
    on: 'POST /inventory/minus',
    id: 'inventory.minus',
    summary: 'Removes units from an inventory row',
    body: line,
    response: Line,
    run: ({ ctx, body }) => adjustStock(ctx, 'minus', body),
  }),
  route({
    ...byHand,
    on: 'POST /inventory/update',
    id: 'inventory.set',
    summary: 'Sets the quantity of an inventory row',
    body: line,
    response: Line,
    run: ({ ctx, body }) => adjustStock(ctx, 'update', body),
  }),
  route({
    ...byHand,
    on: 'POST /inventory/discard',
    id: 'inventory.discard',
    summary: 'Writes off spoilt or expired units',
    body: line,
    response: Line,
    run: ({ ctx, body }) => discardStock(ctx, body),
  }),
  route({
    ...byHand,
    on: 'POST /inventory/transfer',
    id: 'inventory.transfer',
    summary: 'Transfers units to another inventory row of the same stock, or to another warehouse',
    body: {
      from: f.int({ min: 1 }),
      to: f.maybe(f.int({ min: 1 })),
      warehouse_id: f.maybe(f.int({ min: 1 })),
      quantity: f.int(),
      ...reasonFields,
    },
    response: t.object({ from: t.int('Remaining units in the source row.'), to: t.int('Units in the target row.'), to_id: t.id() }),
    run: ({ ctx, body: { to: line, warehouse_id: warehouse, ...body } }) => {
      const to = line !== null ? { line } : warehouse !== null ? { warehouse } : undefined
      if (!to) throw validationError({ to: message('inventory:error.transfer_target') })
      return transferStock(ctx, { ...body, to })
    },
  }),
]
