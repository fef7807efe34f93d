import { scheduleJob, definePlugin, contribute, provide } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { BADGES, CARDS } from 'stoa/plugins/desk'
import { approval, approvalStep } from './resources/approval.ts'
import { approvalDelegation, seeAllDelegations } from './resources/delegation.ts'
import { approvalRule } from './resources/rule.ts'
import { adminRoutes } from './routes/admin.ts'
import { APPROVABLE_DOCUMENTS, APPROVALS } from './services/approvable-documents.ts'
import { approvals } from './services/request-approval.ts'
import { approvalsCard } from './services/card.ts'
import { countOwnPending } from './services/inbox.ts'
import { remindDeciders } from './services/remind.ts'
import { seeAll } from './services/scope.ts'
import { approvalRules } from './settings.ts'
import { seedApprovals } from './seed.ts'

/** Approval workflow (four-eyes principle) for documents that plugins contribute. */
export default definePlugin({
  id: 'approvals',
  after: ['desk', 'people'],
  extensionPoints: [APPROVABLE_DOCUMENTS],
  contributions: [
    contribute(CARDS, 'approvals', approvalsCard, { order: 50 }),
    contribute(BADGES, 'approvals', { needs: 'get approval', count: countOwnPending }),
    contribute(PERSONAL_DATA, 'approvals', { tables: { approval: 'requests of staff, which refer to a document by id' } }),
  ],
  settings: [approvalRules],
  resources: [approvalRule, approval, approvalStep, approvalDelegation],
  permissions: [seeAll, seeAllDelegations],
  presets: {
    'approvals.member': ['get approval', 'get approval delegation', 'create approval delegation', 'revoke approval delegation'],
    'approvals.auditor': [
      'get approval',
      'export approval',
      seeAll,
      'get approval delegation',
      'export approval delegation',
      seeAllDelegations,
    ],
    'approvals.manager': [
      'approvals.member',
      'approvals.auditor',
      'get role',
      ...['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} approval rule`),
    ],
  },
  services: (container) => provide(container, APPROVALS, () => approvals),
  adminRoutes,
  jobs: [scheduleJob('approvals/remind', '30 8 * * *', remindDeciders)],
  seed: seedApprovals,
  admin: {
    sections: [{ id: 'today', order: 10, icon: 'home' }],
    menu: [
      {
        section: 'today',
        to: 'approvals',
        label: 'approvals:menu.inbox',
        needs: 'get approval',
        icon: 'inbox',
        order: 5,
        badge: 'approvals',
      },
      { section: 'today', resource: 'approval', icon: 'history', order: 10, under: 'approvals' },
      { section: 'today', resource: 'approval_delegation', icon: 'people', order: 30, under: 'approvals' },
      { section: 'settings', resource: 'approval_rule', icon: 'endorsed', order: 34, area: 'team' },
    ],
    screens: [{ path: 'approvals', screen: 'approvals/inbox', needs: 'get approval' }],
    slots: [{ at: 'approval.card', screen: 'approvals/card' }],
  },
})
