import type { PaymentAdapter } from '../../services/adapter.ts'

/** Payment outside the product: bank transfer, cheque, in person. Staff confirm it. */
export const offline: PaymentAdapter = {
  title: 'payments:provider.offline',
  flow: 'instructions',
  local: true,
  listRequiredSettings: () => [],
  async createPayment({ instructions }, { config }) {
    if (!instructions) return { action: { type: 'none' } }
    // A payment in person needs no claim in advance.
    return { action: { type: 'instructions', html: instructions, ...(config.offline_way === 'in_person' ? { in_person: true } : {}) } }
  },
}

/** Method for an amount of zero, without a provider. */
export const free: PaymentAdapter = {
  title: 'payments:provider.free',
  flow: 'instructions',
  local: true,
  listRequiredSettings: () => [],
  createPayment: async () => ({ action: { type: 'none' } }),
}
