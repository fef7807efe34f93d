import { createHmac, timingSafeEqual } from 'node:crypto'
import { type PaymentAdapter, GatewayError } from 'stoa/plugins/payments'

/** Body of a webhook of the bank. Amounts are in cents. */
interface BankEvent {
  event: string
  id: string
  reference: string
  amount: number
}

/** Verifies the HMAC the bank computes over the raw body with the shared key. */
function isSigned(raw: Buffer, signature: string | undefined, key: string): boolean {
  const expected = createHmac('sha256', key).update(raw).digest()
  const signatureBytes = Buffer.from(signature ?? '', 'hex')
  return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected)
}

export const myBank: PaymentAdapter = {
  title: 'my-bank:provider',
  flow: 'redirect',
  currencies: new Set(['HKD']),
  listRequiredSettings: () => ['my_bank_url', 'my_bank_key'],
  createPayment: async (payment, { config, call }) => {
    const answer = await call(`${config['my_bank_url']}/pay`, {
      method: 'POST',
      headers: { authorization: `Bearer ${config['my_bank_key']}`, 'idempotency-key': payment.reference },
      body: JSON.stringify({
        amount: payment.amount,
        reference: payment.reference,
        return_url: payment.urls.return,
        webhook_url: payment.urls.webhook,
      }),
      timeoutMs: 8_000,
    }).catch(() => undefined)
    if (!answer?.ok) throw new GatewayError('refused', 'the bank did not answer', true)
    const { url, id } = (await answer.json()) as { url: string; id: string }
    return { action: { type: 'redirect', url }, provider_payment_id: id }
  },
  verifyWebhook: async ({ raw, headers }, { config }) => isSigned(raw, headers['x-signature'], config['my_bank_key'] ?? ''),
  parseWebhook: async ({ raw }) => {
    const { event, id, reference, amount } = JSON.parse(raw.toString('utf8')) as BankEvent
    return {
      event_key: event,
      type: 'paid',
      reports: [{ kind: 'paid', reference, provider_payment_id: id, txn: id, amount, currency: 'HKD' }],
    }
  },
}
