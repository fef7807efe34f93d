import { column, defineRecord, f } from 'stoa'
import { APPROVABLE_DOCUMENTS } from '../services/approvable-documents.ts'
import { concernedScope } from '../services/scope.ts'

const fixed = { readOnly: true } as const
const statuses = ['pending', 'approved', 'rejected', 'canceled'] as const
export const stepStatuses = ['to_do', ...statuses] as const

/** One step of a request. The first open step is `pending`, those after it are `to_do`. */
export const approvalStep = defineRecord({
  name: 'approval_step',
  events: [],
  internal: { reminded_on: column('date') },
  verbs: [],
  label: 'role',
  fields: {
    approval_id: f.one('approval', { ...fixed, sheet: false }),
    position: f.int(fixed),
    role_id: f.maybe(f.one('role', { ...fixed, sheet: false })),
    role: f.text(fixed),
    status: f.pick(stepStatuses, { ...fixed, widget: 'status' }),
    since: f.maybe(f.instant(fixed)),
    decided_by: f.maybe(f.one('account', fixed)),
    decided_for: f.maybe(f.one('account', fixed)),
    decided_at: f.maybe(f.instant(fixed)),
    reason: f.text(fixed),
  },
})

/** An approval request, with the steps that the rules required when it was created. */
export const approval = defineRecord({
  name: 'approval',
  events: [],
  internal: { own_ids: column('bigint[]') },
  label: 'title',
  verbs: ['get', 'export'],
  sortBy: '-id',
  locked: true,
  listCreated: true,
  scope: concernedScope,
  fields: {
    title: f.text({ ...fixed, list: 1, search: true }),
    kind: f.text({ ...fixed, list: 2, filter: true, named: APPROVABLE_DOCUMENTS }),
    amount: f.maybe(f.money({ ...fixed, list: 3, sort: true })),
    requested_by: f.maybe(f.one('account', { ...fixed, list: 4, filter: true })),
    status: f.pick(statuses, { ...fixed, default: 'pending', list: 5, filter: true, widget: 'status' }),
    subject_type: f.text({ ...fixed, form: false }),
    subject_id: f.int({ ...fixed, form: false }),
    link: f.text({ ...fixed, form: false }),
    reason: f.text(fixed),
    decided_at: f.maybe(f.instant({ ...fixed, sort: true })),
    steps: f.rows(approvalStep, { by: 'approval_id', readOnly: true }),
  },
})
