/** Statuses of a leave. */
export const leaveStatuses = ['draft', 'pending', 'approved', 'rejected', 'canceled'] as const
export type LeaveStatus = (typeof leaveStatuses)[number]

/** Transitions of a leave. Two levels of approval are one `pending` with a step. Rule: specification backoffice 2.7. */
export const leaveTransitions = {
  submit: { from: ['draft'], to: 'pending', manual: false },
  approve: { from: ['pending'], to: 'approved', intent: 'success' },
  reject: { from: ['pending'], to: 'rejected', intent: 'danger' },
  cancel: { from: ['pending', 'approved'], to: 'canceled', intent: 'danger' },
} as const

/** Name and transitions of a leave, for code that its declaration calls. */
export const leaveTable = { name: 'hr_leave', transitions: leaveTransitions } as const
