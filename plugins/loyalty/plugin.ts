import { clock, definePlugin, offer, offerAll, PROOFS, provide } from 'stoa'
import { HAPPENINGS, KEEPERS, TELLERS } from 'stoa/plugins/people'
import { BUYS_AS } from 'stoa/plugins/catalogue'
import { ADJUSTERS, LETTERS } from 'stoa/plugins/sales'
import { checks } from './checks.ts'
import { proofs } from './cli/index.ts'
import { memberOfCustomer } from './resources/of-customer.ts'
import { membership } from './resources/membership.ts'
import { pointsOfStock, redemptionOfProduct } from './resources/of-product.ts'
import { pointsEntry } from './resources/points-entry.ts'
import { pointsImport } from './resources/points-import.ts'
import { redemption } from './resources/redemption.ts'
import { adminRoutes } from './routes/admin.ts'
import { redeemRoutes } from './routes/redeem.ts'
import { storeRoutes } from './routes/store.ts'
import { seedTiers } from './seed.ts'
import { buysInTier } from './services/buys-as.ts'
import { endPoints, endTiers, giveBirthdays, remind } from './services/clock.ts'
import { countImported, settleEarned } from './services/of-order.ts'
import { MEMBERS, members } from './services/member-code.ts'
import { payWithPoints } from './services/pay.ts'
import { catchUp, followMerge, memberKeeper } from './services/people.ts'
import { redeem } from './services/redeem.ts'
import { SPENT, spentLetter } from './services/spent-letter.ts'
import { stepTeller } from './services/teller.ts'
import { joinReached } from './services/standing.ts'
import { tierPrice } from './services/tier-price.ts'
import { pointRules } from './settings.ts'

/** Tiers people rise in, and points they earn and pay with. */
export default definePlugin({
  id: 'loyalty',
  requires: ['people', 'catalogue', 'sales', 'payments'],
  after: ['returns'],
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
  offers: [
    // What is given for points costs nothing, so nobody takes anything off it.
    offer(ADJUSTERS, 'redeem', redeem, { order: 1 }),
    // Before promotions, as prices of members are prices; after them points, which pay what is left.
    offer(ADJUSTERS, 'tier', tierPrice, { order: 5 }),
    offer(ADJUSTERS, 'points', payWithPoints, { order: 90 }),
    offer(BUYS_AS, 'membership_id', buysInTier),
    ...offerAll(HAPPENINGS, { 'tier.reached': { text: 'loyalty:timeline.tier', of: membership, visibility: 'person' } }),
    offer(LETTERS, SPENT, spentLetter),
    offer(TELLERS, 'membership', stepTeller),
    offer(KEEPERS, 'loyalty', memberKeeper),
    ...offerAll(PROOFS, proofs),
  ],
  adminRoutes,
  storeRoutes: [...storeRoutes, ...redeemRoutes],
  on: {
    'order.imported': (orders, ctx) => countImported(ctx, orders),
    'order.paid': ({ orderId }, ctx) => settleEarned(ctx, orderId),
    'order.changed': ({ orderId }, ctx) => settleEarned(ctx, orderId),
    'order.completed': ({ orderId }, ctx) => settleEarned(ctx, orderId),
    'order.canceled': ({ orderId }, ctx) => settleEarned(ctx, orderId),
    'order.refunded': ({ orderId }, ctx) => settleEarned(ctx, orderId, { isRefund: true }),
    'payment.refunded': async ({ document }, ctx) => {
      if (document.type === 'order') await settleEarned(ctx, document.id, { isRefund: true })
    },
    'person.email_proven': ({ personId }, ctx) => joinReached(ctx, personId),
    'person.merged': (merged, ctx) => ctx.kernel.work((tx) => followMerge(tx, merged)),
  },
  catchUp,
  jobs: [
    clock('loyalty/end-points', '7 1 * * *', endPoints),
    clock('loyalty/end-tiers', '17 1 * * *', endTiers),
    clock('loyalty/birthdays', '5 * * * *', giveBirthdays),
    clock('loyalty/remind', '27 1 * * *', remind),
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
