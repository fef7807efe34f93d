import { column, defineRecord, f } from 'stoa'
import { settlements } from '../domain/types.ts'
import { ownScope } from '../services/scope.ts'
import { entryStatuses } from '../statuses.ts'

const fixed = { readOnly: true } as const

/** An entry of the commission ledger, in the base currency. Its amounts never change; a reversal or an adjustment corrects them. */
export const commissionEntry = defineRecord({
  name: 'commission_entry',
  path: 'commission/entry',
  events: [],
  verbs: ['get', 'export'],
  label: 'order_number',
  sortBy: '-earned_at',
  listStamps: false,
  audit: false,
  transfer: false,
  scope: ownScope,
  fields: {
    earned_at: f.date({ ...fixed, list: 1, sort: true, filter: true }),
    admin_id: f.one('account', { ...fixed, list: 2, filter: true }),
    kind: f.pick(['direct', 'override', 'adjust', 'reversal'], { ...fixed, list: 3, filter: true }),
    group_id: f.maybe(f.one('commission_group', { ...fixed, list: 4, filter: true })),
    order_number: f.maybe(f.text({ ...fixed, list: 5, search: true })),
    order_id: f.maybe(f.one('order', { ...fixed, sheet: false, filter: true })),
    base_amount: f.money({ ...fixed, list: 6 }),
    percent: f.maybe(f.percent({ ...fixed, list: 7 })),
    share_percent: f.maybe(f.percent(fixed)),
    amount: f.money({ ...fixed, list: 8, sort: true }),
    currency: f.text(fixed),
    seller_admin_id: f.maybe(f.one('account', { ...fixed, filter: true })),
    settlement: f.pick(settlements, fixed),
    settlement_id: f.maybe(f.one('commission_settlement', { ...fixed, list: 10, filter: true })),
    status: f.pick(entryStatuses, { ...fixed, list: 9, filter: true, widget: 'status' }),
  },
  internal: {
    reverses: column('text'),
    source_type: column('text'),
    source_id: column('bigint'),
    order_item_id: column('bigint'),
    tier_period: column('date'),
  },
})
