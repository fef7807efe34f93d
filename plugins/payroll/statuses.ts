/** Statuses of a payroll. */
export const payrollStatuses = ['draft', 'processing', 'pending', 'abnormal', 'approved', 'sent', 'paid', 'canceled'] as const
export type PayrollStatus = (typeof payrollStatuses)[number]

/** Statuses of a payslip: those of its payroll, or abnormal and canceled for one alone. */
export const payslipStatuses = ['draft', 'pending', 'abnormal', 'approved', 'sent', 'paid', 'canceled'] as const
export type PayslipStatus = (typeof payslipStatuses)[number]

/** Transitions of a payroll. Rule: specification backoffice 2.9. */
export const payrollTransitions = {
  finish: { from: ['processing'], to: 'pending', manual: false },
  flag: { from: ['processing'], to: 'abnormal', manual: false },
  revise: { from: ['processing', 'pending', 'abnormal'], to: 'draft' },
  approve: { from: ['pending'], to: 'approved', intent: 'success' },
  send: { from: ['approved'], to: 'sent', intent: 'primary' },
  pay: { from: ['sent'], to: 'paid', intent: 'success' },
  compute: { from: ['draft', 'pending', 'abnormal'], to: 'processing', intent: 'primary' },
  cancel: { from: ['draft', 'processing', 'pending', 'abnormal', 'approved', 'sent'], to: 'canceled', intent: 'danger' },
} as const

/** Name and transitions of a payroll, for code that its declaration calls. */
export const payrollTable = { name: 'hr_payroll', transitions: payrollTransitions } as const
