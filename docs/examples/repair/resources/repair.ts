import { defineResource, f, validationError, ownRowsScope, message } from 'stoa'
import { DONE } from '../jobs.ts'

/** A spare part used in a repair. */
export const repairPart = defineResource({
  name: 'repair_part',
  verbs: [],
  fields: {
    repair_id: f.one('repair', { readOnly: true }),
    name: f.text({ maxLength: 120 }),
    price: f.money({ min: 0 }),
    quantity: f.int({ default: 1, min: 1, max: 999 }),
  },
})

/** Staff see the repairs assigned to them. */
export const mine = ownRowsScope('owner_id', { all: 'see all repair' })

/** A device that a customer brought for repair. */
export const repair = defineResource({
  name: 'repair',
  sortBy: '-id',
  locked: true,
  scope: mine,
  fields: {
    name: f.text({ list: 1, search: true, maxLength: 120 }),
    email: f.email({ list: 2, search: true }),
    broken: f.area({ maxLength: 2_000 }),
    price: f.maybe(f.money({ list: 3, min: 0 })),
    status: f.pick(['draft', 'pending', 'completed', 'canceled'], { default: 'draft', readOnly: true, list: 4, filter: true }),
    owner_id: f.maybe(f.one('account', { list: 5, filter: true, group: 'side' })),
    photo: f.maybe(f.privateFile({ accept: ['picture'], group: 'side' })),
    unlock_code: f.maybe(f.sealed({ group: 'side' })),
    parts: f.maybe(f.rows(repairPart, { by: 'repair_id' })),
  },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      accept: { from: ['draft'], to: 'pending', intent: 'primary' },
      complete: {
        from: ['pending'],
        to: 'completed',
        intent: 'success',
        guard: ({ row }) => {
          if (row.price === null) throw validationError({ price: message('repair:error.unpriced') })
        },
        effect: ({ tx, row }) => tx.enqueue(DONE, { repair_id: row.id }),
      },
      cancel: { from: ['draft', 'pending'], to: 'canceled', intent: 'danger', confirm: true },
    },
  },
})
