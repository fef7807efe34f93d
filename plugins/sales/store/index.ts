export type { Acting } from './order/act.ts'
export { useCart } from './shared/use-cart.ts'
