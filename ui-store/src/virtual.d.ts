declare module 'virtual:plugins' {
  export const screens: import('./kit/types.ts').StoreParts['screens']
  export const slots: import('./kit/types.ts').StoreParts['slots']
}

declare module 'virtual:messages' {
  export const messages: Record<string, () => Promise<{ default: import('./i18n/create.ts').Messages }>>
}
