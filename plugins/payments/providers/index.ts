import { contributeAll } from 'stoa'
import { PROVIDERS } from '../services/adapter.ts'
import { fps } from './fps/index.ts'
import { free, offline } from './offline/index.ts'
import { payDollar } from './pay-dollar/index.ts'
import { paypal } from './paypal/index.ts'
import { sicPay } from './sic-pay/index.ts'
import { stripe } from './stripe/index.ts'

/** The built-in providers. */
export const ownProviders = contributeAll(PROVIDERS, {
  offline,
  stripe,
  paypal,
  pay_dollar: payDollar,
  sic_pay: sicPay,
  fps,
  free,
})
