/** Admin screens of this plugin. */
export const screens = {
  'approvals/inbox': () => import('./inbox/inbox.tsx'),
  'approvals/card': () => import('./card.tsx'),
}

/** Inputs whose options come from the server. */
export const editors = {
  'approval_delegation.deputy_id': () => import('./deputy-input.tsx'),
}
