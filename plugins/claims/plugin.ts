import { contribute, definePlugin } from 'stoa'
import { APPROVABLE_DOCUMENTS } from 'stoa/plugins/approvals'
import { NOTE_SUBJECTS, NOTICE_KINDS } from 'stoa/plugins/notes'
import { PAYROLL_SOURCES } from 'stoa/plugins/payroll'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { checks } from './checks.ts'
import { hrExpenseCategory } from './resources/expense-category.ts'
import { hrMileageRate } from './resources/mileage-rate.ts'
import { hrReimbursement } from './resources/reimbursement.ts'
import { hrReimbursementItem } from './resources/reimbursement-item.ts'
import { adminRoutes } from './routes/admin.ts'
import { ownRoutes } from './routes/own.ts'
import { seedClaims } from './seed.ts'
import { approvableClaim, KIND } from './services/approvable-claim.ts'
import { SEE_DRAFTS } from './services/claim-scope.ts'
import { outcomes, REQUESTED, toNoticeKind } from './services/notices.ts'
import { CLAIM_SOURCE, claimPaySource } from './services/payroll-source.ts'
import { claimPersonalData } from './services/personal-data.ts'
import { claimSettings } from './settings.ts'

const categoryVerbs = ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export']

/** Expense claims of employees, their approval and payment. */
export default definePlugin({
  id: 'claims',
  requires: ['hr', 'documents', 'currency'],
  after: ['notes', 'approvals', 'people', 'payroll'],
  settings: [claimSettings],
  resources: [hrExpenseCategory, hrMileageRate, hrReimbursement, hrReimbursementItem],
  permissions: [SEE_DRAFTS],
  presets: {
    'claims.viewer': ['get hr reimbursement', 'get hr reimbursement item', 'get hr expense category'],
    'claims.approver': ['claims.viewer', 'endorse hr reimbursement', 'reject hr reimbursement'],
    'claims.finance': [
      'claims.viewer',
      'see all hr employee',
      ...['approve', 'reject', 'cancel', 'pay', 'export'].map((verb) => `${verb} hr reimbursement`),
      'export hr reimbursement item',
      ...categoryVerbs.map((verb) => `${verb} hr expense category`),
    ],
  },
  contributions: [
    contribute(APPROVABLE_DOCUMENTS, KIND, approvableClaim),
    contribute(PAYROLL_SOURCES, CLAIM_SOURCE, claimPaySource),
    contribute(PERSONAL_DATA, 'claims', claimPersonalData, { order: 10 }),
    contribute(NOTE_SUBJECTS, 'hr_reimbursement', { of: hrReimbursement, at: 'screen' }),
    contribute(NOTICE_KINDS, REQUESTED, { text: 'claims:notice.requested' }),
    ...outcomes.map((outcome) => contribute(NOTICE_KINDS, toNoticeKind(outcome), { text: `claims:notice.${outcome}` })),
  ],
  adminRoutes: [...adminRoutes, ...ownRoutes],
  checks,
  seed: seedClaims,
  admin: {
    menu: [
      { section: 'team', resource: 'hr_reimbursement', icon: 'credit-card', order: 50, queue: { status: 'pending,processing' } },
      { section: 'team', resource: 'hr_reimbursement_item', icon: 'list', order: 51, under: 'hr_reimbursement' },
      { section: 'team', resource: 'hr_expense_category', icon: 'tags', order: 52, under: 'hr_reimbursement' },
    ],
    screens: [
      { path: 'reimbursement/view/{id}', screen: 'claims/claim-view', needs: 'get hr reimbursement' },
      { path: 'my-reimbursement', screen: 'claims/my-claims', open: true },
      { path: 'my-reimbursement/create', screen: 'claims/create-claim', open: true },
      { path: 'my-reimbursement/view/{id}', screen: 'claims/my-claim', open: true },
    ],
    slots: [{ at: 'my-work', screen: 'claims/my-work-card', order: 40 }],
  },
})
