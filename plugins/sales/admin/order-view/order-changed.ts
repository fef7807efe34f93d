import type { QueryClient } from '@tanstack/react-query'
import { forget } from 'stoa/admin'

/** Lets everything that shows an order be read anew; resolves when its own page is. */
export function orderChanged(client: QueryClient, id: number | string): Promise<unknown> {
  forget('order')
  forget('payment')
  return Promise.all(['order-view', 'order-timeline'].map((part) => client.invalidateQueries({ queryKey: [part, String(id)] })))
}
