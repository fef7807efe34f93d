declare module 'virtual:plugins' {
  import type { ComponentType } from 'react'
  import type { InputProps } from './widgets/types.ts'
  /** Screens and slot components of enabled plugins, by id such as `catalogue/print-label`. */
  export const screens: Record<string, () => Promise<{ default: ComponentType<Record<string, unknown>> }>>
  /** Pages that need no staff session, outside the frame of the admin, by path below `/admin` such as `punch/kiosk`. */
  export const guestPages: Record<string, () => Promise<{ default: ComponentType<Record<string, unknown>> }>>
  /** Custom inputs of fields, by `resource.field` such as `product.stocks`. */
  export const editors: Record<string, () => Promise<{ default: ComponentType<InputProps> }>>
  /** Required fields that the server fills in when they are blank, such as `product.sku` or `product.stocks.sku`. */
  export const filled: string[]
}

declare module 'virtual:chart' {
  import type { DrawChart } from './chart/types.ts'
  /** The chart adapter of this build. */
  export const draw: DrawChart
}
