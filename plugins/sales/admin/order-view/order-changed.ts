import type { QueryClient } from '@tanstack/react-query'
import { forget } from 'stoa/admin'

/** Invalidates all cached data of an order; resolves when its page is reloaded. */
export function orderChanged(client: QueryClient, id: number | string): Promise<unknown> {
  forget('order')
  forget('payment')
  return Promise.all(['order-view', 'order-timeline'].map((part) => client.invalidateQueries({ queryKey: [part, String(id)] })))
}
