import { column, f } from 'stoa'

const fixed = { readOnly: true } as const

/** Columns of an appeal, for statements that write it. */
export const appealColumns = {
  name: 'hr_appeal',
  // For the employee, who cannot read the row as staff do.
  internal: { document_path: column('text'), document_name: column('text') },
  fields: {
    employee_id: f.one('hr_employee', { ...fixed, list: 1, filter: true }),
    attendance_id: f.one('hr_attendance', { ...fixed, list: 2, filter: true }),
    requested_in: f.maybe(f.instant({ ...fixed, list: 3 })),
    requested_out: f.maybe(f.instant({ ...fixed, list: 4 })),
    requested_status: f.maybe(f.pick(['present'], fixed)),
    reason: f.area({ ...fixed, list: 5, search: true }),
    document: f.maybe(f.privateFile({ accept: ['picture', 'pdf'] })),
    status: f.pick(['draft', 'pending', 'approved', 'rejected', 'canceled'], { default: 'draft', ...fixed, list: 6, filter: true }),
    approver_id: f.maybe(f.one('account', { ...fixed, filter: true })),
    decided_at: f.maybe(f.instant(fixed)),
    decision_note: f.area({ default: '', ...fixed }),
  },
}
