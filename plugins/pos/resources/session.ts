import { defineRecord, f, sql } from 'stoa'
import { ownStoresScope } from 'stoa/plugins/stores'

const fixed = { readOnly: true } as const
const reason = { reason: f.text({ maxLength: 500 }) }

/** A till session, from opening cash to the final count. */
export const session = defineRecord({
  name: 'pos_session',
  events: [],
  label: 'number',
  match: 'number',
  verbs: ['get', 'export'],
  locked: true,
  sortBy: '-id',
  listStamps: false,
  columns: {
    taken: {
      field: f.money({ list: 5 }),
      read: () => sql`(select coalesce(sum(k.total_minor), 0) from pos_ticket k where k.session_id = t.id)`,
    },
  },
  fields: {
    number: f.text({ ...fixed, list: 1, search: true, unique: true }),
    store_id: f.one('store', { ...fixed, filter: true }),
    register_id: f.one('pos_register', { ...fixed, list: 2, filter: true }),
    status: f.pick(['processing', 'payment_review', 'completed', 'abnormal'], { ...fixed, list: 3, filter: true, widget: 'status' }),
    opened_by: f.maybe(f.one('account', { ...fixed, filter: true })),
    opened_at: f.instant({ ...fixed, list: 4, sort: true, filter: true }),
    float: f.money(fixed),
    expected: f.maybe(f.money(fixed)),
    counted: f.maybe(f.money(fixed)),
    difference: f.maybe(f.money({ ...fixed, list: 6 })),
    reason: f.text(fixed),
    closed_by: f.maybe(f.one('account', fixed)),
    closed_at: f.maybe(f.instant({ ...fixed, list: 7 })),
  },
  scope: ownStoresScope,
  states: {
    field: 'status',
    initial: 'processing',
    transitions: {
      count: { from: ['processing', 'payment_review'], to: 'payment_review', needs: 'close pos session', manual: false },
      resume: { from: ['payment_review'], to: 'processing', needs: 'close pos session', manual: false },
      close: { from: ['payment_review'], to: 'completed', needs: 'close pos session', manual: false },
      doubt: { from: ['payment_review'], to: 'abnormal', needs: 'close pos session', manual: false },
      settle: { from: ['abnormal'], to: 'completed', intent: 'success', needs: 'settle pos session', input: reason },
    },
  },
})
