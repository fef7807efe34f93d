import { token } from '#core'
import { fps } from '../providers/fps/index.ts'
import { free, offline } from '../providers/offline/index.ts'
import { payDollar } from '../providers/pay-dollar/index.ts'
import { paypal } from '../providers/paypal/index.ts'
import { sicPay } from '../providers/sic-pay/index.ts'
import { stripe } from '../providers/stripe/index.ts'
import type { Adapter } from './adapter.ts'

/** Every provider by its name. A plugin adds its own: `kernel.get(PROVIDERS).set('my_bank', adapter)` in `services`. */
export const PROVIDERS = token<Map<string, Adapter>>('payments/providers')

/** The providers the product brings. */
export const ownProviders = (): Map<string, Adapter> =>
  new Map(Object.entries({ offline, stripe, paypal, pay_dollar: payDollar, sic_pay: sicPay, fps, free }))
