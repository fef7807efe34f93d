import { type Ctx, sign } from 'stoa'
import { normalizeMailbox, normalizeEmail } from 'stoa/plugins/people'

/**
 * Keyed hashes that identify a customer for usage limits: by account, by e-mail address, by its canonical mailbox, and by phone number.
 * They are useless outside this shop.
 */
export function hashCustomer(
  { kernel }: Pick<Ctx, 'kernel'>,
  { customer, email, phone }: { customer: number | null; email?: string | null; phone?: string | null },
): string[] {
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  const addresses = email ? new Set([normalizeEmail(email), normalizeMailbox(email)]) : new Set<string>()
  return [
    ...(customer === null ? [] : [`customer ${customer}`]),
    ...[...addresses].map((address) => `email ${sign(kernel.config, 'promotion', address)}`),
    ...(digits ? [`phone ${sign(kernel.config, 'promotion', digits)}`] : []),
  ]
}
