import { scheduleJob, definePlugin, contribute, contributeAll, PROOFS, provide } from 'stoa'
import { ACTIVITY_EVENTS, PERSONAL_DATA, TIMELINE_SOURCES } from 'stoa/plugins/people'
import { PRICE_GROUPS } from 'stoa/plugins/catalogue'
import { REPORT_DIMENSIONS, REPORTS } from 'stoa/plugins/reports'
import { ADJUSTMENT_PROVIDERS, ORDER_EMAILS } from 'stoa/plugins/sales'
import { checks } from './checks.ts'
import { proofs } from './cli/index.ts'
import { memberOfCustomer } from './resources/customer-extension.ts'
import { membership } from './resources/membership.ts'
import { pointsOfStock, redemptionOfProduct } from './resources/product-extension.ts'
import { pointsEntry } from './resources/points-entry.ts'
import { pointsImport } from './resources/points-import.ts'
import { redemption } from './resources/redemption.ts'
import { adminRoutes } from './routes/admin.ts'
import { redeemRoutes } from './routes/redeem.ts'
import { storeRoutes } from './routes/store.ts'
import { seedTiers } from './seed.ts'
import { tierPricing } from './services/tier-pricing.ts'
import { expirePoints, expireTiers, giveBirthdays, remindOfExpiry } from './services/scheduled-jobs.ts'
import { earnImported, settleEarned } from './services/earned-points.ts'
import { MEMBERS, members } from './services/member-code.ts'
import { payWithPoints } from './services/pay-with-points.ts'
import { catchUp, followMerge, memberPersonalData } from './services/people.ts'
import { customerTier, liabilityReport, pointsReport } from './services/reports.ts'
import { redemptionPrices } from './services/redeem.ts'
import { POINTS_SPENT, pointsSpentEmail } from './services/points-spent-email.ts'
import { tierTimelineSource } from './services/timeline-source.ts'
import { joinReachedTier } from './services/tier-state.ts'
import { tierPrice } from './services/tier-price.ts'
import { pointRules } from './settings.ts'

/** Loyalty programme: membership tiers and points. */
export default definePlugin({
  id: 'loyalty',
  requires: ['people', 'catalogue', 'sales', 'payments'],
  after: ['returns', 'reports'],
  settings: [pointRules],
  resources: [membership, pointsEntry, redemption, pointsImport],
  extend: [memberOfCustomer, redemptionOfProduct, pointsOfStock],
  permissions: ['adjust points', 'assign membership'],
  presets: {
    'loyalty.viewer': ['get membership', 'get points entry', 'get redemption', 'get points import'],
    'loyalty.editor': ['loyalty.viewer', 'adjust points', 'assign membership'],
    'loyalty.manager': [
      'loyalty.editor',
      ...['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} membership`),
      'export points entry',
      'export redemption',
      'import points import',
      'export points import',
    ],
  },
  services: (container) => provide(container, MEMBERS, () => members),
  contributions: [
    // Redeemed items cost nothing, so this provider runs before all others.
    contribute(ADJUSTMENT_PROVIDERS, 'redeem', redemptionPrices, { order: 1 }),
    // Tier prices come before promotions, since they are regular prices of members. Points come after promotions and pay the rest.
    contribute(ADJUSTMENT_PROVIDERS, 'tier', tierPrice, { order: 5 }),
    contribute(ADJUSTMENT_PROVIDERS, 'points', payWithPoints, { order: 90 }),
    contribute(PRICE_GROUPS, 'membership_id', tierPricing),
    ...contributeAll(ACTIVITY_EVENTS, { 'tier.reached': { text: 'loyalty:timeline.tier', of: membership, visibility: 'person' } }),
    contribute(ORDER_EMAILS, POINTS_SPENT, pointsSpentEmail),
    contribute(REPORTS, 'points', pointsReport),
    contribute(REPORTS, 'points_liability', liabilityReport),
    contribute(REPORT_DIMENSIONS, 'customer_tier', customerTier),
    contribute(TIMELINE_SOURCES, 'membership', tierTimelineSource),
    contribute(PERSONAL_DATA, 'loyalty', memberPersonalData),
    ...contributeAll(PROOFS, proofs),
  ],
  adminRoutes,
  storeRoutes: [...storeRoutes, ...redeemRoutes],
  on: {
    'order.imported': (orders, ctx) => earnImported(ctx, orders),
    'order.paid': ({ orderId }, ctx) => settleEarned(ctx, orderId),
    'order.changed': ({ orderId }, ctx) => settleEarned(ctx, orderId),
    'order.completed': ({ orderId }, ctx) => settleEarned(ctx, orderId),
    'order.canceled': ({ orderId }, ctx) => settleEarned(ctx, orderId),
    'order.refunded': ({ orderId }, ctx) => settleEarned(ctx, orderId, { isRefund: true }),
    'payment.refunded': async ({ document }, ctx) => {
      if (document.type === 'order') await settleEarned(ctx, document.id, { isRefund: true })
    },
    'person.email_proven': ({ personId }, ctx) => joinReachedTier(ctx, personId),
    'person.merged': (merged, ctx) => ctx.kernel.transaction((tx) => followMerge(tx, merged)),
  },
  catchUp,
  jobs: [
    scheduleJob('loyalty/end-points', '7 1 * * *', expirePoints),
    scheduleJob('loyalty/end-tiers', '17 1 * * *', expireTiers),
    scheduleJob('loyalty/birthdays', '5 * * * *', giveBirthdays),
    scheduleJob('loyalty/remind', '27 1 * * *', remindOfExpiry),
  ],
  checks,
  seed: seedTiers,
  admin: {
    sections: [{ id: 'marketing', order: 70, icon: 'envelope' }],
    menu: [
      { section: 'marketing', resource: 'membership', icon: 'star', order: 40 },
      { section: 'marketing', resource: 'points_entry', icon: 'list', order: 42, under: 'membership' },
      { section: 'marketing', resource: 'redemption', icon: 'box', order: 44, under: 'membership' },
      { section: 'marketing', resource: 'points_import', icon: 'import', order: 46, under: 'membership' },
    ],
    slots: [{ at: 'customer.form.side', screen: 'loyalty/of-customer', needs: 'get points entry' }],
  },
  store: {
    screens: [
      { path: '/redeem', screen: 'loyalty/redeem-list' },
      { path: '/redeem/$url', screen: 'loyalty/redeem' },
    ],
    slots: [
      { at: 'account.tab', screen: 'loyalty/account-membership', order: 5 },
      { at: 'account.tab', screen: 'loyalty/account-redemptions', order: 35 },
      { at: 'layout.cart', screen: 'loyalty/use-points', order: 20 },
    ],
  },
})
