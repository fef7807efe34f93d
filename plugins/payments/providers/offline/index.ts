import type { PaymentAdapter } from '../../services/adapter.ts'

/** Paid outside the product: by bank transfer, cheque, at the counter. Staff confirm what arrived. */
export const offline: PaymentAdapter = {
  title: 'payments:provider.offline',
  flow: 'instructions',
  local: true,
  needs: () => [],
  async create({ instructions }, { config }) {
    if (!instructions) return { action: { type: 'none' } }
    // Who pays at the counter or the door has nothing to tell beforehand.
    return { action: { type: 'instructions', html: instructions, ...(config.offline_way === 'in_person' ? { in_person: true } : {}) } }
  },
}

/** A bill of nothing: no provider is asked. */
export const free: PaymentAdapter = {
  title: 'payments:provider.free',
  flow: 'instructions',
  local: true,
  needs: () => [],
  create: async () => ({ action: { type: 'none' } }),
}
