import { type Shape, t } from 'stoa'
import { PaymentAction } from './api-types.ts'

/** Responses of the admin API. Pages import only the types. */

const Transaction = t.object({
  kind: t.text(),
  amount: t.money(),
  currency: t.text(),
  reference: t.text('The provider’s transaction id, or the receipt number; empty if there is none.'),
  who: t.text(),
  at: t.dateTime(),
})

const RefundView = t.object({
  id: t.id(),
  key: t.text(),
  amount: t.money(),
  status: t.pick(['pending', 'process', 'completed', 'abnormal']),
  by_hand: t.flag('Staff transfer the money themselves and then confirm it.'),
  reason: t.text(),
  message: t.text(),
  at: t.dateTime(),
  moot: t.flag('It failed and was requested again since.'),
})

const ProofView = t.object({
  id: t.id(),
  note: t.text(),
  status: t.text(),
  file: t.maybe(t.object({ url: t.text(), mime: t.text(), name: t.text() })),
  at: t.dateTime(),
})

/** A payment attempt for display, without gateway data that must stay private. */
export const AttemptView = t.object({
  id: t.id(),
  reference: t.text(),
  attempt: t.int('Number of the attempt, from 1.'),
  status: t.text(),
  method: t.object({ id: t.id(), code: t.text(), title: t.text(), provider: t.text() }),
  amount: t.money(),
  currency: t.text(),
  created_at: t.dateTime(),
  message: t.text('Why it failed, as text of the provider or of staff.'),
  told: t.text('Reason for the payer when staff rejected it; empty when a gateway rejected it.'),
  /** What the payer still has to do: instructions of the latest attempt only. */
  action: t.maybe(PaymentAction),
  provable: t.flag('The payer may upload a payment proof: for methods without a gateway, unless paid in person.'),
  held: t.flag('An authorization that staff can capture or void.'),
  transactions: t.list(Transaction),
  refunds: t.list(RefundView),
  proofs: t.list(ProofView),
})
export type AttemptView = Shape<typeof AttemptView>

/** All attempts to pay a document, oldest first. */
export const AttemptList = t.object({ data: t.list(AttemptView) })
export type AttemptList = Shape<typeof AttemptList>

/** A provider that a payment method can use. */
const ProviderInfo = t.object({
  name: t.text(),
  flow: t.pick(['redirect', 'form_post', 'card', 'instructions']),
  webhook: t.flag('It sends webhooks.'),
})

/** Every installed provider, with the address at which it reaches this shop. */
export const ProviderList = t.object({
  data: t.list(ProviderInfo),
  site: t.text('Public URL of the shop, without a trailing slash.'),
})
export type ProviderList = Shape<typeof ProviderList>

/** Whether the configuration of a payment method works. */
export const CredentialCheck = t.object({
  ok: t.flag(),
  asked: t.flag('Whether the provider was called; some have no call for this.'),
  message: t.text('The provider’s error message.'),
})
export type CredentialCheck = Shape<typeof CredentialCheck>

/** Facts to recognise a PEM file by, without the key itself. */
export const PemFacts = t.object({
  kind: t.pick(['certificate', 'private key', 'public key']),
  fingerprint: t.text('SHA-256 of the certificate or the public key, in hex pairs.'),
  not_after: t.maybe(t.dateTime('Expiry of the certificate; null for bare keys.')),
  expired: t.flag(),
})
export type PemFacts = Shape<typeof PemFacts>

/** Whether a PEM file is stored, and its facts. */
export const PemAnswer = t.either(t.object({ exists: t.is(false) }), t.both(t.object({ exists: t.is(true) }), PemFacts))
export type PemAnswer = Shape<typeof PemAnswer>
