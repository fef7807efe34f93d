import type { Receipt, Ticket } from './ticket.ts'

/** Content of the customer display: the current sale, or the change after payment. */
export interface DisplayContent {
  shop: string
  currency: string
  ticket: Ticket
  total: string
  off: { label: string; amount: string }[]
  sold?: Pick<Receipt, 'total' | 'change'>
}

const getName = (store: number) => `stoa-counter-display-${store}`

/** Updates the customer display on the same device. */
export function show(store: number, content: DisplayContent): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(getName(store))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes none
  channel.postMessage(content)
  channel.close()
}

/** Subscribes to updates of the customer display. */
export function watch(store: number, hear: (content: DisplayContent) => void): () => void {
  const channel = new BroadcastChannel(getName(store))
  channel.addEventListener('message', ({ data }: MessageEvent<DisplayContent>) => hear(data))
  return () => channel.close()
}
