/** Admin pieces of this plugin. */
export const screens = {
  'approvals/inbox': () => import('./inbox/inbox.tsx'),
  'approvals/card': () => import('./card.tsx'),
}

/** Inputs that know what the server offers at this moment. */
export const editors = {
  'approval_delegation.deputy_id': () => import('./deputy-input.tsx'),
}
