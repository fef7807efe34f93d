import { offerAll, point } from '#core'
import { fps } from '../providers/fps/index.ts'
import { free, offline } from '../providers/offline/index.ts'
import { payDollar } from '../providers/pay-dollar/index.ts'
import { paypal } from '../providers/paypal/index.ts'
import { sicPay } from '../providers/sic-pay/index.ts'
import { stripe } from '../providers/stripe/index.ts'
import type { Adapter } from './adapter.ts'

/** Every provider by its name. A plugin adds its own: `offers: [offer(PROVIDERS, 'my_bank', myBank)]`. */
export const PROVIDERS = point<Adapter>('payments/providers', {
  about: 'adapters of payment providers, by the name payment methods choose them by',
  check: ({ read, verify }) => (read && !verify ? 'it reads notices whose sender nobody verifies' : undefined),
})

/** The providers the product brings. */
export const ownProviders = offerAll(PROVIDERS, {
  offline,
  stripe,
  paypal,
  pay_dollar: payDollar,
  sic_pay: sicPay,
  fps,
  free,
})
