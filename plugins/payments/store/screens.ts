import './payments.css'
import type { StoreParts } from 'stoa/store'

/** The card page, and what a payer still has to do, wherever an order is shown. */
export const screens: StoreParts['screens'] = {
  'payments/card': () => import('./card/index.tsx'),
  'payments/pay-step': () => import('./pay-step/index.tsx'),
}
