import { type Shape, t } from 'stoa'
import { PaymentAction } from './api-types.ts'

/** Responses of the admin API. Pages import only the types. */

const Moved = t.object({
  kind: t.text(),
  amount: t.money(),
  currency: t.text(),
  reference: t.text('Reference of the provider or of a receipt; blank when there is none.'),
  who: t.text(),
  at: t.dateTime(),
})

const RefundView = t.object({
  id: t.id(),
  key: t.text(),
  amount: t.money(),
  status: t.pick(['pending', 'process', 'completed', 'abnormal']),
  by_hand: t.flag('Staff send the money themselves and confirm it.'),
  reason: t.text(),
  message: t.text(),
  at: t.dateTime(),
  moot: t.flag('It failed and was requested again.'),
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
  attempt: t.int('Number of the attempt on the document, from 1.'),
  status: t.text(),
  method: t.object({ id: t.id(), code: t.text(), title: t.text(), provider: t.text() }),
  amount: t.money(),
  currency: t.text(),
  created_at: t.dateTime(),
  message: t.text('Reason of the failure, in the words of the provider or of staff.'),
  told: t.text('Message of staff to the payer with the rejection; blank when a gateway rejected it, whose text is for staff only.'),
  /** What the payer still has to do: instructions of the latest attempt only. */
  action: t.maybe(PaymentAction),
  provable: t.flag('The payer can upload a proof of payment: not for gateways that report payments, nor for payments in person.'),
  held: t.flag('The payment is authorized; staff can capture or void it.'),
  transactions: t.list(Moved),
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
  webhook: t.flag('It sends webhooks and needs their URL.'),
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
  asked: t.flag('The provider was queried; some cannot be.'),
  message: t.text('Response of the provider.'),
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
