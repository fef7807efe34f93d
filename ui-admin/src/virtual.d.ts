declare module 'virtual:plugins' {
  import type { ComponentType } from 'react'
  /** Screens and slot pieces of every enabled plugin, by screen id such as `catalogue/print-label`. */
  export const screens: Record<string, () => Promise<{ default: ComponentType<Record<string, unknown>> }>>
}
