import { definePlugin, contribute, contributeAll, PROOFS } from 'stoa'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { REPORTS } from 'stoa/plugins/reports'
import { RUN_KINDS } from 'stoa/plugins/runs'
import { ADJUSTMENT_PROVIDERS } from 'stoa/plugins/sales'
import { adminRoutes } from './routes/admin.ts'
import { proofs } from './cli/index.ts'
import { checks } from './checks.ts'
import { coupon } from './resources/coupon.ts'
import { promotion } from './resources/promotion.ts'
import { usage } from './resources/usage.ts'
import { promotionAdjustments } from './services/promotion-adjustments.ts'
import { MAKE_CODES } from './services/make-codes.ts'
import { promotionPeriods } from './services/calendar.ts'
import { usagePersonalData } from './services/personal-data.ts'
import { promotionReport } from './services/report.ts'
import { actions, conditions } from './services/own-pieces.ts'
import { ACTIONS, CONDITIONS } from './services/extension-points.ts'
import { seedOffers } from './seed.ts'
import { promotionRules } from './settings.ts'

const work = (resource: string) => ['create', 'update', 'destroy', 'batch destroy'].map((verb) => `${verb} ${resource}`)

/** Promotions: rules and codes that reduce prices, and the explanation of each price. */
export default definePlugin({
  id: 'promotion',
  requires: ['catalogue', 'currency', 'people', 'payments', 'shipping', 'sales'],
  after: ['runs', 'broadcast', 'calendar', 'reports'],
  settings: [promotionRules],
  resources: [promotion, coupon, usage],
  presets: {
    'promotion.viewer': ['get promotion', 'get coupon', 'get promotion usage'],
    'promotion.editor': ['promotion.viewer', ...work('promotion'), ...work('coupon'), 'batch update coupon'],
    'promotion.manager': [
      'promotion.editor',
      'publish promotion',
      'disable promotion',
      ...['promotion', 'coupon'].flatMap((resource) => [`import ${resource}`, `export ${resource}`]),
      'export promotion usage',
    ],
  },
  extensionPoints: [CONDITIONS, ACTIONS],
  contributions: [
    contribute(ADJUSTMENT_PROVIDERS, 'promotion', promotionAdjustments, { order: 10 }),
    contribute(PERSONAL_DATA, 'promotion', usagePersonalData),
    contribute(CALENDAR_SOURCES, 'promotions', promotionPeriods),
    contribute(REPORTS, 'promotions', promotionReport),
    ...contributeAll(PROOFS, proofs),
    contribute(RUN_KINDS, MAKE_CODES.name, MAKE_CODES),
    ...contributeAll(CONDITIONS, conditions),
    ...contributeAll(ACTIONS, actions),
  ],
  adminRoutes,
  checks,
  seed: seedOffers,
  admin: {
    sections: [{ id: 'marketing', order: 70, icon: 'envelope' }],
    menu: [
      { section: 'marketing', resource: 'promotion', icon: 'tag', order: 30 },
      { section: 'marketing', resource: 'coupon', icon: 'tag', order: 32, under: 'promotion' },
      { section: 'marketing', resource: 'promotion_usage', icon: 'list', order: 34, under: 'promotion' },
    ],
    screens: [{ path: 'promotion-try', screen: 'promotion/try', needs: 'get promotion', menu: 'promotion' }],
    slots: [
      { at: 'promotion.list.actions', screen: 'promotion/tools', needs: 'get promotion' },
      { at: 'promotion.form.head', screen: 'promotion/head', needs: 'get promotion' },
      { at: 'promotion.form.side', screen: 'promotion/codes', needs: 'get coupon' },
      { at: 'order.edit.goods', screen: 'promotion/order-codes', needs: 'create order | update order' },
    ],
  },
  store: { slots: [{ at: 'layout.cart', screen: 'promotion/code' }] },
})
