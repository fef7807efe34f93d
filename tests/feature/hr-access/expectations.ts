/** Resources without rows of employees: everybody with the permission sees them whole. */
export const SHARED: ReadonlySet<string> = new Set([
  ...['hr_holiday_calendar', 'hr_holiday', 'hr_department', 'hr_shift', 'hr_site', 'hr_kiosk', 'hr_leave_type', 'hr_expense_category'],
  ...['hr_pay_structure', 'hr_pay_rule', 'hr_bank_format'],
])

/** Rows of an employee, or of all employees. A manager sees those of the team, and no payroll. */
export const SCOPED: ReadonlySet<string> = new Set([
  ...['hr_employee', 'hr_shift_assignment', 'hr_punch', 'hr_attendance', 'hr_appeal'],
  ...['hr_leave', 'hr_leave_ledger', 'hr_leave_opening', 'hr_leave_adjustment'],
  ...['admin_salary', 'hr_payroll', 'hr_payslip', 'hr_pay_item', 'hr_pay_opening', 'hr_reimbursement', 'hr_reimbursement_item'],
])

/** What a manager gets from a route that is given an employee outside the team. */
export interface Expectation {
  /** Status of the response. */
  status: number
  query?: (outsider: { id: number }) => string
  body?: (outsider: { id: number }) => object
}

const row: Expectation = { status: 404 }
const week = '2026-11-30'

/** Routes beside those that a resource declares. */
export const SPECIAL: Readonly<Record<string, Expectation>> = {
  'POST /hr_punch/import_file': { status: 422 },
  'GET /hr_attendance/:id/view': row,
  'POST /hr_attendance/recalculate': {
    status: 422,
    body: ({ id }) => ({ from: '2026-11-16', to: '2026-11-17', employee_id: id }),
  },
  'GET /hr_shift_assignment/roster': { status: 200, query: () => `week=${week}` },
  'POST /hr_shift_assignment/roster': {
    status: 422,
    body: ({ id }) => ({ changes: [{ employee_id: id, date: '2026-12-01', shift_ids: [], published_ids: [], before: null }] }),
  },
  'POST /hr_shift_assignment/roster/copy': { status: 200, body: () => ({ from: week, to: '2027-02-01', keep_others: true }) },
  'POST /hr_shift_assignment/roster/publish': { status: 200, body: () => ({ week: '2027-01-04' }) },
  'GET /hr_leave/:id/history': row,
  'GET /hr_leave/:id/context': row,
  'GET /hr_leave/balance': { status: 200, query: ({ id }) => `employee_id=${id}` },
  'GET /hr_leave/balance/rows': { status: 422, query: ({ id }) => `employee_id=${id}&type_id=1` },
  'POST /hr_leave/balance/adjust': { status: 422, body: ({ id }) => ({ employee_id: id, type_id: 1, days: '3', reason: 'Test' }) },
  'POST /hr_leave/request': {
    status: 422,
    body: ({ id }) => ({ employee_id: id, type_id: 1, start_date: '2026-12-15', end_date: '2026-12-15', reason: 'Test' }),
  },
  'GET /hr_payroll/:id/history': row,
  'GET /hr_payroll/:id/review': row,
  'GET /hr_payslip/:id/view': row,
  'GET /hr_payslip/:id/pdf': row,
  'GET /hr_payroll/:id/bank-file': { status: 404, query: () => 'format_id=1' },
  'GET /hr_payroll/remittance': { status: 403, query: () => 'month=2026-10' },
  'GET /hr_payroll/remittance/csv': { status: 403, query: () => 'month=2026-10' },
  'GET /hr_payroll/remittance/xlsx': { status: 403, query: () => 'month=2026-10' },
  'GET /hr_payroll/totals': { status: 403, query: () => 'year=2026' },
  'GET /hr_payroll/totals/csv': { status: 403, query: () => 'year=2026' },
  'GET /hr_payroll/totals/xlsx': { status: 403, query: () => 'year=2026' },
  'GET /hr_reimbursement/:id/history': row,
  'GET /hr_reimbursement/:id/view': row,
  'GET /hr_reimbursement/:id/pdf': row,
  'POST /hr_reimbursement/:id/amounts': { status: 404, body: () => ({ version: 1, amounts: [] }) },
  'POST /hr_reimbursement/:id/rate': { status: 404, body: () => ({ version: 1, item_id: 1, rate: '2', reason: 'Test' }) },
}

/** Routes of shared resources beside those that the resource declares. */
export const SPECIAL_SHARED: ReadonlySet<string> = new Set([
  'POST /hr_holiday_calendar/:id/import',
  'POST /hr_kiosk/:id/pairing_code',
  'POST /hr_pay_structure/sample',
  'GET /hr_pay_structure/:id/preview',
  'GET /hr_department/flat',
])

/** Routes of self-service: they answer everybody with an employee record, about this record only. */
export const OWN: ReadonlySet<string> = new Set([
  'GET /my/employee',
  'POST /my/punch',
  'GET /my/attendance',
  'GET /my/attendance/:id',
  'POST /my/attendance/:id/appeal',
  'POST /my/appeal/:id/cancel',
  'GET /my/roster',
  'GET /my/kiosk_pin',
  'PUT /my/kiosk_pin',
  'GET /my/leave',
  'GET /my/leave/type',
  'GET /my/leave/preview',
  'GET /my/leave/ledger',
  'POST /my/leave',
  'GET /my/leave/:id',
  'POST /my/leave/:id/cancel',
  'POST /my/leave/draft',
  'PUT /my/leave/:id',
  'POST /my/leave/:id/submit',
  'DELETE /my/leave/:id',
  'GET /my/payroll',
  'GET /my/payroll/:id',
  'GET /my/payroll/:id/pdf',
  'GET /my/reimbursement',
  'GET /my/reimbursement/form',
  'POST /my/reimbursement',
  'GET /my/reimbursement/:id',
  'PUT /my/reimbursement/:id',
  'POST /my/reimbursement/:id/item',
  'PUT /my/reimbursement/:id/item/:item',
  'DELETE /my/reimbursement/:id/item/:item',
  'POST /my/reimbursement/:id/submit',
  'POST /my/reimbursement/:id/cancel',
  'POST /my/reimbursement/:id/reopen',
])

/** Routes for tablets, which the cookie of a paired kiosk identifies and no session. */
export const KIOSK: ReadonlySet<string> = new Set(['GET /kiosk', 'POST /kiosk/pair', 'POST /kiosk/punch'])

/** The resource whose row a self-service route names. */
export const OWN_RESOURCE: Readonly<Record<string, string>> = {
  attendance: 'hr_attendance',
  appeal: 'hr_appeal',
  leave: 'hr_leave',
  payroll: 'hr_payslip',
  reimbursement: 'hr_reimbursement',
}

/** Input that every transition and self-service route accepts; unknown members are ignored. */
export const INPUT = {
  _method: 'PUT',
  pin: '482913',
  ...{ note: 'Test', reason: 'Test', decision_note: 'Test', title: 'Test', paid_at: '2026-11-30', paid_on: '2026-11-30' },
  ...{ payment_ref: '', payment_reference: '', paid_by: 'direct', minutes: 0, accept: true, total: null },
  ...{ in_time: '09:00', out_time: '18:00', start_date: '2026-12-15', end_date: '2026-12-15', type_id: 1 },
  ...{ expense_date: '2026-11-11', category_id: 1, currency: 'HKD', amount: '1.00', version: 1 },
}
