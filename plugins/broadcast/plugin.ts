import { clock, COMMANDS, definePlugin, job, offer, offerAll, PROOFS } from 'stoa'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { NOTICE_KINDS } from 'stoa/plugins/notes'
import { HAPPENINGS, KEEPERS, TELLERS } from 'stoa/plugins/people'
import { commands, proofs } from './cli/index.ts'
import { broadcast } from './resources/broadcast.ts'
import { recipient } from './resources/recipient.ts'
import { adminRoutes } from './routes/admin.ts'
import { storeRoutes } from './routes/store.ts'
import { readFolder } from './services/bounces.ts'
import { LANE, START } from './jobs.ts'
import { planned } from './services/calendar.ts'
import { ENDED, STUCK } from './services/notices.ts'
import { checks } from './checks.ts'
import { seedBroadcasts } from './seed.ts'
import { countOld, hearConsent } from './services/events.ts'
import { recipientKeeper } from './services/keeper.ts'
import { runLane } from './services/lane.ts'
import { startBroadcast, startDue } from './services/start.ts'
import { broadcasting } from './settings.ts'
import { recipientTeller } from './services/teller.ts'

const work = ['create', 'update', 'destroy', 'batch destroy'].map((verb) => `${verb} broadcast`)

/** Messages to many: to whom, at what pace, and what became of each. */
export default definePlugin({
  id: 'broadcast',
  requires: ['people'],
  after: ['crm', 'forms', 'sales', 'desk', 'calendar', 'runs', 'notes', 'documents'],
  settings: [broadcasting],
  resources: [broadcast, recipient],
  permissions: ['send broadcast'],
  presets: {
    'broadcast.viewer': ['get broadcast', 'get broadcast recipient'],
    'broadcast.editor': ['broadcast.viewer', ...work],
    'broadcast.sender': ['broadcast.editor', 'send broadcast', 'export broadcast recipient'],
  },
  offers: [
    ...offerAll(
      HAPPENINGS,
      Object.fromEntries(
        ['sent', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed'].map((word) => [
          `broadcast.${word}`,
          { text: `broadcast:timeline.${word}`, of: broadcast },
        ]),
      ),
    ),
    offer(TELLERS, 'broadcast', recipientTeller),
    offer(KEEPERS, 'broadcast', recipientKeeper),
    offer(CALENDAR_SOURCES, 'broadcasts', planned),
    offer(NOTICE_KINDS, ENDED, { text: 'broadcast:notice.ended' }),
    offer(NOTICE_KINDS, STUCK, { text: 'broadcast:notice.stuck' }),
    ...offerAll(COMMANDS, commands),
    ...offerAll(PROOFS, proofs),
  ],
  adminRoutes,
  storeRoutes,
  on: { 'consent.changed': hearConsent },
  jobs: [
    job(START, ({ id }, { kernel }) => startBroadcast(kernel, id)),
    job(LANE, runLane),
    clock('broadcast/due', '* * * * *', startDue),
    clock('broadcast/bounces', '*/5 * * * *', readFolder),
    clock('broadcast/count-old', '37 4 * * *', countOld),
  ],
  checks,
  seed: seedBroadcasts,
  admin: {
    sections: [{ id: 'marketing', order: 70, icon: 'envelope' }],
    menu: [
      { section: 'marketing', resource: 'broadcast', icon: 'envelope', order: 10 },
      {
        ...{ section: 'marketing', to: 'report/email', label: 'broadcast:menu.report', needs: 'get broadcast' },
        ...{ icon: 'chart', order: 15, under: 'broadcast' },
      },
    ],
    screens: [
      { path: 'broadcast/edit/{id}', screen: 'broadcast/edit', needs: 'get broadcast' },
      { path: 'broadcast/view/{id}', screen: 'broadcast/edit', needs: 'get broadcast' },
      { path: 'report/email', screen: 'broadcast/report', needs: 'get broadcast' },
      { path: 'broadcast/history/$id', screen: 'broadcast/history', needs: 'get broadcast' },
      { path: 'broadcast/recipients/$id', screen: 'broadcast/recipients', needs: 'get broadcast recipient' },
    ],
    slots: [{ at: 'broadcast.form.head', screen: 'broadcast/head', needs: 'get broadcast' }],
  },
})
