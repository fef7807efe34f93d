import type { Messages } from './i18n/create.ts'
import type { StoreParts } from './kit/types.ts'

declare global {
  /** What the two made-up modules of `build/virtual.ts` hold. */
  interface VirtualStore {
    /** What each plugin's `store/screens.ts` exports. */
    parts: readonly StoreParts[]
    messages: Record<string, () => Promise<{ default: Messages }>>
  }
}
