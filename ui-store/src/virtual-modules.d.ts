declare module 'virtual:store-plugins' {
  export const screens: VirtualStore['screens']
}

declare module 'virtual:store-messages' {
  export const messages: VirtualStore['messages']
}
