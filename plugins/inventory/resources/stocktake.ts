import { defineResource, f } from 'stoa'
import { assertNoOtherStocktake, startStocktake, approveStocktake, uncounted } from '../services/stocktake.ts'

const fixed = { readOnly: true } as const

/**
 * A stocktake of one warehouse. Starting it stores the expected quantities. Approving it books the differences of
 * counted lines and applies the treatment of uncounted ones. Sales in between are not counted as differences.
 */
export const stocktake = defineResource({
  name: 'stocktake',
  label: 'number',
  verbs: ['get', 'create', 'update', 'export'],
  locked: true,
  sortBy: '-id',
  listCreated: true,
  transfer: false,
  fields: {
    number: f.text({ ...fixed, list: 1, search: true }),
    warehouse_id: f.one('warehouse', { list: 2, filter: true }),
    status: f.pick(['draft', 'processing', 'approved', 'completed', 'canceled'], {
      default: 'draft',
      ...fixed,
      list: 3,
      filter: true,
      widget: 'status',
    }),
    note: f.text({ default: '', list: 4, search: true }),
    started_at: f.maybe(f.instant({ ...fixed, list: 5 })),
    closed_at: f.maybe(f.instant({ ...fixed })),
  },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      start: {
        from: ['draft'],
        to: 'processing',
        intent: 'primary',
        needs: 'update stocktake',
        guard: assertNoOtherStocktake,
        effect: startStocktake,
      },
      approve: {
        from: ['processing'],
        to: 'approved',
        intent: 'success',
        confirm: true,
        input: { uncounted: f.maybe(f.pick(uncounted)) },
        effect: approveStocktake,
      },
      complete: { from: ['approved'], to: 'completed', intent: 'success', needs: 'update stocktake' },
      cancel: { from: ['draft', 'processing'], to: 'canceled', intent: 'danger', confirm: true, needs: 'update stocktake' },
    },
  },
})
