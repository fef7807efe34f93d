import { scheduleJob, COMMANDS, definePlugin, handleJob, contribute, contributeAll, PAGE_SOURCES, provide, sql } from 'stoa'
import { checks } from './checks.ts'
import { commands } from './cli/index.ts'
import { methodConfig } from './resources/method-config.ts'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { moneyInbox } from './resources/money-inbox.ts'
import { paymentMethod } from './resources/payment-method.ts'
import { payment } from './resources/payment.ts'
import { gatewayRoutes } from './routes/gateway.ts'
import { methodRoutes } from './routes/methods.ts'
import { payerRoutes } from './routes/payer.ts'
import { pemRoutes } from './routes/pem.ts'
import { staffRoutes } from './routes/staff.ts'
import { seedPayments } from './seed.ts'
import { reconcileAttempts } from './services/query-gateway.ts'
import { recordPendingWebhooks } from './services/accept-webhook.ts'
import { payerPersonalData } from './services/personal-data.ts'
import { PAYABLE_DOCUMENTS } from './services/payable-documents.ts'
import { cardPage, pageSources } from './services/page-sources.ts'
import { PAYMENTS, payments } from './services/payments.ts'
import { ownProviders } from './providers/index.ts'
import { PROVIDERS } from './services/adapter.ts'
import { voidAuthorization } from './services/authorizations.ts'
import { VOID_AUTHORIZATION } from './services/void-authorization-job.ts'
import { REQUEST_REFUND } from './services/request-refund.ts'
import { requestProviderRefund } from './services/refunds.ts'
import { paymentKeys } from './settings.ts'

export default definePlugin({
  id: 'payments',
  after: ['people'],
  settings: [paymentKeys],
  resources: [paymentMethod, payment, moneyInbox],
  extend: [methodConfig],
  permissions: ['approve payment', 'capture payment', 'void payment', 'query payment', 'refund payment'],
  presets: {
    'payments.viewer': ['get payment method', 'get payment', 'get money inbox'],
    'payments.reviewer': ['payments.viewer', 'approve payment', 'capture payment', 'void payment', 'query payment'],
    'payments.manager': [
      'payments.reviewer',
      'refund payment',
      'resolve money inbox',
      'reopen money inbox',
      'create payment method',
      'update payment method',
      'destroy payment method',
      'batch update payment method',
      'export payment',
      'export money inbox',
    ],
  },
  extensionPoints: [PAYABLE_DOCUMENTS, PROVIDERS],
  contributions: [
    ...ownProviders,
    ...contributeAll(COMMANDS, commands),
    ...contributeAll(PAGE_SOURCES, pageSources),
    contribute(PERSONAL_DATA, 'payments', payerPersonalData, { order: 20 }),
  ],
  services: (container) => provide(container, PAYMENTS, () => payments),
  adminRoutes: [...pemRoutes, ...methodRoutes, ...staffRoutes],
  storeRoutes: [...payerRoutes, ...gatewayRoutes],
  jobs: [
    handleJob(REQUEST_REFUND, ({ id }, ctx) => requestProviderRefund(ctx, id)),
    handleJob(VOID_AUTHORIZATION, ({ id }, ctx) => voidAuthorization(ctx, id)),
    scheduleJob('payments/reconcile', '*/10 * * * *', ({ kernel }) => reconcileAttempts(kernel)),
    scheduleJob('payments/events', '* * * * *', ({ kernel }) => recordPendingWebhooks(kernel)),
    scheduleJob('payments/delete-old-webhooks', '53 3 * * *', async ({ kernel }) => {
      await kernel.db.run(sql`delete from payment_event where processed_at is not null and received_at < now() - interval '90 days'`)
    }),
  ],
  checks,
  seed: seedPayments,
  admin: {
    sections: [{ id: 'orders', order: 20, icon: 'cart' }],
    menu: [
      { section: 'settings', resource: 'payment_method', icon: 'credit-card', order: 15, area: 'selling' },
      { section: 'orders', resource: 'payment', icon: 'bank-account', order: 30, queue: { status: 'payment_review' } },
      { section: 'orders', resource: 'money_inbox', icon: 'inbox', order: 31, queue: { status: 'pending' }, under: 'payment' },
    ],
    tasks: [
      {
        id: 'payment',
        order: 70,
        to: 'payment',
        needs: 'update payment method',
        done: sql`exists (select 1 from payment_method where enabled)`,
        required: true,
      },
    ],
    slots: [
      { at: 'order.view.side', screen: 'payments/order-payments', needs: 'get payment' },
      { at: 'timeline', screen: 'payments/in-timeline', needs: 'get payment' },
      { at: 'payment.form.side', screen: 'payments/payment-side', needs: 'get payment' },
      { at: 'money_inbox.form.side', screen: 'payments/inbox-side', needs: 'get payment' },
      { at: 'payment_method.form.side', screen: 'payments/method-side', needs: 'get payment method' },
    ],
  },
  store: {
    screens: [{ path: cardPage, screen: 'payments/card', frame: 'none', crawl: false }],
    slots: [{ at: 'payment.step', screen: 'payments/pay-step' }],
  },
})
