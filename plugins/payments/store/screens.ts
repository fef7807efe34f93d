import './payments.css'
import type { StoreParts } from 'stoa/store'

/** The card page, and the payer's next step on pages of orders. */
export const screens: StoreParts['screens'] = {
  'payments/card': () => import('./card/index.tsx'),
  'payments/pay-step': () => import('./pay-step/index.tsx'),
}
