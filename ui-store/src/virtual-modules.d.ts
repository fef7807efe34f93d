declare module 'virtual:store-plugins' {
  export const screens: VirtualStore['screens']
  export const slots: VirtualStore['slots']
}

declare module 'virtual:store-messages' {
  export const messages: VirtualStore['messages']
}
