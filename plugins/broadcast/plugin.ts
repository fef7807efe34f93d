import { scheduleJob, COMMANDS, definePlugin, handleJob, contribute, contributeAll, PROOFS } from 'stoa'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { CARDS } from 'stoa/plugins/desk'
import { NOTICE_KINDS } from 'stoa/plugins/notes'
import { ACTIVITY_EVENTS, PERSONAL_DATA, TIMELINE_SOURCES } from 'stoa/plugins/people'
import { REPORTS } from 'stoa/plugins/reports'
import { commands, proofs } from './cli/index.ts'
import { broadcast } from './resources/broadcast.ts'
import { recipient } from './resources/recipient.ts'
import { adminRoutes } from './routes/admin.ts'
import { storeRoutes } from './routes/store.ts'
import { readBounceFolder } from './services/bounces.ts'
import { SENDER_SLOT, START } from './jobs.ts'
import { broadcastsCard } from './services/card.ts'
import { plannedBroadcasts } from './services/calendar.ts'
import { ENDED, STUCK } from './services/notices.ts'
import { checks } from './checks.ts'
import { seedBroadcasts } from './seed.ts'
import { updateOldCounts, applyConsentChange } from './services/events.ts'
import { recipientPersonalData } from './services/personal-data.ts'
import { runSenderSlot } from './services/sender-slot.ts'
import { startBroadcast, startDueBroadcasts } from './services/start.ts'
import { emailReport } from './services/report.ts'
import { broadcasting } from './settings.ts'
import { recipientTimelineSource } from './services/timeline-source.ts'

const editPermissions = ['create', 'update', 'destroy', 'batch destroy'].map((verb) => `${verb} broadcast`)

/** Bulk messages by e-mail and SMS: audience, rate limits, quiet hours, bounces and reports. */
export default definePlugin({
  id: 'broadcast',
  requires: ['people'],
  after: ['crm', 'forms', 'sales', 'desk', 'calendar', 'runs', 'notes', 'documents', 'reports'],
  settings: [broadcasting],
  resources: [broadcast, recipient],
  permissions: ['send broadcast'],
  presets: {
    'broadcast.viewer': ['get broadcast', 'get broadcast recipient'],
    'broadcast.editor': ['broadcast.viewer', ...editPermissions],
    'broadcast.sender': ['broadcast.editor', 'send broadcast', 'export broadcast recipient'],
  },
  contributions: [
    ...contributeAll(
      ACTIVITY_EVENTS,
      Object.fromEntries(
        ['sent', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed'].map((word) => [
          `broadcast.${word}`,
          { text: `broadcast:timeline.${word}`, of: broadcast },
        ]),
      ),
    ),
    contribute(TIMELINE_SOURCES, 'broadcast', recipientTimelineSource),
    contribute(PERSONAL_DATA, 'broadcast', recipientPersonalData),
    contribute(CARDS, 'broadcasts', broadcastsCard, { order: 70 }),
    contribute(CALENDAR_SOURCES, 'broadcasts', plannedBroadcasts),
    contribute(REPORTS, 'email', emailReport),
    contribute(NOTICE_KINDS, ENDED, { text: 'broadcast:notice.ended' }),
    contribute(NOTICE_KINDS, STUCK, { text: 'broadcast:notice.stuck' }),
    ...contributeAll(COMMANDS, commands),
    ...contributeAll(PROOFS, proofs),
  ],
  adminRoutes,
  storeRoutes,
  on: { 'consent.changed': applyConsentChange },
  jobs: [
    handleJob(START, ({ id }, { kernel }) => startBroadcast(kernel, id)),
    handleJob(SENDER_SLOT, runSenderSlot),
    scheduleJob('broadcast/due', '* * * * *', startDueBroadcasts),
    scheduleJob('broadcast/bounces', '*/5 * * * *', readBounceFolder),
    scheduleJob('broadcast/count-old', '37 4 * * *', updateOldCounts),
  ],
  checks,
  seed: seedBroadcasts,
  admin: {
    sections: [{ id: 'marketing', order: 70, icon: 'envelope' }],
    menu: [
      { section: 'marketing', resource: 'broadcast', icon: 'envelope', order: 10 },
      {
        ...{ section: 'marketing', to: 'report/email', label: emailReport.title, needs: emailReport.needs },
        ...{ icon: 'chart', order: 15, under: 'broadcast' },
      },
    ],
    screens: [
      { path: 'broadcast/edit/{id}', screen: 'broadcast/edit', needs: 'get broadcast' },
      { path: 'broadcast/view/{id}', screen: 'broadcast/edit', needs: 'get broadcast' },
      { path: 'broadcast/history/$id', screen: 'broadcast/history', needs: 'get broadcast' },
      { path: 'broadcast/recipients/$id', screen: 'broadcast/recipients', needs: 'get broadcast recipient' },
    ],
    slots: [{ at: 'broadcast.form.head', screen: 'broadcast/head', needs: 'get broadcast' }],
  },
})
