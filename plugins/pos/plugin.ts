import { scheduleJob, definePlugin, contribute, sql } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { REPORTS } from 'stoa/plugins/reports'
import { checks } from './checks.ts'
import { limit } from './resources/limit.ts'
import { register } from './resources/register.ts'
import { session } from './resources/session.ts'
import { cash, ticket } from './resources/ticket.ts'
import { cashierRoutes } from './routes/cashier.ts'
import { pickupRoutes } from './routes/pickup.ts'
import { receiptRoutes } from './routes/receipt.ts'
import { sellingRoutes } from './routes/selling.ts'
import { sessionRoutes } from './routes/session.ts'
import { seedCounters } from './seed.ts'
import { sessionReport } from './services/session-report.ts'
import { posRules } from './settings.ts'

const all = (resource: string) =>
  ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} ${resource}`)

const supervising = ['reprice pos ticket', 'oversell pos ticket', 'refund pos ticket', 'move pos cash', 'settle pos session']

/** Point of sale: tickets and till sessions. */
export default definePlugin({
  id: 'pos',
  requires: ['stores', 'sales', 'payments', 'catalogue', 'people', 'documents', 'currency'],
  after: ['inventory', 'fulfilment', 'returns', 'reports'],
  settings: [posRules],
  resources: [register, session, ticket, cash, limit],
  permissions: ['sell pos ticket', 'return pos ticket', 'open pos session', 'close pos session', ...supervising],
  presets: {
    'pos.editor': [
      'get store',
      'get pos register',
      'get pos ticket',
      'sell pos ticket',
      'return pos ticket',
      'return order',
      'open pos session',
      'close pos session',
    ],
    'pos.manager': [
      'pos.editor',
      ...supervising,
      'get pos session',
      'export pos session',
      'export pos ticket',
      'get pos cash',
      'export pos cash',
      'get pos limit',
      ...all('pos register'),
      ...all('pos limit'),
    ],
  },
  contributions: [
    contribute(REPORTS, 'pos', sessionReport),
    contribute(PERSONAL_DATA, 'pos', {
      tables: {
        pos_register: 'registers of the business',
        pos_session: 'sessions of staff at a register',
        pos_ticket: 'receipts, which refer to an order by id; the buyer is stored in the order',
        pos_payment: 'payments of a receipt',
        pos_cash: 'cash movements by staff, with a reason',
        pos_count: 'cash counts by staff',
        pos_return_line: 'items returned without a receipt and without a customer',
        pos_pin: 'hashes of the PINs of staff',
        pos_manned: 'sign-ins of staff at a device by PIN',
        pos_parked: 'parked sales, deleted when they are resumed or after one month',
      },
    }),
  ],
  adminRoutes: [...sessionRoutes, ...sellingRoutes, ...pickupRoutes, ...receiptRoutes, ...cashierRoutes],
  jobs: [
    scheduleJob('pos/forget-parked', '37 3 * * *', async ({ kernel }) => {
      await kernel.db.run(sql`delete from pos_parked where created_at < now() - interval '30 days'`)
    }),
  ],
  checks,
  seed: seedCounters,
  admin: {
    menu: [
      { section: 'channels', to: 'store/pos', label: 'pos:menu.counter', needs: 'sell pos ticket', icon: 'dollar', order: 1 },
      { section: 'channels', to: 'store/day', label: 'pos:menu.day', needs: 'get pos session', icon: 'calendar', order: 2 },
      { section: 'channels', resource: 'pos_ticket', icon: 'clipboard', order: 3, queue: { trouble__empty: '0', seen_at__empty: '1' } },
      { section: 'channels', resource: 'pos_session', icon: 'bank-account', order: 4, queue: { status: 'abnormal' }, under: 'pos_ticket' },
      { section: 'channels', resource: 'pos_cash', icon: 'history', order: 5, under: 'pos_ticket' },
      { section: 'channels', resource: 'pos_register', icon: 'mobile-phone', order: 92, area: 'selling' },
      { section: 'channels', resource: 'pos_limit', icon: 'shield', order: 94, area: 'selling' },
    ],
    screens: [
      { path: 'store/pos', screen: 'pos/pick', needs: 'sell pos ticket' },
      { path: 'store/day', screen: 'pos/day', needs: 'get pos session' },
      { path: 'store/pos/new/{id}', screen: 'pos/counter', needs: 'sell pos ticket' },
      { path: 'store/pos/{id}', screen: 'pos/plain', needs: 'sell pos ticket' },
      { path: 'store/pos/display/{id}', screen: 'pos/display', needs: 'sell pos ticket' },
    ],
    tasks: [
      {
        id: 'register',
        order: 111,
        to: 'pos_register/create',
        needs: 'create pos register',
        done: sql`exists (select 1 from pos_register)`,
      },
    ],
  },
})
