declare module 'virtual:store-plugins' {
  export const parts: VirtualStore['parts']
}

declare module 'virtual:store-messages' {
  export const messages: VirtualStore['messages']
}
