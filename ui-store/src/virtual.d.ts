declare module 'virtual:plugins' {
  import type { StoreParts } from './kit/types.ts'

  export const screens: StoreParts['screens']
  export const slots: StoreParts['slots']
}

declare module 'virtual:messages' {
  import type { Messages } from './i18n/create.ts'

  export const messages: Record<string, () => Promise<{ default: Messages }>>
}
