import type { Adapter } from '../../services/adapter.ts'

/** Paid outside the product: by bank transfer, cheque, at the counter. Staff confirm what arrived. */
export const offline: Adapter = {
  flow: 'instructions',
  needs: () => [],
  create: async ({ instructions }) => ({ action: instructions ? { type: 'instructions', html: instructions } : { type: 'none' } }),
}

/** A bill of nothing: no provider is asked. */
export const free: Adapter = {
  flow: 'instructions',
  needs: () => [],
  create: async () => ({ action: { type: 'none' } }),
}
