import type { Messages } from './i18n/create.ts'
import type { StoreParts } from './kit/types.ts'

declare global {
  /** Types of the two virtual modules of `build/virtual.ts`. */
  interface VirtualStore {
    /** Exports of each plugin's `store/screens.ts`. */
    parts: readonly StoreParts[]
    messages: Record<string, () => Promise<{ default: Messages }>>
  }
}
