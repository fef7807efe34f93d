import type { Receipt, Ticket } from './ticket.ts'

/** What the screen for customers shows: the ticket as it grows, or the change once it is paid. */
export interface Shown {
  shop: string
  currency: string
  ticket: Ticket
  total: string
  off: { label: string; amount: string }[]
  sold?: Pick<Receipt, 'total' | 'change'>
}

const getName = (store: number) => `stoa-counter-display-${store}`

/** Tells the screen for customers, on the same device. */
export function show(store: number, shown: Shown): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(getName(store))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes none
  channel.postMessage(shown)
  channel.close()
}

/** Hears what is to be shown, as long as it listens. */
export function watch(store: number, hear: (shown: Shown) => void): () => void {
  const channel = new BroadcastChannel(getName(store))
  channel.addEventListener('message', ({ data }: MessageEvent<Shown>) => hear(data))
  return () => channel.close()
}
