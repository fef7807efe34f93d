import { stripe } from '../providers/stripe/index.ts'
import { type Called, createNotice, scripted } from './scripted-provider.ts'

/** Stripe objects as in its responses and webhooks. */
const KEYS = { secret_key: 'sk_test_1', webhook_secret: 'whsec_1', publishable_key: 'pk_test_1' }
export type Answers = (called: Called) => object
export const method = (answers: Answers | object, more: Record<string, string> = {}) =>
  scripted('stripe', { ...KEYS, ...more }, typeof answers === 'function' ? (answers as Answers) : [answers])
export const intent = (more: object = {}) => ({
  ...{
    id: 'pi_1',
    object: 'payment_intent',
    status: 'succeeded',
    amount: 12_800,
    amount_received: 12_800,
    amount_capturable: 0,
    currency: 'hkd',
  },
  ...{ client_secret: 'pi_1_secret_x', metadata: { reference: 'SO1-1' }, last_payment_error: null, ...more },
})
export const refund = (more: object = {}) => ({
  ...{ id: 're_1', object: 'refund', amount: 2_800, currency: 'hkd', payment_intent: 'pi_1', status: 'succeeded' },
  metadata: { refund_key: 'refund-SO1-1-a', reference: 'SO1-1' },
  ...more,
})
export const attempt = { reference: 'SO1-1', amount: 12_800, currency: 'HKD', number: 'SO1', provider_payment_id: 'pi_1' }
export const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: '/v1/refunds' })
export const hear = async (type: string, object: object, answers: Answers | object = {}) => {
  const { account, calls } = method(answers)
  return { notice: await stripe.parseWebhook?.(createNotice({ id: 'evt_1', type, data: { object } }), account), calls }
}
