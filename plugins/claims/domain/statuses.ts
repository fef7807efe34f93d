/** Statuses of an expense claim. Rule: specification backoffice 2.8. */
export const claimStatuses = ['draft', 'pending', 'processing', 'approved', 'rejected', 'paid', 'canceled'] as const
export type ClaimStatus = (typeof claimStatuses)[number]

/** Statuses in which a claim waits for a decision: `pending` for the manager, `processing` for finance. */
export const waitingStatuses = ['pending', 'processing'] as const

/** Transitions of a claim. With one step of approval, `approve` starts from `pending` too. */
export const claimTransitions = {
  submit: { from: ['draft'], to: 'pending', manual: false },
  endorse: { from: ['pending'], to: 'processing', intent: 'primary' },
  approve: { from: ['pending', 'processing'], to: 'approved', intent: 'success' },
  reject: { from: ['pending', 'processing'], to: 'rejected', intent: 'danger' },
  reopen: { from: ['rejected'], to: 'draft', manual: false },
  cancel: { from: ['draft', 'pending'], to: 'canceled', intent: 'danger' },
  pay: { from: ['approved'], to: 'paid', intent: 'success' },
  settle: { from: ['approved'], to: 'paid', manual: false },
} as const

/** Name and transitions of a claim, for code that its declaration calls. */
export const claimTable = { name: 'hr_reimbursement', transitions: claimTransitions } as const

/** Ways to pay a claim: by finance, or with the salary. */
export const paymentWays = ['direct', 'payroll'] as const
export type PaymentWay = (typeof paymentWays)[number]

/** Origin of the exchange rate of an expense. `manual`: changed by finance. */
export const rateSources = ['base', 'day', 'settings', 'manual'] as const
export type RateSource = (typeof rateSources)[number]
