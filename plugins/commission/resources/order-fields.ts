import { defineResource, f } from 'stoa'

const fixed = { readOnly: true, form: false } as const

/** The share of an account in an order. */
export const commissionShare = defineResource({
  name: 'commission_share',
  verbs: [],
  label: 'share_percent',
  fields: {
    commission_order_id: f.one('commission_order', { readOnly: true, sheet: false }),
    admin_id: f.one('account'),
    share_percent: f.percent({ min: 0.01, max: 100 }),
  },
})

/** Fields of the shares of an order. */
export const orderFields = {
  order_number: f.text({ readOnly: true, list: 1, search: true }),
  order_id: f.one('order', { ...fixed, sheet: false, filter: true }),
  paid_on: f.date({ readOnly: true, list: 2, sort: true, filter: true }),
  source: f.pick(['seller', 'owner', 'coupon', 'store', 'manual', 'none'], { readOnly: true, list: 3, filter: true }),
  shares: f.rows(commissionShare, { by: 'commission_order_id', default: [] }),
}
