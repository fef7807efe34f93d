import { extendResource, f } from 'stoa'

/** Who earns from orders with a coupon, when the order has no seller and the customer no owner. */
export const ownerOfCoupon = extendResource('coupon', { fields: { commission_admin_id: f.maybe(f.one('account')) } })

/** Who earns from orders of a store that nobody else earns from. */
export const defaultOfStore = extendResource('store', { fields: { commission_admin_id: f.maybe(f.one('account', { group: 'side' })) } })
