/** Public exports of this plugin. */
export { coupon } from './resources/coupon.ts'
export { orderCouponsSql } from './services/order-coupons-sql.ts'
export { ACTIONS, type ActionPiece, CONDITIONS, type ConditionPiece, type Option } from './services/extension-points.ts'
export type { Choice } from './domain/choose-lines.ts'
export type { Facts, Deduction, RemainingAmounts, Verdict } from './domain/types.ts'
