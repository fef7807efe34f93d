declare module 'virtual:plugins' {
  import type { ComponentType } from 'react'
  import type { InputProps } from './widgets/types.ts'
  /** Screens and slot pieces of every enabled plugin, by screen id such as `catalogue/print-label`. */
  export const screens: Record<string, () => Promise<{ default: ComponentType<Record<string, unknown>> }>>
  /** Inputs that stand in for the generic one of a field, by `resource.field` such as `product.stocks`. */
  export const editors: Record<string, () => Promise<{ default: ComponentType<InputProps> }>>
  /** Required fields the server fills when they are left empty, such as `product.sku` or `product.stocks.sku`. */
  export const filled: string[]
}

declare module 'virtual:chart' {
  import type { DrawChart } from './chart/types.ts'
  /** Draws with the library this build was made with. */
  export const draw: DrawChart
}
