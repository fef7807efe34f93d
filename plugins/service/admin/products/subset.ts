import { useMemo } from 'react'
import type { Subset } from 'stoa/admin'
import { useMessages } from '../messages.ts'

const only = { type: 'service' } as const
const preset = { track_inventories: false }

/** The subset of products that are services. */
export function useServices(): Subset {
  const say = useMessages()
  const [label, plural] = [say('product'), say('products')]
  return useMemo(() => ({ path: 'application-product', label, plural, only, preset }), [label, plural])
}
