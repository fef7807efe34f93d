export type { Acting } from './order/act.ts'
export { FactList } from './shared/term.tsx'
export { useCart } from './shared/use-cart.ts'
