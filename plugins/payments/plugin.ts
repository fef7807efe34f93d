import { definePlugin, provide, sql } from '#core'
import { paymentMethod } from './resources/payment-method.ts'
import { payment } from './resources/payment.ts'
import { pemRoutes } from './routes/pem.ts'
import { seedPayments } from './seed.ts'
import { PAYABLES } from './services/payables.ts'
import { PAYMENTS, payments } from './services/payments.ts'
import { paymentKeys } from './settings.ts'

export default definePlugin({
  id: 'payments',
  settings: [paymentKeys],
  resources: [paymentMethod, payment],
  presets: {
    'payments.viewer': ['get payment method', 'get payment'],
    'payments.manager': [
      'payments.viewer',
      'create payment method',
      'update payment method',
      'destroy payment method',
      'batch update payment method',
      'export payment',
    ],
  },
  services: (container) => {
    provide(container, PAYMENTS, () => payments)
    provide(container, PAYABLES, () => new Map())
  },
  adminApi: (app, kernel) => pemRoutes(app, kernel),
  seed: seedPayments,
  admin: {
    sections: [{ id: 'orders', order: 20, icon: 'cart' }],
    menu: [
      { section: 'settings', resource: 'payment_method', icon: 'credit-card', order: 15 },
      { section: 'orders', resource: 'payment', icon: 'bank-account', order: 30 },
    ],
    tasks: [
      {
        id: 'payment',
        order: 70,
        to: 'payment',
        needs: 'update payment method',
        done: sql`exists (select 1 from payment_method where enabled)`,
      },
    ],
    slots: [{ at: 'order.view.side', screen: 'payments/order-payments', needs: 'get payment' }],
  },
})
