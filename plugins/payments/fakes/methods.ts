import { FAKE } from './keys.ts'
import type { GatewayBehaviour } from './fake-gateways.ts'

/** Payment methods that use the fakes, as form input. */
export const fakeMethods = (url: string): Record<GatewayBehaviour, Record<string, unknown>> => ({
  stripe: { provider: 'stripe', mode: 'test', ...FAKE.stripe, stripe_flow: 'page', api_base: url },
  paypal: { provider: 'paypal', mode: 'test', ...FAKE.paypal, api_base: url },
  pay_dollar: { provider: 'pay_dollar', mode: 'test', ...FAKE.pay_dollar, api_base: `${url}/paydollar` },
  sic_pay: {
    provider: 'sic_pay',
    mode: 'test',
    ...FAKE.sic_pay,
    pay_url: `${url}/sic/create`,
    query_url: `${url}/sic/query`,
    refund_url: `${url}/sic/refund`,
  },
})
